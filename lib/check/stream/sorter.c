/* The first reading finds the apex, the owners that are linked, and where to divide
 * the others. The second writes the parts.
 *
 * SPDX-License-Identifier: MIT */
#include "check/stream/sorter.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "check/stream/leaf.h"
#include "name/domain.h"

/* Owners that are drawn to divide the zone; sections that are as long as a part
 * together, so that they need little memory. */
enum { SAMPLES = 16384, SECTIONS = 4 };

static bool fail(struct sorter *sorter, ddds_status status)
{
    sorter->status = status;
    return false;
}

static bool fail_without_memory(struct sorter *sorter)
{
    return fail(sorter, ddds_error_no_memory(sorter->error));
}

/* Was |record| made by a directive? */
static bool is_made(const struct sorter *sorter,
                    const struct zonefile_record *record)
{
    return record->raw[0] == '$' || strcmp(record->file, sorter->path) != 0;
}

/* ---- The first reading ------------------------------------------------ */

static void note_apex(struct sorter *sorter,
                      const struct zonefile_record *record)
{
    const struct token *word = &record->owner_word;
    if (record->origin != NULL) {
        sorter->is_open = false;
    } else if (word->text != NULL) {
        sorter->is_open =
            !ddds_presentation_is_absolute(word->text, word->length);
    }
    if (record->base.type == TYPE_SOA && !sorter->has_apex &&
        !sorter->is_open) {
        sorter->has_apex = true;
        ddds_domain_copy(sorter->apex, record->base.owner);
        ddds_name_set_add(&sorter->must, sorter->apex);
    }
}

/* Draw owners, each with the same chance. */
static bool draw(struct sorter *sorter, const char *owner)
{
    size_t place = sorter->sample_count;
    if (sorter->seen++ >= SAMPLES) {
        sorter->chance = sorter->chance * UINT64_C(6364136223846793005) +
                         UINT64_C(1442695040888963407);
        place = (size_t)((sorter->chance >> 16) % sorter->seen);
    }
    if (place >= SAMPLES) {
        return true;
    }
    char *copy = strdup(owner);
    if (copy == NULL) {
        return fail_without_memory(sorter);
    }
    free(sorter->samples[place]);
    sorter->samples[place] = copy;
    sorter->sample_count += place == sorter->sample_count ? 1 : 0;
    return true;
}

static bool note_record(void *context, const struct zonefile_record *record)
{
    struct sorter *sorter = context;
    char target[LIMIT_NAME_SIZE];
    sorter->streamed->record_count++;
    sorter->has_record = true;
    note_apex(sorter, record);
    if (is_made(sorter, record)) {
        sorter->sections.is_whole = true;
        ddds_name_set_add(&sorter->must, record->base.owner);
    } else if (!ddds_leaf_is(record)) {
        ddds_name_set_add(&sorter->may, record->base.owner);
        if (ddds_leaf_target(record, target)) {
            ddds_name_set_add(&sorter->may, target);
        }
    }
    return sorter->must.has_failed || sorter->may.has_failed
               ? fail_without_memory(sorter)
               : draw(sorter, record->base.owner);
}

static bool note_problem(void *context, const struct zonefile_problem *problem)
{
    struct sorter *sorter = context;
    if (problem->record != NULL && problem->record->base.type == TYPE_NAPTR) {
        return note_record(sorter, problem->record);
    }
    sorter->faults++;
    if (sorter->first.status == DDDS_OK) {
        ddds_error_set(
            &sorter->first, DDDS_SYNTAX, DDDS_NO_OFFSET, "%s:%lu:%lu: %s",
            problem->file, (unsigned long)problem->refusal->line,
            (unsigned long)problem->refusal->column, problem->refusal->what);
    }
    return true;
}

static bool note_line(void *context, const struct zonefile_piece *line)
{
    struct sorter *sorter = context;
    bool has_record = sorter->has_record;
    sorter->has_record = false;
    return ddds_sections_note(&sorter->sections, line, has_record) ||
           fail_without_memory(sorter);
}

/* Is the file another kind of text, as intake/intake.c judges it? */
static bool is_other_text(const struct sorter *sorter,
                          const struct zonefile *file)
{
    size_t records = sorter->streamed->record_count;
    return !sorter->has_apex && sorter->faults > 0 &&
           (records == 0 || (sorter->faults >= LIMIT_STRAY_FAULTS &&
                             sorter->faults / 10 >= records &&
                             ddds_zonefile_first_origin(file) == NULL));
}

