/* Runs the checks of single records, drafts their corrections, and judges
 * them.
 *
 * Record checks change a draft of the record. When all checks have run, each
 * draft is written as a line, read and checked like any record in its set, and
 * changed further, until the checks change nothing more. A finding keeps the
 * result as its correction if the corrected record no longer has that finding,
 * and nothing is worse. Checks of sets and graphs propose corrections of their
 * own, which are judged in the same way. correct/ judges the corrections of
 * files together.
 *
 * SPDX-License-Identifier: MIT */
#include "check/intake/corrections.h"

#include <string.h>

#include "check/model/index.h"
#include "check/model/lost_words.h"
#include "check/report/check_group.h"
#include "check/report/report.h"

/* ---- Checks ------------------------------------------------------------- */

/* Run all record checks on |record|, which becomes that of |subject|. */
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

/* Run the checks of |set| with |record| instead of |original|. */
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

/* Start to record codes, including those of places in |here|. */
static void begin_probing(struct findings *findings, struct ddds_span here)
{
    memset(&findings->notes, 0, sizeof findings->notes);
    findings->here = here;
    findings->is_probing = true;
}

/* ---- Lines -------------------------------------------------------------- */

/* State of trying a correction of |original|, which is parsed and checked like
 * a separate record, in |set| unless |set| is NULL. */
struct correction_trial {
    struct subject *subject;
    const struct checked_record *original;
    const struct checked_set *set;
    const char *line;
    struct checked_zone zone;
    struct arena arena;
    bool was_read;
    struct code_notes before; /* codes of |original| alone */
    struct code_set seen;     /* codes of the original, and of earlier trials */
    struct code_set alone;    /* codes of the record of |line| alone */
    bool is_choice;           /* a draft has a correction that is a choice */
};

static void try_record(struct correction_trial *trial,
                       const struct zonefile_record *from,
                       const struct zonefile_problem *problem)
{
    struct ddds_check *check = trial->subject->check;
    struct checked_record *record = ddds_checked_record_new(
        &trial->arena, &trial->zone, NULL, from, problem);
    check->arena.failed |= trial->arena.failed;
    if (record == NULL || record->naptr == NULL ||
        ddds_lost_words_in_line(trial->original, record, trial->line)) {
        return;
    }
    /* Properties that the line does not contain. */
    record->has_ttl = trial->original->has_ttl;
    record->number = trial->original->number;
    if (record->head[1].length == 0) {
        record->base.ttl = trial->original->base.ttl;
    }
    trial->was_read = true;
    look(trial->subject, record);
    trial->alone = check->findings->notes.found;
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

/* Parse |trial->line| and run the checks, which store codes in the notes and
 * corrections in the draft of the subject. Return false if the line is invalid,
 * or lacks words of the original (model/lost_words.h). */
static bool try_line(struct correction_trial *trial)
{
    char memory[4096];
    const struct checked_record *original = trial->original;
    struct ddds_check *check = trial->subject->check;
    struct ddds_span here = {trial->line, strlen(trial->line)};
    trial->was_read = false;
    trial->zone = *original->from->zone;
    /* Reported once per zone. */
    trial->zone.has_no_ttl = !code_set_has(&trial->before.found, CODE_NO_TTL);
    trial->zone.has_no_origin =
        !code_set_has(&trial->before.found, CODE_NO_ORIGIN);
    ddds_status status = ddds_zonefile_over("", here.text, here.length, false,
                                            &trial->zone.file, NULL);
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

/* Write the draft of the subject as a line, and try it, until the checks change
 * nothing more; |draft|, unless NULL, receives each draft. Return false if a
 * line cannot be tried. */
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
        }
        code_set_join(&trial->seen, &trial->alone);
        trial->is_choice |= subject->draft.is_choice;
        was_read = try_line(trial);
    }
    return was_read;
}

/* Return true if a draft is a choice, or if a code was removed whose correction
 * is one, or not wanted, unless another correction implies it. */
static bool has_chosen(const struct correction_trial *trial)
{
    if (trial->is_choice) {
        return true;
    }
    for (int i = 0; i < CHECK_CODES; i++) {
        const enum check_code code = (enum check_code)i;
        const struct ddds_check_code *row = ddds_check_code_at((size_t)i);
        if (code_set_has(&trial->seen, code) &&
            !code_set_has(&trial->alone, code) &&
            !ddds_findings_is_explained(&trial->seen, code) &&
            (ddds_correction_kind(row) == CORRECTION_CHOICE ||
             (code_set_has(&trial->before.silenced, code) &&
              !ddds_correction_respells(row)))) {
            return true;
        }
    }
    return false;
}

/* Return true if |after| has a code that |before| lacks. */
static bool has_more(const struct code_set *after,
                     const struct code_set *before)
{
    int i = 0;
    while (i < CHECK_CODES && (!code_set_has(after, (enum check_code)i) ||
                               code_set_has(before, (enum check_code)i))) {
        i++;
    }
    return i < CHECK_CODES;
}

