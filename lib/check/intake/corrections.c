/* Runs the checks of single records, and corrects what they find.
 *
 * Record checks change a draft of the record. The draft is written as a
 * line, read and checked like any record, and changed further, until the
 * checks change nothing more. A finding gets the result as its correction
 * if the corrected record no longer has that finding, and has no finding
 * that the original had not.
 *
 * SPDX-License-Identifier: MIT */
#include "check/intake/corrections.h"

#include <string.h>

#include "check/report/check_group.h"
#include "check/report/report.h"

/* ---- Looking ---------------------------------------------------------- */

/* Run all record checks on |record|, which |subject| is about from now on. */
static void look_at_record(struct subject *subject,
                           const struct checked_record *record)
{
    subject->record = record;
    subject->is_explained = false;
    ddds_draft_begin(&subject->draft, record);
    for (const struct check_group *const *group = subject->check->groups;
         *group != NULL; group++) {
        for (check_record_fn *const *each = (*group)->records;
             each != NULL && *each != NULL; each++) {
            (*each)(subject);
        }
    }
}

/* A correction that is read and looked at like a record of its own. */
struct correction_trial {
    struct subject *subject;
    struct checked_zone zone;
    struct arena arena;
    const struct checked_record *original;
    bool was_read;
};

static void try_record(struct correction_trial *trial,
                       const struct zonefile_record *from,
                       const struct zonefile_problem *problem)
{
    struct checked_record *record = ddds_checked_record_new(
        &trial->arena, &trial->zone, NULL, from, problem);
    if (record == NULL) {
        check_fail(trial->subject->check);
    }
    if (record == NULL || record->naptr == NULL) {
        return;
    }
    /* What the line does not say by itself. */
    record->has_ttl = trial->original->has_ttl;
    record->origin = trial->original->origin;
    trial->was_read = true;
    look_at_record(trial->subject, record);
}

static bool try_good(void *context, const struct zonefile_record *from)
{
    try_record(context, from, NULL);
    return false;
}

static bool try_problem(void *context, const struct zonefile_problem *problem)
{
    if (problem->record != NULL) {
        try_record(context, problem->record, problem);
    }
    return false;
}

/* Run the record checks on |line|, a correction of |original|: then
 * |findings.probed| says what they found, and the draft of |subject| is what
 * they made of it. False if the line cannot be read. */
static bool look_at_line(struct subject *subject, const char *line,
                         const struct checked_record *original)
{
    char memory[4096];
    struct ddds_check *check = subject->check;
    struct correction_trial trial = {
        .subject = subject,
        .zone = *original->zone,
        .original = original,
    };
    trial.zone.has_no_ttl = false;
    trial.zone.has_no_origin = false;
    memset(check->findings->probed, 0, sizeof check->findings->probed);
    ddds_status status =
        ddds_zonefile_over("", line, strlen(line), &trial.zone.file, NULL);
    if (status != DDDS_OK) {
        check->status = status == DDDS_NO_MEMORY ? status : check->status;
        return false;
    }
    ddds_arena_init(&trial.arena, memory, sizeof memory);
    check->findings->is_probing = true;
    status = ddds_zonefile_survey(trial.zone.file, original->origin, try_good,
                                  try_problem, &trial, NULL);
    check->status = status == DDDS_NO_MEMORY ? status : check->status;
    check->findings->is_probing = false;
    subject->record = original; /* That of the trial is freed. */
    ddds_arena_free(&trial.arena);
    ddds_zonefile_free(trial.zone.file);
    return trial.was_read;
}

/* ---- Correcting ------------------------------------------------------- */

/* Is nothing found in the correction that was not among the findings from
 * |newest| to |mark|? */
static bool is_no_worse(const struct ddds_check *check,
                        const struct finding *mark)
{
    for (int code = 0; code < CHECK_CODES; code++) {
        const struct finding *each = check->findings->newest;
        while (each != mark && (int)each->code != code) {
            each = each->next;
        }
        if (check->findings->probed[code] && each == mark) {
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
    for (int i = 0; i < LIMIT_CORRECTIONS && subject->draft.is_touched; i++) {
        line = ddds_draft_write(&subject->draft, record, &check->arena);
        if (line == NULL) {
            check_fail(check);
            return;
        }
        if (!look_at_line(subject, line, record)) {
            return;
        }
    }
    if (line == NULL || !is_no_worse(check, mark)) {
        return;
    }
    for (struct finding *each = check->findings->newest; each != mark;
         each = each->next) {
        if (!check->findings->probed[each->code]) {
            each->fix = line;
            each->replaced = ddds_report_replaced(record);
        }
    }
}

void ddds_corrections_begin(struct ddds_check *check,
                            const struct checked_record *record,
                            struct draft *draft)
{
    struct subject subject;
    subject.check = check;
    check->findings->is_probing = true;
    look_at_record(&subject, record);
    check->findings->is_probing = false;
    ddds_draft_begin(draft, record);
    for (int i = 0; i < LIMIT_CORRECTIONS && subject.draft.is_touched; i++) {
        const char *line =
            ddds_draft_write(&subject.draft, record, &check->arena);
        *draft = subject.draft;
        if (line == NULL) {
            check_fail(check);
            return;
        }
        if (!look_at_line(&subject, line, record)) {
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
    look_at_record(&subject, record);
    if (check->status == DDDS_OK && check->findings->newest != mark &&
        subject.draft.is_touched && !subject.draft.is_unclear) {
        correct_record(&subject, mark);
    }
}
