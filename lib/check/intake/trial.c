/* Runs checks without reporting.
 *
 * SPDX-License-Identifier: MIT */
#include "check/intake/trial.h"

#include <string.h>

#include "check/model/lost_words.h"
#include "check/report/finding.h"

void ddds_trial_look(struct subject *subject,
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

static void look_at_set(struct ddds_check *check, const struct checked_set *set)
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
        look_at_set(check, set);
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

void ddds_trial_original(struct ddds_check *check,
                         const struct checked_record *record,
                         const struct checked_set *set, bool found[CHECK_CODES])
{
    struct subject subject;
    struct checked_zone *zone = record->zone;
    const bool had_no_ttl = zone->has_no_ttl;
    const bool had_no_origin = zone->has_no_origin;
    subject.check = check;
    /* As if nothing of the zone had been reported. */
    zone->has_no_ttl = false;
    zone->has_no_origin = false;
    begin_probing(check->findings, (struct ddds_span){NULL, 0});
    ddds_trial_look(&subject, record);
    if (set != NULL) {
        look_at_set(check, set);
    }
    check->findings->is_probing = false;
    zone->has_no_ttl = had_no_ttl;
    zone->has_no_origin = had_no_origin;
    memcpy(found, check->findings->probed, sizeof check->findings->probed);
}

/* ---- Lines -------------------------------------------------------------- */

/* A correction that is read and looked at like a record of its own. */
struct line_trial {
    struct subject *subject;
    struct checked_zone zone;
    struct arena arena;
    const char *line;
    const struct checked_record *original;
    const struct checked_set *set;
    bool was_read;
};

static void try_record(struct line_trial *trial,
                       const struct zonefile_record *from,
                       const struct zonefile_problem *problem)
{
    struct checked_record *record = ddds_checked_record_new(
        &trial->arena, NULL, &trial->zone, NULL, from, problem);
    if (record == NULL) {
        check_fail(trial->subject->check);
    }
    if (record == NULL || record->naptr == NULL ||
        ddds_lost_words_in_line(trial->original, record, trial->line)) {
        return;
    }
    /* What the line does not say by itself. */
    record->has_ttl = trial->original->has_ttl;
    record->origin = trial->original->origin;
    record->number = trial->original->number;
    if (record->head[1].length == 0) {
        record->base.ttl = trial->original->base.ttl;
    }
    trial->was_read = true;
    ddds_trial_look(trial->subject, record);
    if (trial->set != NULL) {
        look_at_changed_set(trial->subject->check, trial->set, trial->original,
                            record);
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

bool ddds_trial_line(struct subject *subject, const char *line,
                     const struct checked_record *original,
                     const struct checked_set *set)
{
    char memory[4096];
    struct ddds_check *check = subject->check;
    struct line_trial trial = {
        .subject = subject,
        .zone = *original->zone,
        .line = line,
        .original = original,
        .set = set,
    };
    struct ddds_span here = {line, strlen(line)};
    trial.zone.has_no_ttl = false;
    trial.zone.has_no_origin = false;
    ddds_status status =
        ddds_zonefile_over("", line, here.length, &trial.zone.file, NULL);
    if (status != DDDS_OK) {
        check->status = status == DDDS_NO_MEMORY ? status : check->status;
        return false;
    }
    here.text = ddds_zonefile_text(trial.zone.file, NULL, &here.length);
    ddds_arena_init(&trial.arena, memory, sizeof memory);
    begin_probing(check->findings, here);
    status = ddds_zonefile_survey(trial.zone.file, original->origin, try_good,
                                  try_problem, &trial, NULL);
    check->status = status == DDDS_NO_MEMORY ? status : check->status;
    check->findings->is_probing = false;
    subject->record = original; /* That of the trial is freed. */
    ddds_arena_free(&trial.arena);
    ddds_zonefile_free(trial.zone.file);
    return trial.was_read;
}