static ddds_status open_file(struct sorter *sorter, ddds_zonefile_line_fn *line,
                             struct zonefile **file)
{
    ddds_status status =
        ddds_zonefile_stream(sorter->path, line, sorter, file, sorter->error);
    if (status == DDDS_OK && sorter->options->include_anywhere) {
        ddds_zonefile_include_anywhere(*file);
    }
    if (status == DDDS_OK) {
        ddds_zonefile_max_generated(*file, sorter->options->max_generated);
    }
    return status;
}

static ddds_status read_first(struct sorter *sorter)
{
    struct zonefile *file;
    sorter->samples = calloc(SAMPLES, sizeof *sorter->samples);
    if (sorter->samples == NULL) {
        return ddds_error_no_memory(sorter->error);
    }
    ddds_status status =
        open_file(sorter, sorter->threads > 1 ? note_line : NULL, &file);
    if (status == DDDS_OK) {
        status = ddds_zonefile_survey(file, sorter->origin, note_record,
                                      note_problem, sorter, sorter->error);
        status = status == DDDS_OK ? sorter->status : status;
        sorter->linked = ddds_zonefile_octets(file);
    }
    if (status == DDDS_OK && is_other_text(sorter, file)) {
        status = ddds_error_set(
            sorter->error, DDDS_SYNTAX, DDDS_NO_OFFSET,
            sorter->streamed->record_count == 0
                ? "%s: not a zone file: no record could be read; %s"
                : "%s: not a zone file: hardly a line is a record; %s",
            sorter->path, sorter->first.detail);
    }
    ddds_zonefile_free(file);
    return status;
}

/* ---- The parts -------------------------------------------------------- */