/* ---- Records ------------------------------------------------------------ */

/* Record the codes of |trial->original| alone, and start its draft. */
static void look_before(struct correction_trial *trial)
{
    struct subject *subject = trial->subject;
    const struct checked_record *record = trial->original;
    struct findings *findings = subject->check->findings;
    ddds_draft_begin(&subject->draft, record);
    if (record->naptr->has_findings) {
        begin_probing(findings, (struct ddds_span){NULL, 0});
        look(subject, record);
        findings->is_probing = false;
        trial->before = findings->notes;
    }
    trial->seen = trial->before.found;
}

void ddds_corrections_begin(struct ddds_check *check,
                            const struct checked_record *record,
                            struct draft *draft)
{
    struct subject subject = {.check = check};
    struct correction_trial trial = {.subject = &subject, .original = record};
    ddds_draft_begin(draft, record);
    if (check->findings->is_probing || draft->is_unclear) {
        return;
    }
    look_before(&trial);
    if (subject.draft.is_touched) {
        memset(&trial.seen, 0, sizeof trial.seen);
        if (try_draft(&trial, draft) &&
            !has_more(&trial.alone, &trial.before.found)) {
            draft->is_choice = has_chosen(&trial);
        } else {
            ddds_draft_begin(draft, record);
        }
    }
}

void ddds_corrections_check(struct ddds_check *check,
                            const struct checked_record *record)
{
    struct findings *findings = check->findings;
    const struct finding *mark = findings->newest;
    struct correction *correction = NULL;
    struct subject subject; /* 4 KiB; |look| sets the used members */
    const size_t reported = findings->reported;
    subject.check = check;
    memset(&findings->notes, 0, sizeof findings->notes);
    look(&subject, record);
    record->naptr->has_findings = findings->reported > reported;
    if (check_has_failed(check) || !subject.draft.is_touched) {
        return;
    }
    for (struct finding *each = findings->newest; each != mark;
         each = each->next) {
        if (each->code == CODE_WORK_LIMIT) {
            continue;
        }
        if (correction != NULL) {
            ddds_report_share(each, correction);
            continue;
        }
        correction = ddds_report_fix(check, each, record, &subject.draft);
        if (correction == NULL) {
            return;
        }
        correction->is_drafted = true;
        correction->before = findings->notes;
    }
}

/* ---- Judgement ---------------------------------------------------------- */

/* Return the set of |record|; NULL if it is too large to be checked again. */
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

static void try_correction(struct ddds_check *check,
                           struct correction *correction)
{
    struct findings *findings = check->findings;
    struct subject subject = {.check = check};
    struct correction_trial trial = {
        .subject = &subject,
        .original = correction->record,
        .set = find_set(check, correction->record),
        .line = correction->line,
        .before = correction->before,
        .seen = correction->before.found,
    };
    if (!correction->is_drafted) {
        look_before(&trial);
        correction->before = trial.before;
    }
    begin_probing(findings, (struct ddds_span){NULL, 0});
    findings->notes = trial.before;
    if (trial.set != NULL) {
        ddds_corrections_check_set(check, trial.set);
    }
    correction->set_before = findings->notes.found;
    bool was_read = try_line(&trial);
    if (was_read && correction->is_drafted) {
        was_read = try_draft(&trial, NULL);
    }
    correction->is_choice |= was_read && has_chosen(&trial);
    correction->line = was_read ? trial.line : NULL;
    correction->alone = trial.alone;
    correction->after = findings->notes;
    correction->is_judged = true;
}

/* Return true if |finding| is gone, and the correction caused no finding of at
 * least its severity; if the checks of the record drafted it, also not in the
 * record itself. */
static bool is_removed(const struct finding *finding,
                       const struct correction *correction)
{
    enum ddds_severity severity = ddds_check_code_at(finding->code)->severity;
    if (correction->line == NULL ||
        code_set_has(&correction->after.here, finding->code)) {
        return false;
    }
    for (int i = 0; i < CHECK_CODES; i++) {
        const enum check_code code = (enum check_code)i;
        if (code_set_has(&correction->after.found, code) &&
            !code_set_has(&correction->set_before, code) &&
            ddds_check_code_at((size_t)i)->severity >= severity) {
            return false;
        }
    }
    return !correction->is_drafted ||
           (!code_set_has(&correction->alone, finding->code) &&
            !has_more(&correction->alone, &correction->before.found));
}

void ddds_corrections_judge(struct ddds_check *check)
{
    for (struct finding *each = check->findings->newest; each != NULL;
         each = each->next) {
        struct correction *correction = each->correction;
        if (correction == NULL) {
            continue;
        }
        if (!correction->is_judged) {
            try_correction(check, correction);
        }
        each->fix = is_removed(each, correction) ? correction->line : NULL;
    }
}
