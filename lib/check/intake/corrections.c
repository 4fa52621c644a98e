/* Runs the checks of single records, drafts their corrections, and judges
 * them.
 *
 * Record checks change a draft of the record. When all checks have run, each
 * draft is written as a line, read and checked like any record in its set, and
 * changed further, until the checks change nothing more. A finding keeps the
 * result as its correction if the corrected record no longer has that finding,
 * and nothing is worse. Checks of sets and graphs propose corrections of their
 * own, which are judged in the same way.
 *
 * SPDX-License-Identifier: MIT */
#include "check/intake/corrections.h"

#include <string.h>

#include "check/model/index.h"
#include "check/model/lost_words.h"
#include "check/report/check_group.h"
#include "check/report/report.h"

/* ---- Checks ------------------------------------------------------------- */

/* Run all record checks on |record|, which |subject| is about from now on. */
static void look(struct subject *subject, const struct checked_record *record)
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

void ddds_corrections_check_set(struct ddds_check *check,
                                const struct checked_set *set)
{
    for (const struct check_group *const *group = check->groups; *group != NULL;
         group++) {
        for (check_set_fn *const *each = (*group)->sets;
             each != NULL && *each != NULL; each++) {
            (*each)(check, set);
        }
    }
}

/* Run the checks of |set| with |record| in place of |original|. */
static void look_at_changed_set(struct ddds_check *check,
                                const struct checked_set *set,
                                const struct checked_record *original,
                                struct checked_record *record)
{
    struct checked_record **records =
        check->sorted + (set->records - check->sorted);
    size_t i = 0;
    while (i < set->count && records[i] != original) {
        i++;
    }
    if (i < set->count) {
        struct checked_record *before = records[i];
        records[i] = record;
        ddds_corrections_check_set(check, set);
        records[i] = before;
    }
}

/* Begin to note codes, and those of places in |here|. */
static void begin_probing(struct findings *findings, struct ddds_span here)
{
    memset(findings->probed, 0, sizeof findings->probed);
    memset(findings->probed_here, 0, sizeof findings->probed_here);
    findings->here = here;
    findings->is_probing = true;
}

/* ---- Lines -------------------------------------------------------------- */

/* A correction of |original|, which is read and looked at like a record of its
 * own, in |set| unless that is NULL. */
struct correction_trial {
    struct subject *subject;
    const struct checked_record *original;
    const struct checked_set *set;
    const char *line;
    struct checked_zone zone;
    struct arena arena;
    bool was_read;
    bool alone[CHECK_CODES]; /* what is found in the record by itself */
    const bool *before;      /* the same of |original| */
    bool is_choice;          /* a further round corrects a choice */
};

