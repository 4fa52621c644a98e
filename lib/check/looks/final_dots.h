/* Reports replacements that lack their final dot, when all files have been
 * read.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LOOKS_FINAL_DOTS_H
#define CHECK_LOOKS_FINAL_DOTS_H

#include "check/model/check_state.h"

/* Report the replacement of |record| if it ends with the origin twice, and
 * return whether it does: other faults of such a name are consequences. */
bool ddds_final_dots_check_doubled(struct ddds_check *check,
                                   const struct checked_record *record);

/* The same of a relative name that looks complete and does not exist with the
 * origin appended. */
bool ddds_final_dots_check(struct ddds_check *check,
                           const struct checked_record *record);

#endif
