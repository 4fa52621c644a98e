/* Expressions that may take more steps than a resolution may.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_STEP_LIMIT_H
#define CHECK_PROVE_STEP_LIMIT_H

#include <stdbool.h>

#include "check/sets/dfa.h"

/* The judgements of expressions; opaque. */
struct step_limit;

/* Set |*may|: true if matching a string of |inputs| with |regexp|, which stays
 * valid as long as |*limit|, may take too many steps, as L231 and L232 judge.
 * |*limit| is NULL at first, and then freed by ddds_step_limit_free. False if
 * allocation fails. */
bool ddds_step_limit_check(struct step_limit **limit, const char *regexp,
                           const struct dfa *inputs, bool *may);

/* Free |limit|, which may be NULL. */
void ddds_step_limit_free(struct step_limit *limit);

#endif
