/* Guesses whether a replacement without final dot was meant to be complete.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_NAME_GUESS_H
#define CHECK_JUDGE_NAME_GUESS_H

#include "check/model/check_state.h"

/* Return whether the replacement of |record|, a NAPTR record, seems to lack its
 * final dot, so that it ends with the origin twice. |meant| is then the
 * intended name. */
bool ddds_name_guess_is_doubled(const struct checked_record *record,
                                char meant[LIMIT_NAME_SIZE]);

/* The same, when all files have been read: no record of theirs has the name
 * as it is written, with the origin after it. */
bool ddds_name_guess_lacks_dot(const struct ddds_check *check,
                               const struct checked_record *record,
                               char meant[LIMIT_NAME_SIZE]);

/* Return whether the replacement of |record| looks like a complete name of
 * another domain without its final dot. |meant| is then that name. This is
 * a guess: a zone may have such names below its own. */
bool ddds_name_guess_seems_complete(const struct ddds_check *check,
                                    const struct checked_record *record,
                                    char meant[LIMIT_NAME_SIZE]);

/* The same of the target of |record|, of any type: the last word of its
 * line. */
bool ddds_name_guess_target(const struct ddds_check *check,
                            const struct checked_record *record,
                            char meant[LIMIT_NAME_SIZE]);

#endif
