/* Assigns the words of a NAPTR record to the intended fields, if the record
 * itself makes no sense.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_FIELD_GUESS_H
#define CHECK_MODEL_FIELD_GUESS_H

#include "check/model/checked_record.h"

/* Set |fields|, the words of |naptr|, and its |is_octets|, |has_surplus|,
 * |is_short|, |missing|, |is_unclear|. |line_end| is the end of the line in
 * which |from| starts, or NULL without a line; |problem| is its fault, or NULL.
 * Return the end of the last word if it differs from the reader's, else
 * NULL. */
const char *ddds_field_guess_sort(struct naptr *naptr,
                                  struct word fields[NAPTR_FIELDS],
                                  const struct zonefile_record *from,
                                  const struct zonefile_problem *problem,
                                  const char *line_end);

#endif
