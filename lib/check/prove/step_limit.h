/* Expressions that may exceed the limit of steps.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_STEP_LIMIT_H
#define CHECK_PROVE_STEP_LIMIT_H

#include <stdbool.h>

#include "check/sets/dfa.h"

/* Judgements of expressions; opaque. */
struct step_limit;

/* Set |*may| to true if matching |regexp| with a string of |inputs| may take
 * more than |most| steps (0 for the usual limit), as in L215 and L232. |regexp|
 * must outlive |*limit|, which is NULL at first; ddds_step_limit_free frees it.
 * False if allocation fails. */
bool ddds_step_limit_check(struct step_limit **limit, const char *regexp,
                           const struct dfa *inputs, unsigned most, bool *may);

/* Free |limit|, which may be NULL. */
void ddds_step_limit_free(struct step_limit *limit);

#endif
