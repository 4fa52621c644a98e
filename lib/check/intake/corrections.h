/* Runs the checks of single records, corrects what they find, and judges all
 * corrections.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_INTAKE_CORRECTIONS_H
#define CHECK_INTAKE_CORRECTIONS_H

#include "check/model/check_state.h"
#include "check/model/draft.h"

/* Run the record checks on |record|, a NAPTR, and give their findings the draft
 * of the corrected record, if there is one, until all corrections are
 * judged. */
void ddds_corrections_check(struct ddds_check *check,
                            const struct checked_record *record);

/* Run the checks of sets on |set|. */
void ddds_corrections_check_set(struct ddds_check *check,
                                const struct checked_set *set);

/* Begin |draft| with |record| as it should be by itself: what sets and graphs
 * correct comes on top of that. */
void ddds_corrections_begin(struct ddds_check *check,
                            const struct checked_record *record,
                            struct draft *draft);

/* Judge the corrections of all findings, after all checks: correct drafts
 * further, and take away what does not remove its finding, loses words of the
 * record, or causes a finding of at least the same severity in the record or in
 * its set. */
void ddds_corrections_judge(struct ddds_check *check);

#endif
