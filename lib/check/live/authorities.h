/* Queries to the name servers of a zone, individually.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_AUTHORITIES_H
#define CHECK_LIVE_AUTHORITIES_H

#include "check/live/live_state.h"

/* Query the name servers of the zone of |asked|, a query for rules: to
 * explain why it failed, or to compare the servers. */
void ddds_authorities_ask(struct live *live, const struct live_question *asked);

#endif
