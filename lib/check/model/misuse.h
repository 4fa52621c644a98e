/* Misuse of a check that is cheap to detect.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_MISUSE_H
#define CHECK_MODEL_MISUSE_H

#include "check/model/check_state.h"

/* Is |check| NULL, or have its findings been reported, so that the caller
 * cannot go on with it? If so, |error|, which may be NULL, is set to
 * DDDS_BAD_OPTION. */
bool ddds_misuse_of_check(const struct ddds_check *check,
                          struct ddds_error *error);

#endif
