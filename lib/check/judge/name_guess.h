/* Guesses whether a replacement without final dot was meant to be absolute.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_NAME_GUESS_H
#define CHECK_JUDGE_NAME_GUESS_H

#include "check/model/check_state.h"

/* Return true if the replacement of |record|, a NAPTR record, seems to lack its
 * final dot, so that the origin is doubled. |meant| is then the intended
 * name. */
bool ddds_name_guess_is_doubled(const struct checked_record *record,
                                char meant[LIMIT_NAME_SIZE]);

/* Likewise, after all files were read: no record in them has the name with the
 * origin appended. */
bool ddds_name_guess_lacks_dot(const struct ddds_check *check,
                               const struct checked_record *record,
                               char meant[LIMIT_NAME_SIZE]);

/* Return true if the replacement of |record| looks like an absolute name of
 * another domain without its final dot. |meant| is then that name. This is a
 * guess: a zone may contain such names. */
bool ddds_name_guess_seems_complete(const struct ddds_check *check,
                                    const struct checked_record *record,
                                    char meant[LIMIT_NAME_SIZE]);

/* Likewise for the target of |record|, of any type: the last word of its
 * line. */
bool ddds_name_guess_target(const struct ddds_check *check,
                            const struct checked_record *record,
                            char meant[LIMIT_NAME_SIZE]);

#endif
