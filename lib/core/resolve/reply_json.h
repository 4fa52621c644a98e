/* Properties of an answer in JSON, without its data.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVE_REPLY_JSON_H
#define RESOLVE_REPLY_JSON_H

#include <ddds/show.h>

#include "base/json.h"

/* Add the members of the answer of |shown|, from "reply" to "additional". */
void ddds_json_reply(struct json *json, const struct ddds_shown_step *shown);

#endif
