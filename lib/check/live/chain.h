/* The chain of trust of a name (RFC 4035 section 5): which link of it is broken,
 * and what the publisher has to do.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_CHAIN_H
#define CHECK_LIVE_CHAIN_H

#include "check/live/live_state.h"

/* Look at the zones above |asked|, whose answer was validated, and at its
 * signatures, and report what is wrong with them, each zone once. Queries go to
 * the same servers, with validation disabled; without servers that may be asked
 * so, nothing is done. */
void ddds_chain_check(struct live *live, const struct live_question *asked);

#endif