static void try_record(struct correction_trial *trial,
                       const struct zonefile_record *from,
                       const struct zonefile_problem *problem)
{
    struct ddds_check *check = trial->subject->check;
    struct checked_record *record = ddds_checked_record_new(
        &trial->arena, NULL, &trial->zone, NULL, from, problem);
    check->arena.failed |= trial->arena.failed;
    if (record == NULL || record->naptr == NULL ||
        ddds_lost_words_in_line(trial->original, record, trial->line)) {
        return;
    }
    /* What the line does not say by itself. */
    record->has_ttl = trial->original->has_ttl;
    record->number = trial->original->number;
    if (record->head[1].length == 0) {
        record->base.ttl = trial->original->base.ttl;
    }
    trial->was_read = true;
    look(trial->subject, record);
    memcpy(trial->alone, check->findings->probed, sizeof trial->alone);
    if (trial->set != NULL) {
        look_at_changed_set(check, trial->set, trial->original, record);
    }
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

/* Read |trial->line| and run the checks: then |findings.probed| says what they
 * found, and the draft of the subject is what they made of it. False if the
 * line cannot be read, or lacks words of the original (model/lost_words.h). */
static bool try_line(struct correction_trial *trial)
{
    char memory[4096];
    const struct checked_record *original = trial->original;
    struct ddds_check *check = trial->subject->check;
    struct ddds_span here = {trial->line, strlen(trial->line)};
    trial->was_read = false;
    trial->zone = *original->from->zone;
    trial->zone.has_no_ttl = false;
    trial->zone.has_no_origin = false;
    ddds_status status =
        ddds_zonefile_over("", here.text, here.length, &trial->zone.file, NULL);
    if (status != DDDS_OK) {
        check->arena.failed |= status == DDDS_NO_MEMORY;
        return false;
    }
    here.text = ddds_zonefile_text(trial->zone.file, NULL, &here.length);
    ddds_arena_init(&trial->arena, memory, sizeof memory);
    begin_probing(check->findings, here);
    status = ddds_zonefile_survey(trial->zone.file, original->from->origin,
                                  try_good, try_problem, trial, NULL);
    check->arena.failed |= status == DDDS_NO_MEMORY;
    check->findings->is_probing = false;
    trial->subject->record = original; /* That of the trial is freed. */
    ddds_arena_free(&trial->arena);
    ddds_zonefile_free(trial->zone.file);
    return trial->was_read;
}

/* Return true if the line has a finding that the original hid, and whose
 * correction is a choice. */
static bool shows_choice(const struct correction_trial *trial)
{
    for (int code = 0; code < CHECK_CODES; code++) {
        if (trial->alone[code] && !trial->before[code] &&
            ddds_correction_kind(ddds_check_code_at((size_t)code)) ==
                CORRECTION_CHOICE) {
            return true;
        }
    }
    return false;
}

/* Write the draft of the subject as a line, and try that, until the checks
 * change nothing more: |draft|, unless NULL, receives each that is written.
 * False if a line cannot be tried. */
static bool try_draft(struct correction_trial *trial, struct draft *draft)
{
    struct subject *subject = trial->subject;
    bool was_read = true;
    for (int i = 0;
         i < LIMIT_CORRECTIONS && was_read && subject->draft.is_touched; i++) {
        trial->line = ddds_draft_write(&subject->draft, trial->original,
                                       &subject->check->arena);
        if (trial->line == NULL) {
            return false;
        }
        if (draft != NULL) {
            *draft = subject->draft;
            draft->is_choice = trial->is_choice;
        }
        was_read = try_line(trial);
        trial->is_choice |=
            was_read && subject->draft.is_touched && shows_choice(trial);
    }
    return was_read;
}

/* ---- Records ------------------------------------------------------------ */

void ddds_corrections_begin(struct ddds_check *check,
                            const struct checked_record *record,
                            struct draft *draft)
{
    bool before[CHECK_CODES];
    struct subject subject = {.check = check};
    struct correction_trial trial = {
        .subject = &subject,
        .original = record,
        .before = before,
    };
    bool was_probing = check->findings->is_probing;
    ddds_draft_begin(draft, record);
    if (was_probing || draft->is_unclear) {
        return;
    }
    begin_probing(check->findings, (struct ddds_span){NULL, 0});
    look(&subject, record);
    check->findings->is_probing = false;
    memcpy(before, check->findings->probed, sizeof before);
    try_draft(&trial, draft);
}

void ddds_corrections_check(struct ddds_check *check,
                            const struct checked_record *record)
{
    const struct finding *mark = check->findings->newest;
    struct subject subject; /* 4 KiB, of which |look| sets what is used */
    subject.check = check;
    look(&subject, record);
    if (check_has_failed(check) || check->findings->newest == mark ||
        !subject.draft.is_touched || subject.draft.is_unclear) {
        return;
    }
    const char *line = ddds_draft_write(&subject.draft, record, &check->arena);
    for (struct finding *each = check->findings->newest; each != mark;
         each = each->next) {
        if (each->code != CODE_WORK_LIMIT) {
            each->fix = line;
            each->replaced = ddds_report_replaced(record);
            each->corrected = record;
            each->is_drafted = true;
        }
    }
}

/* ---- Judging ------------------------------------------------------------ */

/* What checks find before and after a correction. Findings of one record share
 * their line: that is tried once. */
struct correction_verdict {
    const char *proposed;
    const char *line; /* in its place; NULL: it is no correction */
    bool is_drafted;  /* by the checks of the record */
    bool is_choice;   /* it corrects what was hidden, and not for certain */
    bool before[CHECK_CODES];
    bool before_alone[CHECK_CODES];
    bool after[CHECK_CODES];
    bool after_alone[CHECK_CODES];
    bool here[CHECK_CODES]; /* of |after|, at the record */
};
/* The set of |record|; NULL if it is too large to be checked again. */
static const struct checked_set *find_set(const struct ddds_check *check,
                                          const struct checked_record *record)
{
    const struct checked_set *end = check->sets + check->set_count;
    const struct checked_set *set = ddds_index_set(check, record->base.owner);
    while (set != NULL && set < end && set->zone != record->from->zone &&
           strcmp(set->owner, record->base.owner) == 0) {
        set++;
    }
    return set != NULL && set < end && set->zone == record->from->zone &&
                   set->count <= LIMIT_CORRECTED_SET
               ? set
               : NULL;
}

/* Note what is found in |record| by itself, and in |set| unless that is
 * NULL. */
static void look_before(struct ddds_check *check,
                        const struct checked_record *record,
                        const struct checked_set *set,
                        struct correction_verdict *verdict)
{
    struct subject subject = {.check = check};
    struct checked_zone *zone = record->from->zone;
    const bool had_no_ttl = zone->has_no_ttl;
    const bool had_no_origin = zone->has_no_origin;
    /* As if nothing of the zone had been reported. */
    zone->has_no_ttl = false;
    zone->has_no_origin = false;
    begin_probing(check->findings, (struct ddds_span){NULL, 0});
    look(&subject, record);
    memcpy(verdict->before_alone, check->findings->probed,
           sizeof verdict->before_alone);
    if (set != NULL) {
        ddds_corrections_check_set(check, set);
    }
    check->findings->is_probing = false;
    zone->has_no_ttl = had_no_ttl;
    zone->has_no_origin = had_no_origin;
    memcpy(verdict->before, check->findings->probed, sizeof verdict->before);
}

static void try_correction(struct ddds_check *check,
                           const struct finding *finding,
                           struct correction_verdict *verdict)
{
    const struct findings *findings = check->findings;
    const struct checked_record *record = finding->corrected;
    struct subject subject = {.check = check};
    struct correction_trial trial = {
        .subject = &subject,
        .original = record,
        .set = find_set(check, record),
        .line = finding->fix,
        .before = verdict->before_alone,
    };
    verdict->proposed = finding->fix;
    verdict->is_drafted = finding->is_drafted;
    look_before(check, record, trial.set, verdict);
    bool was_read = try_line(&trial);
    if (was_read && verdict->is_drafted) {
        trial.is_choice = subject.draft.is_touched && shows_choice(&trial);
        was_read = try_draft(&trial, NULL);
    }
    verdict->is_choice = trial.is_choice;
    verdict->line = was_read ? trial.line : NULL;
    memcpy(verdict->after, findings->probed, sizeof verdict->after);
    memcpy(verdict->after_alone, trial.alone, sizeof verdict->after_alone);
    memcpy(verdict->here, findings->probed_here, sizeof verdict->here);
}

/* Is |finding| gone, and nothing else found of at least its severity, nor, if
 * the checks of the record drafted the correction, in the record? */
static bool is_correction(const struct finding *finding,
                          const struct correction_verdict *verdict)
{
    enum ddds_severity severity = ddds_check_code_at(finding->code)->severity;
    if (verdict->line == NULL || verdict->here[finding->code]) {
        return false;
    }
    for (int code = 0; code < CHECK_CODES; code++) {
        if ((verdict->after[code] && !verdict->before[code] &&
             ddds_check_code_at((enum check_code)code)->severity >= severity) ||
            (verdict->is_drafted && verdict->after_alone[code] &&
             !verdict->before_alone[code])) {
            return false;
        }
    }
    return !verdict->is_drafted || !verdict->after_alone[finding->code];
}

void ddds_corrections_judge(struct ddds_check *check)
{
    struct correction_verdict verdict = {.proposed = NULL};
    for (struct finding *each = check->findings->newest; each != NULL;
         each = each->next) {
        if (each->fix == NULL || each->corrected == NULL) {
            continue;
        }
        if (each->fix != verdict.proposed) {
            try_correction(check, each, &verdict);
        }
        each->fix = is_correction(each, &verdict) ? verdict.line : NULL;
        each->is_choice |= verdict.is_choice;
    }
}
