/* Detection of invalid calls of a check.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_MISUSE_H
#define CHECK_MODEL_MISUSE_H

#include "check/model/check_state.h"

/* Return true, with DDDS_BAD_OPTION in |error|, which may be NULL, if |check|
 * is NULL, or its findings were reported, so that it cannot continue. */
bool ddds_misuse_of_check(const struct ddds_check *check,
                          struct ddds_error *error);

#endif
