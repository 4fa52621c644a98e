/* Delegations that form a loop or a long chain.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CHECKS_CHAINS_H
#define CHECK_CHECKS_CHAINS_H

#include "check/model/check_state.h"

enum { CHAINS_NO_SET = -1 };

/* Report loops and long chains: |next| has the number of the set to which each
 * record leads, or CHAINS_NO_SET. */
void ddds_chains_check(struct ddds_check *check, const long *next);

#endif
