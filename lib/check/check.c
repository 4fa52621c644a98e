/* A check from begin to end.
 *
 * 1. Files are read one by one. Every record is kept; each NAPTR is looked at
 *    by the record checks as soon as it is read, each line that is none by the
 *    problem checks.
 * 2. When all are there, records are sorted by owner, and the sets, the zones
 *    and the whole are looked at.
 * 3. The findings are sorted into the order of the files and handed over.
 *
 * Corrections. Checks of a record correct a draft of it. The draft is then read
 * and checked like any record, and corrected further, until it is clean or
 * nothing changes. A finding has the result for its correction if it is not
 * found there any more, and nothing is found there that was not found before.
 *
 * SPDX-License-Identifier: MIT */
#include "check/check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check/looks/expression.h"
#include "check/live/live.h"
#include "name/domain.h"

/* All groups of checks, in the order of their codes. */
static const struct check_group *const groups[] = {
    &ddds_check_syntax,
    &ddds_check_expression,
    &ddds_check_rule,
    &ddds_check_set,
    &ddds_check_graph,
    &ddds_check_portability,
    NULL,
};

static void fail(struct ddds_check *check)
{
    check->status = DDDS_NO_MEMORY;
}

/* ---- Reporting ------------------------------------------------------ */

static struct finding_place place_of(const struct record *record,
                                     struct ddds_region region)
{
    return (struct finding_place){
        .zone = record->zone,
        .file = record->file,
        .begin = record->raw,
        .length = record->raw_length,
        .line = record->line,
        .region = region,
        .owner = record->owner,
    };
}

