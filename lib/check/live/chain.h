/* The chain of trust of a name (RFC 4035 section 5): its broken link, and the
 * correction.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_CHAIN_H
#define CHECK_LIVE_CHAIN_H

#include "check/live/live_state.h"

/* Check the zones above |asked|, whose answer was validated, and its
 * signatures, and report mistakes once per zone. Queries go to the same
 * servers, with validation disabled; without such servers, nothing is done. */
void ddds_chain_check(struct live *live, const struct live_question *asked);

#endif
