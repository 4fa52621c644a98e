/* Assigns the words of a NAPTR record to the fields they were meant for,
 * where the record itself makes no sense.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_FIELD_GUESS_H
#define CHECK_MODEL_FIELD_GUESS_H

#include "check/model/checked_record.h"

/* Fill in |fields|, the words of |naptr|, and what they say of themselves:
 * |is_octets|, |has_surplus|, |is_short|, |missing|, |is_unclear|. |line_end|
 * is the end of the line that |from| begins in, or NULL if |from| stands in
 * none; |problem| is what is wrong with it, or NULL. Returns the end of the
 * last word where that is not the reader's, else NULL. */
const char *ddds_field_guess_sort(struct naptr *naptr,
                                  struct word fields[NAPTR_FIELDS],
                                  const struct zonefile_record *from,
                                  const struct zonefile_problem *problem,
                                  const char *line_end);

#endif
