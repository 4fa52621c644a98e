/* Reads zone files, and records that servers sent, into a check. Every record
 * is stored, and each NAPTR record is checked immediately.
 *
 * SPDX-License-Identifier: MIT */
#include "check/intake/intake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/grow.h"
#include "base/sized.h"
#include "check/intake/corrections.h"
#include "check/report/check_group.h"
#include "check/report/finding.h"
#include "base/domain.h"

/* ---- Records ---------------------------------------------------------- */

struct intake_survey {
    struct ddds_check *check;
    struct checked_zone *zone;
    struct checked_record *before;
    struct ddds_error *first; /* the first error */
    size_t faults;            /* lines that are not records */
};

/* Store |record| and check it; return false without memory. */
static bool keep_record(struct intake_survey *survey,
                        struct checked_record *record)
{
    char server[LIMIT_NAME_SIZE];
    struct ddds_check *check = survey->check;
    struct checked_record **records =
        ddds_grow(check->records, check->record_count, &check->record_size,
                  sizeof *records);
    check->records = records != NULL ? records : check->records;
    if (record == NULL || records == NULL) {
        check_fail(check);
        return false;
    }
    record->number = check->record_count;
    check->records[check->record_count++] = record;
    check->types |= UINT64_C(1) << record->base.type % 64;
    survey->before = record;
    survey->zone->records++;
    if (record->base.type == TYPE_SOA && survey->zone->apex == NULL &&
        !record->is_owner_open) {
        survey->zone->apex = record->base.owner;
        survey->zone->first_server =
            ddds_checked_record_name(record, 0, server)
                ? ddds_arena_string(&check->arena, server)
                : NULL;
    }
    if (record->naptr != NULL) {
        ddds_corrections_check(check, record);
    }
    return !check_has_failed(check);
}

static bool take_record(void *context, const struct zonefile_record *from)
{
    struct intake_survey *survey = context;
    return keep_record(
        survey, ddds_checked_record_new(&survey->check->arena, survey->zone,
                                        survey->before, from, NULL));
}

static bool take_problem(void *context, const struct zonefile_problem *problem)
{
    struct intake_survey *survey = context;
    struct ddds_check *check = survey->check;
    if (problem->record != NULL && problem->record->base.type == TYPE_NAPTR) {
        return keep_record(survey,
                           ddds_checked_record_new(&check->arena, survey->zone,
                                                   survey->before,
                                                   problem->record, problem));
    }
    survey->faults++;
    if (survey->first->status == DDDS_OK) {
        ddds_error_set(
            survey->first, DDDS_SYNTAX, DDDS_NO_OFFSET, "%s:%lu:%lu: %s",
            problem->file, (unsigned long)problem->refusal->line,
            (unsigned long)problem->refusal->column, problem->refusal->what);
        survey->first->setting = problem->refusal->setting;
    }
    for (const struct check_group *const *group = check->groups; *group != NULL;
         group++) {
        for (check_problem_fn *const *each = (*group)->problems;
             each != NULL && *each != NULL; each++) {
            (*each)(check, survey->zone, problem);
        }
    }
    return true;
}

/* ---- Files ------------------------------------------------------------ */

/* Determine whether comments in the file's texts may ignore findings. */
static bool mentions_ignore(const char *text, size_t length)
{
    static const char word[] = "ddds:ignore=";
    const char *end = text + length;
    while ((size_t)(end - text) >= sizeof word - 1) {
        text = memchr(text, 'd', (size_t)(end - text) - (sizeof word - 2));
        if (text == NULL) {
            return false;
        }
        if (memcmp(text, word, sizeof word - 1) == 0) {
            return true;
        }
        text++;
    }
    return false;
}

/* Return true if the file is another kind of text, in which hardly any line is
 * a record. A SOA or $ORIGIN makes it a zone file. */
static bool is_other_text(const struct intake_survey *survey)
{
    size_t records = survey->zone->records;
    return survey->zone->apex == NULL && survey->faults > 0 &&
           (records == 0 ||
            (survey->faults >= LIMIT_STRAY_FAULTS &&
             survey->faults / 10 >= records &&
             ddds_zonefile_first_origin(survey->zone->file) == NULL));
}

/* Set |error|: the file was not checked to its end. */
static void tell_end(struct ddds_error *error)
{
    const size_t length = error != NULL ? strlen(error->detail) : 0;
    if (error != NULL) {
        snprintf(error->detail + length, sizeof error->detail - length,
                 "; the rest of the file was not checked");
    }
}

