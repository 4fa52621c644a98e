/* A zone in parts.
 *
 * 1. The lines are sorted into a temporary file (sorter.c): those of owners that
 *    lead to other names, or that something leads to, are linked; the others are
 *    divided by owner.
 * 2. What is linked is checked once. All names of the zone are then known: by
 *    their hashes (model/name_set.h).
 * 3. Each part is checked with what is linked, because delegations, wildcards and
 *    rules that lead to its names are there. Findings in what is linked are left
 *    to step 2.
 * 4. The findings are joined (harvest.c), in the order of the parts.
 *
 * Several threads check a part each (turns.c). They share what step 1 has made,
 * which nothing changes then, and take turns to join what they have found.
 *
 * SPDX-License-Identifier: MIT */
#include "check/stream/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/sized.h"
#include "check/intake/intake.h"
#include "check/report/finding.h"
#include "check/run.h"
#include "check/stream/harvest.h"
#include "check/stream/sorter.h"
#include "check/stream/turns.h"

struct stream {
    struct ddds_check *check;
    const char *path;
    struct ddds_zone_options options;
    char origin[LIMIT_NAME_SIZE];
    enum zonefile_origin found;
    struct streamed streamed;
    struct sorter sorter;
    struct spilled linked;
    struct harvest *harvest;
    size_t records; /* of any type */
    const char *apex;
    struct ddds_error *error;
    struct ddds_error gap; /* what could not be included */
};

/* ---- The text of a part ----------------------------------------------- */

/* The lines of a part in the order of the file, and what is linked among them. */
struct part_text {
    char *text;
    size_t length;
    struct zonefile_piece *pieces;
    size_t count;
};

static void add_piece(struct part_text *text,
                      const struct zonefile_piece *piece, bool is_context)
{
    struct zonefile_piece *copy = &text->pieces[text->count++];
    *copy = *piece;
    copy->text = text->text + text->length;
    copy->is_context = is_context;
    memcpy(text->text + text->length, piece->text,
           piece->length + piece->ahead);
    text->length += piece->length + piece->ahead;
    text->text[text->length++] = '\n'; /* of no piece */
}

static ddds_status join_pieces(const struct stream *stream,
                               const struct spilled *part,
                               struct part_text *text, struct ddds_error *error)
{
    const struct spilled *linked = &stream->linked;
    size_t size = 1;
    for (size_t i = 0; i < linked->count; i++) {
        size += linked->pieces[i].length + linked->pieces[i].ahead + 1;
    }
    for (size_t i = 0; part != NULL && i < part->count; i++) {
        size += part->pieces[i].length + part->pieces[i].ahead + 1;
    }
    size_t count = linked->count + (part != NULL ? part->count : 0);
    *text = (struct part_text){
        .text = malloc(size),
        .pieces = calloc(count + 1, sizeof *text->pieces),
    };
    if (text->text == NULL || text->pieces == NULL) {
        return ddds_error_no_memory(error);
    }
    size_t i = 0;
    for (size_t k = 0; k < linked->count; k++) {
        while (part != NULL && i < part->count &&
               part->pieces[i].line < linked->pieces[k].line) {
            add_piece(text, &part->pieces[i++], false);
        }
        add_piece(text, &linked->pieces[k], part != NULL);
    }
    while (part != NULL && i < part->count) {
        add_piece(text, &part->pieces[i++], false);
    }
    return DDDS_OK;
}

/* ---- Checking a part -------------------------------------------------- */

static bool is_counted(const struct checked_record *record)
{
    return !record->zone->is_part ||
           !ddds_zonefile_is_context(record->zone->file, record->raw);
}

static void count(struct stream *stream, const struct ddds_check *part)
{
    for (size_t i = 0; i < part->record_count; i++) {
        const struct checked_record *record = part->records[i];
        bool is_new = is_counted(record);
        stream->records += is_new;
        stream->check->streamed_records += is_new && record->naptr != NULL;
    }
    for (size_t i = 0; i < part->set_count; i++) {
        stream->check->streamed_keys += is_counted(part->sets[i].records[0]);
    }
}

