/* Guesses whether a replacement without final dot was meant to be complete.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_NAME_GUESS_H
#define CHECK_JUDGE_NAME_GUESS_H

#include "check/model/check.h"

/* Does the replacement of |record|, a NAPTR, lack a final dot, so that the
 * origin stands in it twice? |meant| is then what was meant. Whatever else such
 * a name seems to be comes of that. */
bool ddds_name_guess_is_doubled(const struct checked_record *record,
                                char meant[LIMIT_NAME_SIZE]);

/* Does the replacement of |record| look like a name that is complete but for
 * its final dot, in another domain than its own? |meant| is then that name. A
 * guess: a zone may hold the names of others below its own. */
bool ddds_name_guess_seems_complete(const struct ddds_check *check,
                                    const struct checked_record *record,
                                    char meant[LIMIT_NAME_SIZE]);

#endif
