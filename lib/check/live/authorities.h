/* The servers of a zone, each asked by itself.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_AUTHORITIES_H
#define CHECK_LIVE_AUTHORITIES_H

#include "check/live/live_state.h"

/* The question |asked|, for rules, was answered with a failure, or its server
 * is not the only one to be believed: ask those of the zone. */
void ddds_authorities_ask(struct live *live, const struct live_question *asked);

#endif