/* Take what is to be known of the whole zone. */
static ddds_status take(struct stream *stream, const struct ddds_check *part,
                        struct ddds_error *error)
{
    const char *apex = part->zones->apex;
    count(stream, part);
    if (stream->apex == NULL && apex != NULL) {
        stream->apex = ddds_arena_string(&stream->check->arena, apex);
        if (stream->apex == NULL) {
            return ddds_error_no_memory(error);
        }
    }
    return ddds_harvest_take(stream->harvest, part)
               ? DDDS_OK
               : ddds_error_no_memory(error);
}

/* What a part knows of the rest of the zone. */
static struct streamed describe_rest(const struct stream *stream, size_t part)
{
    const struct sorter *sorter = &stream->sorter;
    struct streamed streamed = stream->streamed;
    if (part > 1) {
        const struct last_set *last = &sorter->last[part - 1];
        streamed.from = sorter->splitters[part - 2];
        streamed.last = last->exists ? last : NULL;
    }
    if (part > 0 && part < sorter->part_count) {
        streamed.to = sorter->splitters[part - 1];
    }
    return streamed;
}

/* Check |text|, that of the part whose |turn| it is. */
static ddds_status check_text(struct stream *stream,
                              const struct part_text *text, struct turn *turn)
{
    struct zonefile *file;
    struct ddds_error *error = &turn->error;
    struct ddds_check_options options = stream->check->options;
    const struct streamed streamed = describe_rest(stream, turn->number);
    options.stream_from = 0;
    ddds_check *part = ddds_check_new(&options, error);
    if (part == NULL) {
        return error->status;
    }
    part->streamed = &streamed;
    if (streamed.is_apart) {
        ddds_check_apart(part);
    }
    ddds_status status =
        ddds_zonefile_over_pieces(stream->path, text->text, text->length,
                                  text->pieces, text->count, &file, error);
    if (status == DDDS_OK) {
        status = ddds_intake_read(part, stream->path, file, &stream->options,
                                  stream->origin, stream->found,
                                  turn->number != PART_LINKED, error);
    }
    if (status == DDDS_OK && !ddds_check_run(part)) {
        status = ddds_error_no_memory(error);
    }
    if (status == DDDS_OK && ddds_turn_wait(turn)) {
        status = take(stream, part, error);
        if (turn->number == PART_LINKED) { /* $INCLUDE is in it */
            ddds_zonefile_unread(file, &stream->gap);
        }
    }
    ddds_check_free(part);
    return status;
}

static ddds_status check_part(void *context, struct turn *turn)
{
    struct stream *stream = context;
    const struct sorter *sorter = &stream->sorter;
    const size_t i = turn->number;
    struct spilled part = {.memory = NULL};
    struct part_text text = {.text = NULL};
    size_t most = sorter->part_octets * LIMIT_STREAM_SKEW;
    if (i != PART_LINKED && ddds_spill_octets(sorter->spill, i) > most) {
        return ddds_error_set(&turn->error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "%s: the records of a few owners take more than "
                              "%zu octets, which a stream does not hold",
                              stream->path, most);
    }
    ddds_status status = i != PART_LINKED ? ddds_spill_read(sorter->spill, i,
                                                            &part, &turn->error)
                                          : DDDS_OK;
    if (status == DDDS_OK) {
        status = join_pieces(stream, i != PART_LINKED ? &part : NULL, &text,
                             &turn->error);
    }
    if (status == DDDS_OK) {
        status = check_text(stream, &text, turn);
    }
    ddds_spilled_clear(&part); /* with the names of the pieces */
    free(text.text);
    free(text.pieces);
    return status;
}

/* ---- The zone --------------------------------------------------------- */

/* Find the origin, of which the beginning of the file tells. */
static ddds_status find_origin(struct stream *stream)
{
    struct zonefile *file;
    ddds_status status =
        ddds_zonefile_stream(stream->path, NULL, NULL, &file, stream->error);
    if (status == DDDS_OK) {
        status = ddds_intake_origin(stream->check, stream->path, file,
                                    &stream->options, stream->origin,
                                    &stream->found, stream->error);
        ddds_zonefile_free(file);
    }
    return status;
}

