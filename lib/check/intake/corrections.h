/* Runs the checks of single records, drafts their corrections, and judges all
 * corrections.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_INTAKE_CORRECTIONS_H
#define CHECK_INTAKE_CORRECTIONS_H

#include "check/model/check_state.h"
#include "check/model/draft.h"

/* Run the record checks on |record|, a NAPTR, and give their findings the draft
 * of the corrected record, if any, until all corrections are judged. */
void ddds_corrections_check(struct ddds_check *check,
                            const struct checked_record *record);

/* Run the checks of sets on |set|. */
void ddds_corrections_check_set(struct ddds_check *check,
                                const struct checked_set *set);

/* Start |draft| with the corrections of |record| alone, as the base for those
 * of sets and graphs; with |record| as it is if they cause other findings. */
void ddds_corrections_begin(struct ddds_check *check,
                            const struct checked_record *record,
                            struct draft *draft);

/* Judge the corrections of all findings, after all checks: correct drafts
 * further, and remove corrections that do not remove their finding, lose words
 * of the record, or cause a finding of at least the same severity in the record
 * or in its set. */
void ddds_corrections_judge(struct ddds_check *check);

#endif
