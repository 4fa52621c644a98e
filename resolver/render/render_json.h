/* Parts of the JSON format, for other formats.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RENDER_RENDER_JSON_H
#define RENDER_RENDER_JSON_H

#include <jansson.h>

#include "render/rendering.h"

/* Return |result| as print_json() prints it without |given|, to be released. */
json_t *make_json_result(const struct ddds_result *result,
                         const struct style *style);

struct json;

/* Add the member "answer": status, server and transport of |answer|. */
void add_json_reply(struct json *json, const struct ddds_answer *answer);

#endif