/* Give |check| the zone that was checked. */
static ddds_status give(struct stream *stream)
{
    struct checked_zone *zone =
        ddds_intake_zone(stream->check, stream->path, NULL);
    if (zone == NULL ||
        !ddds_harvest_give(stream->harvest, stream->check, zone)) {
        return ddds_error_no_memory(stream->error);
    }
    zone->apex = stream->apex;
    zone->records = stream->records;
    zone->is_empty = stream->records == 0 && stream->sorter.faults == 0;
    return DDDS_OK;
}

/* Say what was left out. */
static void tell(const struct stream *stream)
{
    const struct ddds_check_options *options = &stream->check->options;
    char codes[DDDS_DETAIL_SIZE];
    if (options->streamed != NULL) {
        ddds_check_apart_codes(codes);
        options->streamed(options->streamed_context, stream->path,
                          stream->streamed.is_apart ? codes : NULL);
    }
}

static ddds_status check_parts(struct stream *stream)
{
    struct sorter *sorter = &stream->sorter;
    ddds_status status = ddds_sorter_run(sorter, stream->error);
    if (status == DDDS_OK) {
        status = ddds_spill_read(sorter->spill, PART_LINKED, &stream->linked,
                                 stream->error);
    }
    stream->harvest = ddds_harvest_new(stream->check->findings->most);
    if (status == DDDS_OK && stream->harvest == NULL) {
        status = ddds_error_no_memory(stream->error);
    }
    if (status == DDDS_OK) {
        status = ddds_turns_run(stream->check->options.threads,
                                sorter->part_count + 1, check_part, stream,
                                stream->error);
    }
    return status == DDDS_OK ? give(stream) : status;
}

static ddds_status refuse_change(const struct stream *stream)
{
    return ddds_error_set(stream->error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                          "%s: changed while it was read", stream->path);
}

/* Is |about| the file that is at |path| now? */
static bool is_unchanged(const char *path, const struct stat *about)
{
    struct stat now;
    return stat(path, &now) == 0 && now.st_size == about->st_size &&
           now.st_ino == about->st_ino &&
           now.st_mtim.tv_sec == about->st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == about->st_mtim.tv_nsec;
}

static ddds_status run(struct stream *stream)
{
    const struct ddds_check_options *options = &stream->check->options;
    struct stat about;
    if (stat(stream->path, &about) != 0) {
        return refuse_change(stream);
    }
    ddds_status status = find_origin(stream);
    if (status != DDDS_OK) {
        return status;
    }
    stream->sorter = (struct sorter){
        .path = stream->path,
        .origin =
            stream->found != ZONEFILE_ORIGIN_UNKNOWN ? stream->origin : NULL,
        .options = &stream->options,
        .folder = options->stream_folder != NULL ? options->stream_folder
                                                 : "/var/tmp",
        .part_octets =
            options->stream_part > 0 ? options->stream_part : LIMIT_STREAM_PART,
        .size = (size_t)about.st_size,
        .threads = options->threads,
        .streamed = &stream->streamed,
    };
    status = check_parts(stream);
    return status == DDDS_OK && !is_unchanged(stream->path, &about)
               ? refuse_change(stream)
               : status;
}

ddds_status ddds_stream_check(struct ddds_check *check, const char *path,
                              const struct ddds_zone_options *given,
                              struct ddds_error *error)
{
    struct ddds_error own;
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        return ddds_error_no_memory(error);
    }
    stream->check = check;
    stream->path = path;
    stream->error = error != NULL ? error : &own;
    ddds_name_set_init(&stream->streamed.names.owners);
    ddds_name_set_init(&stream->streamed.names.above);
    ddds_status status =
        ddds_sized_copy(given, &stream->options, sizeof stream->options,
                        "DDDS_ZONE_OPTIONS_INIT", error);
    if (status == DDDS_OK) {
        status = run(stream);
    }
    if (status == DDDS_OK) {
        tell(stream);
    }
    if (status == DDDS_OK && stream->gap.status != DDDS_OK) {
        status = ddds_error_set(error, stream->gap.status, DDDS_NO_OFFSET, "%s",
                                stream->gap.detail);
    }
    ddds_harvest_free(stream->harvest);
    ddds_spilled_clear(&stream->linked);
    ddds_sorter_clear(&stream->sorter);
    ddds_name_set_free(&stream->streamed.names.owners);
    ddds_name_set_free(&stream->streamed.names.above);
    free(stream);
    return status;
}
