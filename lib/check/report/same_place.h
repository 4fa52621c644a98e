/* Findings of one code at one place, which are one finding: the records of a
 * $GENERATE line, and those of a file that is included several times, repeat
 * the same mistake for other names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_SAME_PLACE_H
#define CHECK_REPORT_SAME_PLACE_H

#include "check/report/finding.h"

/* Return the finding of |code| that was noted at |place|, if a further one is
 * the same finding: for another name or zone, or for any record of a $GENERATE
 * line. NULL if there is none. It counts the further name. */
struct finding *ddds_same_place_join(struct findings *findings,
                                     const struct finding_place *place,
                                     enum check_code code);

/* Note |finding|, for ddds_same_place_join. */
void ddds_same_place_note(struct findings *findings, struct finding *finding);

#endif
