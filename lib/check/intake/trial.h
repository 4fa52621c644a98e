/* Runs checks without reporting, to see what they find in a record and in its
 * correction.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_INTAKE_TRIAL_H
#define CHECK_INTAKE_TRIAL_H

#include "check/report/check_group.h"
#include "check/report/codes.h"

/* Run all record checks on |record|, which |subject| is about from now on. */
void ddds_trial_look(struct subject *subject,
                     const struct checked_record *record);

/* Set |found| to the codes of |record| by itself and, unless |set| is NULL, of
 * the set that it belongs to. */
void ddds_trial_original(struct ddds_check *check,
                         const struct checked_record *record,
                         const struct checked_set *set,
                         bool found[CHECK_CODES]);

/* Run the record checks on |line|, a correction of |original|: then
 * |findings.probed| says what they found, and the draft of |subject| is what
 * they made of it. If |set| is not NULL, its checks run, too, with the
 * corrected record in place of |original|. Returns false if the line cannot be
 * read, or lacks words of the original (model/lost_words.h). */
bool ddds_trial_line(struct subject *subject, const char *line,
                     const struct checked_record *original,
                     const struct checked_set *set);

#endif