static int compare_names(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* How many parts are wanted? A multiple of four, so that two threads, or four, end
 * at the same time; the same for any number of threads. */
static size_t count_parts(const struct sorter *sorter)
{
    size_t wanted = sorter->size / sorter->part_octets + 1;
    wanted = wanted > 1 ? (wanted + 3) / 4 * 4 : 1;
    return wanted < LIMIT_STREAM_PARTS ? wanted : LIMIT_STREAM_PARTS;
}

/* Find the owners with which parts begin: of equal size, if the samples are
 * fair. */
static ddds_status divide(struct sorter *sorter)
{
    const size_t wanted = count_parts(sorter);
    sorter->splitters = calloc(wanted, sizeof *sorter->splitters);
    if (sorter->splitters == NULL) {
        return ddds_error_no_memory(sorter->error);
    }
    qsort(sorter->samples, sorter->sample_count, sizeof *sorter->samples,
          compare_names);
    sorter->part_count = 1;
    for (size_t i = 1; i < wanted && sorter->sample_count > 0; i++) {
        const char *owner = sorter->samples[i * sorter->sample_count / wanted];
        const char *last = sorter->part_count > 1
                               ? sorter->splitters[sorter->part_count - 2]
                               : "";
        if (strcmp(last, owner) < 0) {
            sorter->splitters[sorter->part_count++ - 1] = owner;
        }
    }
    sorter->origins_put =
        calloc(sorter->part_count + 1, sizeof *sorter->origins_put);
    sorter->last = calloc(sorter->part_count + 1, sizeof *sorter->last);
    return sorter->origins_put != NULL && sorter->last != NULL
               ? DDDS_OK
               : ddds_error_no_memory(sorter->error);
}

/* The part of |owner|, from 1 on. */
static size_t find_part(const struct sorter *sorter, const char *owner)
{
    size_t low = 0;
    size_t high = sorter->part_count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(sorter->splitters[middle], owner) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low + 1;
}

/* ---- The second reading ----------------------------------------------- */

static bool is_doubled_name(const struct sorter *sorter,
                            const struct wire_name *origin)
{
    char name[LIMIT_NAME_SIZE];
    struct cursor cursor = ddds_cursor_over(origin->octets, origin->length);
    return ddds_domain_read(&cursor, name, NULL) == DDDS_OK &&
           ddds_domain_is_within(name, sorter->apex) &&
           strlen(strstr(name, sorter->apex)) > strlen(sorter->apex);
}

/* Could the origin of |record| be a name that lacks its final dot? Then checks
 * look for the $ORIGIN line. */
static bool is_doubled(struct sorter *sorter,
                       const struct zonefile_record *record)
{
    const struct wire_name *origin = record->origin;
    struct wire_name *judged = &sorter->judged;
    if (origin == NULL || !sorter->has_apex) {
        return false;
    }
    if (judged->length != origin->length ||
        memcmp(judged->octets, origin->octets, origin->length) != 0) {
        judged->length = origin->length;
        memcpy(judged->octets, origin->octets, origin->length);
        sorter->is_doubled = is_doubled_name(sorter, origin);
    }
    return sorter->is_doubled;
}

/* Put the $ORIGIN line before its first record in each part. */
static bool put_origin(struct sorter *sorter,
                       const struct zonefile_record *record)
{
    uint32_t *put = &sorter->origins_put[sorter->part];
    if (sorter->origin_line == 0 || *put == sorter->origin_line ||
        !is_doubled(sorter, record)) {
        return true;
    }
    const struct zonefile_piece line = {
        .text = sorter->origin_text,
        .length = sorter->origin_length,
        .line = sorter->origin_line,
        .origin = "",
    };
    *put = sorter->origin_line;
    sorter->status = ddds_lines_flush(&sorter->lines, sorter->error);
    if (sorter->status == DDDS_OK) {
        sorter->status =
            ddds_spill_write(sorter->spill, sorter->part, &line, sorter->error);
    }
    return sorter->status == DDDS_OK;
}

/* |record| is in the range of |part|: may its RRset be the last there? */
static void note_last(struct sorter *sorter, size_t part,
                      const struct zonefile_record *record)
{
    struct last_set *last = &sorter->last[part];
    if (record->base.type == TYPE_NAPTR &&
        (!last->exists || strcmp(last->owner, record->base.owner) < 0)) {
        ddds_domain_copy(last->owner, record->base.owner);
        last->exists = true;
        last->has_ttl = record->has_ttl;
        last->ttl = record->base.ttl;
    }
}

static bool place_record(void *context, const struct zonefile_record *record)
{
    struct sorter *sorter = context;
    const char *owner = record->base.owner;
    const size_t part = find_part(sorter, owner);
    const uint64_t hash = ddds_name_set_hash(&sorter->must, owner);
    bool is_linked = is_made(sorter, record) ||
                     ddds_name_set_has_hash(&sorter->must, hash) ||
                     (!sorter->streamed->is_apart &&
                      ddds_name_set_has_hash(&sorter->may, hash));
    sorter->has_part = true;
    sorter->part = is_linked ? PART_LINKED : part;
    note_last(sorter, part, record);
    if (!is_linked && !sorter->streamed->is_apart) {
        struct name_index *names = &sorter->streamed->names;
        ddds_name_index_add(names, owner, hash,
                            sorter->has_apex ? sorter->apex : NULL);
        if (names->owners.has_failed || names->above.has_failed) {
            return fail_without_memory(sorter);
        }
    }
    return put_origin(sorter, record);
}

static bool place_problem(void *context, const struct zonefile_problem *problem)
{
    struct sorter *sorter = context;
    if (problem->record != NULL && problem->record->base.type == TYPE_NAPTR) {
        return place_record(sorter, problem->record);
    }
    sorter->has_part = true;
    sorter->part = PART_LINKED;
    return true;
}

/* Keep the directive |line|. */
static bool keep_origin(struct sorter *sorter,
                        const struct zonefile_piece *line)
{
    char *text = realloc(sorter->origin_text, line->length);
    if (text == NULL) {
        return fail_without_memory(sorter);
    }
    memcpy(text, line->text, line->length);
    sorter->origin_text = text;
    sorter->origin_length = line->length;
    sorter->origin_line = line->line;
    return true;
}

static bool begins_with(const struct zonefile_piece *line, const char *word)
{
    return ascii_begins_with(line->text, line->length, word);
}

static bool place_line(void *context, const struct zonefile_piece *line)
{
    struct sorter *sorter = context;
    bool has_part = sorter->has_part;
    sorter->has_part = false;
    if (sorter->status != DDDS_OK) {
        return false;
    }
    if (!has_part && begins_with(line, "$ORIGIN") &&
        !keep_origin(sorter, line)) {
        return false;
    }
    if (!has_part &&
        (begins_with(line, "$INCLUDE") || begins_with(line, "$GENERATE"))) {
        has_part = true;
        sorter->part = PART_LINKED;
    }
    sorter->status =
        has_part
            ? ddds_lines_put(&sorter->lines, sorter->part, line, sorter->error)
            : ddds_lines_hold(&sorter->lines, line, sorter->error);
    return sorter->status == DDDS_OK;
}

/* Read the file with one thread. */
static ddds_status survey(struct sorter *sorter)
{
    struct zonefile *file;
    ddds_status status = open_file(sorter, place_line, &file);
    if (status == DDDS_OK) {
        status = ddds_zonefile_survey(file, sorter->origin, place_record,
                                      place_problem, sorter, sorter->error);
        status = status == DDDS_OK ? sorter->status : status;
    }
    ddds_zonefile_free(file);
    return status;
}

/* Read it with several. */
static ddds_status survey_sections(struct sorter *sorter)
{
    const struct section_reader reader = {
        .record = place_record,
        .problem = place_problem,
        .line = place_line,
        .context = sorter,
        .status = &sorter->status,
    };
    return ddds_sections_survey(&sorter->sections, sorter->path, sorter->origin,
                                sorter->threads, &reader, sorter->error);
}

static ddds_status read_second(struct sorter *sorter)
{
    sorter->spill =
        ddds_spill_new(sorter->folder, sorter->part_count + 1, sorter->error);
    if (sorter->spill == NULL) {
        return sorter->error->status;
    }
    ddds_status status =
        ddds_lines_init(&sorter->lines, sorter->spill, sorter->error);
    if (status != DDDS_OK) {
        return status;
    }
    status = ddds_sections_exist(&sorter->sections) ? survey_sections(sorter)
                                                    : survey(sorter);
    for (size_t i = 1; i <= sorter->part_count; i++) {
        if (!sorter->last[i].exists) {
            sorter->last[i] = sorter->last[i - 1];
        }
    }
    return status == DDDS_OK ? ddds_lines_end(&sorter->lines, sorter->error)
                             : status;
}

/* Forget the second reading. */
static void forget(struct sorter *sorter)
{
    ddds_lines_clear(&sorter->lines);
    ddds_spill_free(sorter->spill);
    sorter->spill = NULL;
    ddds_name_set_free(&sorter->streamed->names.owners);
    ddds_name_set_free(&sorter->streamed->names.above);
    ddds_name_set_init_as(&sorter->streamed->names.owners, &sorter->must);
    ddds_name_set_init(&sorter->streamed->names.above);
    memset(sorter->origins_put, 0,
           (sorter->part_count + 1) * sizeof *sorter->origins_put);
    memset(sorter->last, 0, (sorter->part_count + 1) * sizeof *sorter->last);
    sorter->origin_line = 0;
}

/* The octets that all parts need, with those of included files. */
static size_t measure_linked(const struct sorter *sorter)
{
    return sorter->linked + ddds_spill_octets(sorter->spill, PART_LINKED);
}

ddds_status ddds_sorter_run(struct sorter *sorter, struct ddds_error *error)
{
    struct ddds_error own;
    sorter->error = error != NULL ? error : &own;
    ddds_sections_init(&sorter->sections, sorter->part_octets / SECTIONS);
    ddds_name_set_init(&sorter->must);
    ddds_name_set_init_as(&sorter->may, &sorter->must);
    ddds_name_set_init_as(&sorter->streamed->names.owners, &sorter->must);
    ddds_status status = read_first(sorter);
    if (status == DDDS_OK) {
        status = divide(sorter);
    }
    if (status == DDDS_OK) {
        status = read_second(sorter);
    }
    if (status != DDDS_OK ||
        measure_linked(sorter) <= sorter->part_octets / 2) {
        return status;
    }
    forget(sorter);
    sorter->streamed->is_apart = true;
    status = read_second(sorter);
    return status == DDDS_OK && measure_linked(sorter) >
                                    sorter->part_octets * LIMIT_STREAM_SKEW
               ? ddds_error_set(sorter->error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                "%s: included files, generated records and "
                                "lines with errors take more than %zu octets, "
                                "which a stream does not hold",
                                sorter->path,
                                sorter->part_octets * LIMIT_STREAM_SKEW)
               : status;
}

void ddds_sorter_clear(struct sorter *sorter)
{
    for (size_t i = 0; i < sorter->sample_count; i++) {
        free(sorter->samples[i]);
    }
    free(sorter->samples);
    free(sorter->splitters);
    free(sorter->origins_put);
    free(sorter->last);
    free(sorter->origin_text);
    ddds_lines_clear(&sorter->lines);
    ddds_sections_clear(&sorter->sections);
    ddds_spill_free(sorter->spill);
    ddds_name_set_free(&sorter->must);
    ddds_name_set_free(&sorter->may);
}
