/* Merges findings of the same code at the same place: the records of a
 * $GENERATE line, and of a file that is included several times, repeat the same
 * mistake for other names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_SAME_PLACE_H
#define CHECK_REPORT_SAME_PLACE_H

#include "check/report/finding.h"

/* Return the finding of |code| recorded at |place|, if another is the same
 * finding: for another name or zone, for any record of a $GENERATE line, or
 * with the |detail| of a file that is included again.
 * Count the further name. NULL without such a finding. */
struct finding *ddds_same_place_join(struct findings *findings,
                                     const struct finding_place *place,
                                     enum check_code code, const char *detail);

/* Record |finding| for ddds_same_place_join. */
void ddds_same_place_note(struct findings *findings, struct finding *finding);

#endif
