/* Estimates of the steps that matching an expression takes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_STEP_LIMIT_H
#define CHECK_PROVE_STEP_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

/* Estimates so far. */
struct step_limit;

/* Set |*steps| to the steps that matching |regexp| with strings of up to |length|
 * octets may take of the budget of a resolution; SIZE_MAX if they may exceed the
 * limit of a match. |*kept| is NULL at first; ddds_step_limit_free frees it.
 * False if allocation fails. */
bool ddds_step_limit_estimate(struct step_limit **kept, const char *regexp,
                              size_t length, size_t *steps);

/* Free |limit|, which may be NULL. */
void ddds_step_limit_free(struct step_limit *limit);

#endif