/* Read |zone|, with the initial origin |origin|; NULL: unknown. */
static ddds_status survey_zone(struct ddds_check *check,
                               struct checked_zone *zone, const char *origin,
                               struct ddds_error *error)
{
    struct ddds_error first = {.status = DDDS_OK};
    struct intake_survey survey = {
        .check = check, .zone = zone, .first = &first};
    const struct findings before = *check->findings;
    const size_t record_count = check->record_count;
    ddds_status status = ddds_zonefile_survey(zone->file, origin, take_record,
                                              take_problem, &survey, error);
    zone->has_gap =
        status != DDDS_OK || ddds_zonefile_unread(zone->file, NULL) != DDDS_OK;
    zone->is_empty = zone->records == 0 && first.status == DDDS_OK;
    if (status == DDDS_LIMIT) {
        tell_end(error);
    }
    if (status == DDDS_OK && check_has_failed(check)) {
        return ddds_error_no_memory(error);
    }
    if (status == DDDS_OK && is_other_text(&survey)) {
        ddds_findings_forget(check->findings, &before);
        check->record_count = record_count;
        status = ddds_error_set(
            error, DDDS_SYNTAX, DDDS_NO_OFFSET,
            zone->records == 0
                ? "%s: not a zone file: no record could be read; %s"
                : "%s: not a zone file: almost no line is a record; %s",
            zone->name, first.detail);
        zone->records = 0;
    }
    return status == DDDS_OK ? ddds_zonefile_unread(zone->file, error) : status;
}

/* Add a zone for |file|, taking ownership, without reading it. NULL without
 * memory. */
static struct checked_zone *add_zone(struct ddds_check *check, const char *name,
                                     struct zonefile *file)
{
    struct checked_zone *zone =
        ddds_arena_array(&check->arena, 1, sizeof *zone);
    const char *copy = ddds_arena_string(&check->arena, name);
    if (zone == NULL || copy == NULL) {
        ddds_zonefile_free(file);
        return NULL;
    }
    *zone = (struct checked_zone){
        .number = check->zone_count++,
        .name = copy,
        .file = file,
    };
    *check->last_zone = zone;
    check->last_zone = &zone->next;
    return zone;
}

/* Take ownership of |file|, and read it with its origin. */
static ddds_status read_zone(struct ddds_check *check, const char *name,
                             struct zonefile *file, const char *origin,
                             enum zonefile_origin found,
                             struct ddds_error *error)
{
    struct checked_zone *zone = add_zone(check, name, file);
    if (zone == NULL) {
        return ddds_error_no_memory(error);
    }
    size_t length;
    const char *text = ddds_zonefile_text(file, NULL, &length);
    zone->has_ignores = mentions_ignore(text, length);
    if (found == ZONEFILE_ORIGIN_LIKELY) {
        zone->likely = ddds_arena_string(&check->arena, origin);
    }
    return survey_zone(check, zone,
                       found != ZONEFILE_ORIGIN_UNKNOWN ? origin : NULL, error);
}

ddds_status ddds_intake_file(struct ddds_check *check, const char *name,
                             struct zonefile *file,
                             const struct ddds_zone_options *given,
                             struct ddds_error *error)
{
    struct ddds_zone_options options;
    char origin[LIMIT_NAME_SIZE];
    enum zonefile_origin found = ZONEFILE_ORIGIN_UNKNOWN;
    ddds_status status = ddds_sized_copy(given, &options, sizeof options,
                                         "DDDS_ZONE_OPTIONS_INIT", error);
    if (status == DDDS_OK && options.origin == NULL && check->has_origin) {
        options.origin = *check->origin != '\0' ? check->origin : ".";
        options.assumed = NULL; /* a default applies to all files */
    }
    if (status == DDDS_OK) {
        status = ddds_zonefile_find_origin(file, name, &options, origin, &found,
                                           error);
    }
    if (status != DDDS_OK) {
        ddds_zonefile_free(file);
        return status;
    }
    return read_zone(check, name, file, origin, found, error);
}

struct checked_zone *ddds_intake_answer(struct ddds_check *check,
                                        const char *server, const char *apex,
                                        const char *text, size_t length)
{
    struct zonefile *file;
    struct checked_zone *zone = NULL;
    struct ddds_error error;
    const char *name = ddds_arena_format(&check->arena, "@%s", server);
    if (name == NULL || ddds_zonefile_over(name, text, length, false, &file,
                                           &error) != DDDS_OK) {
        check_fail(check);
        return NULL;
    }
    zone = add_zone(check, name, file);
    if (zone != NULL) {
        zone->server = server;
        zone->apex = apex;
        /* Unreadable text has no records. */
        survey_zone(check, zone, NULL, &error);
    }
    return check_has_failed(check) ? NULL : zone;
}
