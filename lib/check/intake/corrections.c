/* Runs the checks of single records, corrects what they find, and judges all
 * corrections.
 *
 * Record checks change a draft of the record. The draft is written as a
 * line, read and checked like any record, and changed further, until the
 * checks change nothing more. A finding gets the result as its correction
 * if the corrected record no longer has that finding, and has no finding
 * that the original had not. Checks of sets and graphs propose corrections
 * of their own. When all checks have run, every correction is judged once
 * more, in its set.
 *
 * SPDX-License-Identifier: MIT */
#include "check/intake/corrections.h"

#include <string.h>

#include "check/intake/trial.h"
#include "check/model/index.h"
#include "check/report/report.h"

/* ---- Correcting ------------------------------------------------------- */

/* Is nothing found in the correction that was not in |before|? */
static bool is_no_worse(const struct ddds_check *check,
                        const bool before[CHECK_CODES])
{
    for (int code = 0; code < CHECK_CODES; code++) {
        if (check->findings->probed[code] && !before[code]) {
            return false;
        }
    }
    return true;
}

/* Correct the record of |subject|, which the findings back to |mark| are
 * about. */
static void correct_record(struct subject *subject, const struct finding *mark)
{
    struct ddds_check *check = subject->check;
    const struct checked_record *record = subject->record;
    const char *line = NULL;
    bool before[CHECK_CODES];
    for (int i = 0; i < LIMIT_CORRECTIONS && subject->draft.is_touched; i++) {
        line = ddds_draft_write(&subject->draft, record, &check->arena);
        if (line == NULL) {
            check_fail(check);
            return;
        }
        if (!ddds_trial_line(subject, line, record, NULL)) {
            return;
        }
    }
    if (line == NULL) {
        return;
    }
    bool found[CHECK_CODES];
    memcpy(found, check->findings->probed, sizeof found);
    ddds_trial_original(check, record, NULL, before);
    memcpy(check->findings->probed, found, sizeof found);
    if (!is_no_worse(check, before)) {
        return;
    }
    for (struct finding *each = check->findings->newest; each != mark;
         each = each->next) {
        if (!check->findings->probed[each->code] &&
            each->code != CODE_WORK_LIMIT) {
            each->fix = line;
            each->replaced = ddds_report_replaced(record);
            each->corrected = record;
        }
    }
}

void ddds_corrections_begin(struct ddds_check *check,
                            const struct checked_record *record,
                            struct draft *draft)
{
    struct subject subject;
    bool was_probing = check->findings->is_probing;
    ddds_draft_begin(draft, record);
    if (was_probing || draft->is_unclear) {
        return;
    }
    subject.check = check;
    check->findings->is_probing = true;
    ddds_trial_look(&subject, record);
    check->findings->is_probing = false;
    for (int i = 0; i < LIMIT_CORRECTIONS && subject.draft.is_touched; i++) {
        const char *line =
            ddds_draft_write(&subject.draft, record, &check->arena);
        *draft = subject.draft;
        if (line == NULL) {
            check_fail(check);
            return;
        }
        if (!ddds_trial_line(&subject, line, record, NULL)) {
            return;
        }
    }
}

void ddds_corrections_check(struct ddds_check *check,
                            const struct checked_record *record)
{
    const struct finding *mark = check->findings->newest;
    struct subject subject;
    subject.check = check;
    ddds_trial_look(&subject, record);
    if (check->status == DDDS_OK && check->findings->newest != mark &&
        subject.draft.is_touched && !subject.draft.is_unclear) {
        correct_record(&subject, mark);
    }
}

/* ---- Judging ---------------------------------------------------------- */

/* What checks find before and after a correction. Findings of one record share
 * their line: that is tried once. */
struct verdict {
    const char *line;
    bool was_read;
    bool before[CHECK_CODES];
    bool after[CHECK_CODES];
    bool here[CHECK_CODES]; /* of |after|, at the record */
};

/* The set of |record|; NULL if it is too large to be checked again. */
static const struct checked_set *find_set(const struct ddds_check *check,
                                          const struct checked_record *record)
{
    const struct checked_set *end = check->sets + check->set_count;
    const struct checked_set *set = ddds_index_set(check, record->base.owner);
    while (set != NULL && set < end && set->zone != record->zone &&
           strcmp(set->owner, record->base.owner) == 0) {
        set++;
    }
    return set != NULL && set < end && set->zone == record->zone &&
                   set->count <= LIMIT_CORRECTED_SET
               ? set
               : NULL;
}

static void try_correction(struct ddds_check *check,
                           const struct finding *finding,
                           struct verdict *verdict)
{
    const struct findings *findings = check->findings;
    const struct checked_record *record = finding->corrected;
    const struct checked_set *set = find_set(check, record);
    struct subject subject;
    subject.check = check;
    verdict->line = finding->fix;
    ddds_trial_original(check, record, set, verdict->before);
    verdict->was_read = ddds_trial_line(&subject, finding->fix, record, set);
    memcpy(verdict->after, findings->probed, sizeof verdict->after);
    memcpy(verdict->here, findings->probed_here, sizeof verdict->here);
}

static bool is_correction(const struct finding *finding,
                          const struct verdict *verdict)
{
    enum ddds_severity severity = ddds_check_code_at(finding->code)->severity;
    if (!verdict->was_read || verdict->here[finding->code]) {
        return false;
    }
    for (int code = 0; code < CHECK_CODES; code++) {
        if (verdict->after[code] && !verdict->before[code] &&
            ddds_check_code_at((enum check_code)code)->severity >= severity) {
            return false;
        }
    }
    return true;
}

void ddds_corrections_judge(struct ddds_check *check)
{
    struct verdict verdict = {.line = NULL};
    for (struct finding *each = check->findings->newest; each != NULL;
         each = each->next) {
        if (each->fix == NULL || each->corrected == NULL) {
            continue;
        }
        if (each->fix != verdict.line) {
            try_correction(check, each, &verdict);
        }
        if (!is_correction(each, &verdict)) {
            each->fix = NULL;
        }
    }
}