struct finding *ddds_report_field(struct ddds_check *check,
                                  const struct record *record,
                                  enum check_code code, enum naptr_field field,
                                  size_t offset, size_t length,
                                  const char *format, ...)
{
    const struct finding_place place =
        place_of(record, ddds_record_region(record, field, offset, length));
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

struct finding *ddds_report_whole_field(struct ddds_check *check,
                                        const struct record *record,
                                        enum check_code code,
                                        enum naptr_field field,
                                        const char *format, ...)
{
    const struct finding_place place =
        place_of(record, ddds_record_field_region(record, field));
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

struct finding *ddds_report_record(struct ddds_check *check,
                                   const struct record *record,
                                   enum check_code code, const char *format,
                                   ...)
{
    const struct finding_place place =
        place_of(record, ddds_record_whole(record));
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

struct finding *ddds_report_region(struct ddds_check *check,
                                   const struct record *record,
                                   enum check_code code,
                                   struct ddds_region region,
                                   const char *format, ...)
{
    const struct finding_place place = place_of(record, region);
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

struct finding *ddds_report_name(struct ddds_check *check, struct zone *zone,
                                 const char *owner, enum check_code code,
                                 const char *format, ...)
{
    const struct finding_place place = {
        .zone = zone,
        .file = zone->name,
        .owner = owner,
    };
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

struct finding *ddds_report_problem(struct ddds_check *check, struct zone *zone,
                                    const struct zonefile_problem *problem,
                                    enum check_code code, const char *format,
                                    ...)
{
    const struct token *token = &problem->refusal->token;
    const struct finding_place place = {
        .zone = zone,
        .file = problem->file,
        .begin = token->text,
        .length = token->length,
        .line = token->line,
        .region = ddds_refusal_region(problem->refusal),
        .owner = problem->record != NULL ? problem->record->owner : NULL,
    };
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    if (finding != NULL && finding->owner != NULL) {
        /* The reader's own memory. */
        finding->owner = ddds_arena_string(&check->arena, finding->owner);
    }
    return finding;
}

/* What a correction of |record| is written over: all of its line, since its
 * owner is written out. */
static struct ddds_region replaced_by_fix(const struct record *record)
{
    struct ddds_region region = ddds_record_whole(record);
    if (record->head[0].text == NULL) {
        region.column = 1;
    }
    return region;
}

void ddds_report_fix(struct ddds_check *check, struct finding *finding,
                     const struct record *record, const struct draft *draft)
{
    if (finding == NULL || draft->is_unclear) {
        return;
    }
    finding->fix = ddds_draft_write(draft, record, &check->arena);
    finding->replaced = replaced_by_fix(record);
    if (finding->fix == NULL) {
        fail(check);
    }
}

/* ---- Records and their corrections ---------------------------------- */

static void look_at_record(struct ddds_check *check,
                           const struct record *record)
{
    ddds_draft_begin(&check->draft, record);
    check->is_explained = false;
    for (const struct check_group *const *group = check->groups; *group != NULL;
         group++) {
        for (check_record_fn *const *each = (*group)->records;
             each != NULL && *each != NULL; each++) {
            (*each)(check, record);
        }
    }
}

/* A correction that is read and looked at like a record of its own. */
struct trial {
    struct ddds_check *check;
    struct zone zone;
    struct arena arena;
    const struct record *original;
    bool was_read;
};

static void try_record(struct trial *trial, const struct zonefile_record *from,
                       const struct zonefile_problem *problem)
{
    struct record *record =
        ddds_record_new(&trial->arena, &trial->zone, NULL, from, problem);
    if (record == NULL) {
        fail(trial->check);
    }
    if (record == NULL || record->naptr == NULL) {
        return;
    }
    /* What the line does not say by itself. */
    record->has_ttl = trial->original->has_ttl;
    record->origin = trial->original->origin;
    trial->was_read = true;
    look_at_record(trial->check, record);
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

/* Look at |line|, a correction of |original|: |findings.probed| says what is
 * found, and |check->draft| is its correction. False if it cannot be read. */
static bool look_at_line(struct ddds_check *check, const char *line,
                         const struct record *original)
{
    char memory[4096];
    struct trial trial = {
        .check = check,
        .zone = *original->zone,
        .original = original,
    };
    trial.zone.has_no_ttl = false;
    trial.zone.has_no_origin = false;
    memset(check->findings.probed, 0, sizeof check->findings.probed);
    ddds_status status =
        ddds_zonefile_over("", line, strlen(line), &trial.zone.file, NULL);
    if (status != DDDS_OK) {
        check->status = status == DDDS_NO_MEMORY ? status : check->status;
        return false;
    }
    ddds_arena_init(&trial.arena, memory, sizeof memory);
    check->findings.is_probing = true;
    status = ddds_zonefile_survey(trial.zone.file, original->origin, try_good,
                                  try_problem, &trial, NULL);
    check->status = status == DDDS_NO_MEMORY ? status : check->status;
    check->findings.is_probing = false;
    ddds_arena_free(&trial.arena);
    ddds_zonefile_free(trial.zone.file);
    return trial.was_read;
}

/* Is nothing found in the correction that was not among the findings from
 * |newest| to |mark|? */
static bool is_no_worse(const struct ddds_check *check,
                        const struct finding *mark)
{
    for (int code = 0; code < CHECK_CODES; code++) {
        const struct finding *each = check->findings.newest;
        while (each != mark && (int)each->code != code) {
            each = each->next;
        }
        if (check->findings.probed[code] && each == mark) {
            return false;
        }
    }
    return true;
}

/* Correct |record|, which the findings back to |mark| are about. */
static void correct_record(struct ddds_check *check,
                           const struct record *record,
                           const struct finding *mark)
{
    const char *line = NULL;
    for (int i = 0; i < LIMIT_CORRECTIONS && check->draft.is_touched; i++) {
        line = ddds_draft_write(&check->draft, record, &check->arena);
        if (line == NULL) {
            fail(check);
            return;
        }
        if (!look_at_line(check, line, record)) {
            return;
        }
    }
    if (line == NULL || !is_no_worse(check, mark)) {
        return;
    }
    for (struct finding *each = check->findings.newest; each != mark;
         each = each->next) {
        if (!check->findings.probed[each->code]) {
            each->fix = line;
            each->replaced = replaced_by_fix(record);
        }
    }
}

void ddds_check_draft(struct ddds_check *check, const struct record *record,
                      struct draft *draft)
{
    ddds_draft_begin(draft, record);
    check->findings.is_probing = true;
    look_at_record(check, record);
    check->findings.is_probing = false;
    for (int i = 0; i < LIMIT_CORRECTIONS && check->draft.is_touched; i++) {
        const char *line =
            ddds_draft_write(&check->draft, record, &check->arena);
        *draft = check->draft;
        if (line == NULL || !look_at_line(check, line, record)) {
            return;
        }
    }
}

static void check_record(struct ddds_check *check, const struct record *record)
{
    const struct finding *mark = check->findings.newest;
    look_at_record(check, record);
    if (check->status == DDDS_OK && check->findings.newest != mark &&
        check->draft.is_touched && !check->draft.is_unclear) {
        correct_record(check, record, mark);
    }
}

/* ---- Files ---------------------------------------------------------- */

struct survey {
    struct ddds_check *check;
    struct zone *zone;
    struct record *before;
    struct ddds_error *first; /* what is wrong first of all */
};

/* Keep |record| and look at it; false without memory. */
static bool keep_record(struct survey *survey, struct record *record)
{
    struct ddds_check *check = survey->check;
    if (record != NULL && check->record_count == check->record_size) {
        size_t size = check->record_size * 2 + 1024;
        struct record **records =
            realloc(check->records, size * sizeof *records);
        if (records == NULL) {
            record = NULL;
        } else {
            check->records = records;
            check->record_size = size;
        }
    }
    if (record == NULL) {
        fail(check);
        return false;
    }
    record->number = check->record_count;
    check->records[check->record_count++] = record;
    survey->before = record;
    survey->zone->records++;
    if (record->type == TYPE_SOA && survey->zone->apex == NULL) {
        survey->zone->apex = record->owner;
    }
    if (record->naptr != NULL) {
        check_record(check, record);
    }
    return check->status == DDDS_OK;
}

static bool take_record(void *context, const struct zonefile_record *from)
{
    struct survey *survey = context;
    return keep_record(survey,
                       ddds_record_new(&survey->check->arena, survey->zone,
                                       survey->before, from, NULL));
}

static bool take_problem(void *context, const struct zonefile_problem *problem)
{
    struct survey *survey = context;
    struct ddds_check *check = survey->check;
    if (problem->record != NULL && problem->record->type == TYPE_NAPTR) {
        return keep_record(survey, ddds_record_new(&check->arena, survey->zone,
                                                   survey->before,
                                                   problem->record, problem));
    }
    if (survey->first->status == DDDS_OK) {
        ddds_error_set(
            survey->first, DDDS_SYNTAX, DDDS_NO_OFFSET, "%s:%lu:%lu: %s",
            problem->file, (unsigned long)problem->refusal->line,
            (unsigned long)problem->refusal->column, problem->refusal->what);
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

/* Some comment in one of the file's texts may ignore something. */
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

static ddds_status survey_zone(struct ddds_check *check, struct zone *zone,
                               struct ddds_error *error)
{
    struct ddds_error first = {.status = DDDS_OK};
    struct survey survey = {.check = check, .zone = zone, .first = &first};
    const struct findings before = check->findings;
    ddds_status status = ddds_zonefile_survey(
        zone->file, check->has_origin ? check->origin : NULL, take_record,
        take_problem, &survey, error);
    zone->is_empty = zone->records == 0 && first.status == DDDS_OK;
    if (status == DDDS_OK && check->status != DDDS_OK) {
        return ddds_error_no_memory(error);
    }
    if (status == DDDS_OK && zone->records == 0 && first.status != DDDS_OK) {
        ddds_findings_forget(&check->findings, &before);
        return ddds_error_set(error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                              "%s: no master file: there is no record that can "
                              "be read; %s",
                              zone->name, first.detail);
    }
    return status;
}

/* A zone for |file|, which it takes over; NULL without memory. */
static struct zone *new_zone(struct ddds_check *check, const char *name,
                             struct zonefile *file)
{
    struct zone *zone = ddds_arena_array(&check->arena, 1, sizeof *zone);
    const char *copy = ddds_arena_string(&check->arena, name);
    if (zone == NULL || copy == NULL) {
        ddds_zonefile_free(file);
        fail(check);
        return NULL;
    }
    *zone = (struct zone){
        .number = check->zone_count++,
        .name = copy,
        .file = file,
    };
    *check->last_zone = zone;
    check->last_zone = &zone->next;
    return zone;
}

/* Take over |file|, and read it. */
static ddds_status add_zone(struct ddds_check *check, const char *name,
                            struct zonefile *file, struct ddds_error *error)
{
    struct zone *zone = new_zone(check, name, file);
    if (zone == NULL) {
        return ddds_error_no_memory(error);
    }
    size_t length;
    const char *text = ddds_zonefile_text(file, NULL, &length);
    zone->has_ignores = mentions_ignore(text, length);
    return survey_zone(check, zone, error);
}

struct zone *ddds_check_add_answer(struct ddds_check *check, const char *server,
                                   const char *apex, const char *text,
                                   size_t length)
{
    struct zonefile *file;
    struct zone *zone = NULL;
    struct ddds_error error;
    const char *name = ddds_arena_format(&check->arena, "@%s", server);
    if (name == NULL ||
        ddds_zonefile_over(name, text, length, &file, &error) != DDDS_OK) {
        fail(check);
        return NULL;
    }
    zone = new_zone(check, name, file);
    if (zone != NULL) {
        zone->server = server;
        zone->apex = apex;
        /* What cannot be read at all leaves no records. */
        survey_zone(check, zone, &error);
    }
    return check->status == DDDS_OK ? zone : NULL;
}

ddds_status ddds_check_file(ddds_check *check, const char *path,
                            struct ddds_error *error)
{
    struct zonefile *file;
    ddds_status status = ddds_zonefile_open(path, &file, error);
    return status == DDDS_OK ? add_zone(check, path, file, error) : status;
}

ddds_status ddds_check_text(ddds_check *check, const char *name,
                            const char *text, size_t length,
                            struct ddds_error *error)
{
    struct zonefile *file;
    ddds_status status = ddds_zonefile_over(name, text, length, &file, error);
    return status == DDDS_OK ? add_zone(check, name, file, error) : status;
}

/* ---- All together --------------------------------------------------- */

/* By owner, by file, NAPTR before others, then as they were read. */
static int compare_records(const void *one, const void *other)
{
    const struct record *a = *(struct record *const *)one;
    const struct record *b = *(struct record *const *)other;
    int order = a->owner == b->owner ? 0 : strcmp(a->owner, b->owner);
    if (order != 0) {
        return order;
    }
    if (a->zone != b->zone) {
        return a->zone->number < b->zone->number ? -1 : 1;
    }
    if ((a->naptr != NULL) != (b->naptr != NULL)) {
        return a->naptr != NULL ? -1 : 1;
    }
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Put the record at |sorted|, a NAPTR, into the set before it, or a new one. */
static void add_to_set(struct ddds_check *check, struct record *const *sorted)
{
    const struct record *record = *sorted;
    struct record_set *last =
        check->set_count > 0 ? &check->sets[check->set_count - 1] : NULL;
    assert(last == NULL || last->owner != NULL);
    if (last != NULL && last->zone == record->zone &&
        strcmp(record->owner, last->owner) == 0) {
        last->count++;
        return;
    }
    check->sets[check->set_count++] = (struct record_set){
        .owner = record->owner,
        .zone = record->zone,
        .records = sorted,
        .count = 1,
    };
}

/* Sort the records, and find the sets among them. */
static bool sort_records(struct ddds_check *check)
{
    size_t count = check->record_count;
    check->sorted = calloc(count + 1, sizeof *check->sorted);
    check->sets = calloc(count + 1, sizeof *check->sets);
    if (check->sorted == NULL || check->sets == NULL) {
        return false;
    }
    if (count > 0) {
        memcpy(check->sorted, check->records, count * sizeof *check->sorted);
        qsort(check->sorted, count, sizeof *check->sorted, compare_records);
    }
    for (size_t i = 0; i < count; i++) {
        if (check->sorted[i]->naptr != NULL) {
            add_to_set(check, &check->sorted[i]);
        }
    }
    return true;
}

static void look_at_group(struct ddds_check *check,
                          const struct check_group *group)
{
    for (check_set_fn *const *each = group->sets; each != NULL && *each != NULL;
         each++) {
        for (size_t i = 0; i < check->set_count; i++) {
            (*each)(check, &check->sets[i]);
        }
    }
    for (check_zone_fn *const *each = group->zones;
         each != NULL && *each != NULL; each++) {
        for (const struct zone *zone = check->zones; zone != NULL;
             zone = zone->next) {
            (*each)(check, zone);
        }
    }
    for (check_all_fn *const *each = group->all; each != NULL && *each != NULL;
         each++) {
        (*each)(check);
    }
}

static void summarize(const struct ddds_check *check,
                      struct ddds_check_summary *summary)
{
    *summary = (struct ddds_check_summary){
        .omitted = check->findings.omitted,
    };
    for (const struct zone *zone = check->zones; zone != NULL;
         zone = zone->next) {
        summary->files +=
            zone->server == NULL && (zone->records > 0 || zone->is_empty);
    }
    for (size_t i = 0; i < check->record_count; i++) {
        summary->records += check->records[i]->naptr != NULL;
    }
    for (size_t i = 0; i < check->set_count; i++) {
        summary->keys += i == 0 || strcmp(check->sets[i].owner,
                                          check->sets[i - 1].owner) != 0;
    }
    summary->queries = ddds_live_count(check->live);
    for (int i = 0; i < CHECK_CODES; i++) {
        summary->found[ddds_check_code_at((enum check_code)i)->severity] +=
            check->findings.counts[i];
    }
}

ddds_status ddds_check_report(ddds_check *check, ddds_finding_fn *finding,
                              void *context, struct ddds_check_summary *summary,
                              struct ddds_error *error)
{
    bool is_sorted = sort_records(check);
    for (const struct check_group *const *group = check->groups;
         is_sorted && *group != NULL; group++) {
        look_at_group(check, *group);
    }
    if (!is_sorted || check->status != DDDS_OK || check->findings.has_failed ||
        !ddds_findings_hand_over(&check->findings, finding, context)) {
        return ddds_error_no_memory(error);
    }
    summarize(check, summary);
    return DDDS_OK;
}

/* ---- Looking around ------------------------------------------------- */

struct record *const *ddds_check_find_records(const struct ddds_check *check,
                                              const char *owner, size_t *count)
{
    size_t low = 0;
    size_t high = check->record_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(check->sorted[middle]->owner, owner) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    struct record *const *first = check->sorted + low;
    high = check->record_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(check->sorted[middle]->owner, owner) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *count = (size_t)(check->sorted + low - first);
    return first;
}

const struct record_set *ddds_check_find_set(const struct ddds_check *check,
                                             const char *owner)
{
    size_t low = 0;
    size_t high = check->set_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(check->sets[middle].owner, owner) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < check->set_count && strcmp(check->sets[low].owner, owner) == 0
               ? &check->sets[low]
               : NULL;
}

const struct zone *ddds_check_find_zone(const struct ddds_check *check,
                                        const char *name)
{
    const struct zone *deepest = NULL;
    for (const struct zone *zone = check->zones; zone != NULL;
         zone = zone->next) {
        if (zone->apex != NULL && ddds_domain_is_within(name, zone->apex) &&
            (deepest == NULL || strlen(zone->apex) > strlen(deepest->apex))) {
            deepest = zone;
        }
    }
    return deepest;
}

/* ---- From begin to end ---------------------------------------------- */

static ddds_status read_options(struct ddds_check *check,
                                const struct ddds_check_options *options,
                                struct ddds_error *error)
{
    struct ddds_error why;
    check->options = *options;
    if (options->origin != NULL) {
        check->has_origin = true;
        if (ddds_domain_parse(options->origin, strlen(options->origin),
                              check->origin, &why) != DDDS_OK) {
            return ddds_error_set(error, DDDS_BAD_OPTION, why.offset,
                                  "origin: %s", why.detail);
        }
    }
    for (size_t i = 0; i < options->ignored_count; i++) {
        const struct ddds_check_code *code =
            ddds_check_code_find(options->ignored[i]);
        if (code == NULL) {
            return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                  "\"%.40s\" is no code of a finding",
                                  options->ignored[i]);
        }
        check->findings.is_ignored[code - ddds_check_code_at(0)] = true;
    }
    return DDDS_OK;
}

ddds_check *ddds_check_new(const struct ddds_check_options *options,
                           struct ddds_error *error)
{
    static const struct ddds_check_options defaults;
    struct ddds_check *check = calloc(1, sizeof *check);
    if (check == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    ddds_arena_init(&check->arena, NULL, 0);
    check->findings.arena = &check->arena;
    check->last_zone = &check->zones;
    check->groups = groups;
    check->status = DDDS_OK;
    if (read_options(check, options != NULL ? options : &defaults, error) !=
        DDDS_OK) {
        ddds_check_free(check);
        return NULL;
    }
    check->expressions = ddds_expressions_new(&check->options);
    if (check->expressions == NULL) {
        ddds_check_free(check);
        ddds_error_no_memory(error);
        return NULL;
    }
    return check;
}

void ddds_check_free(ddds_check *check)
{
    if (check == NULL) {
        return;
    }
    for (struct zone *zone = check->zones; zone != NULL; zone = zone->next) {
        ddds_zonefile_free(zone->file);
    }
    ddds_expressions_free(check->expressions);
    ddds_live_free(check->live);
    ddds_arena_free(&check->arena);
    free(check->records);
    free(check->sorted);
    free(check->sets);
    free(check);
}
