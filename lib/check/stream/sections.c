/* A thread reads the lines of a section, and keeps what is to be known of them. When
 * all sections before it have been handed over, it hands over its own.
 *
 * SPDX-License-Identifier: MIT */
#include "check/stream/sections.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/error.h"
#include "check/stream/turns.h"

/* What the reader knows where it begins; |known.length| is that of the section. */
struct section {
    off_t begin;
    struct zonefile_piece known;
};

/* A line takes memory, however short it is; so do lines that no section can begin
 * with. */
enum { SHORT_LINE = 32, LINES_MORE = 64 };

/* ---- Where sections begin --------------------------------------------- */

void ddds_sections_init(struct sections *sections, size_t wanted)
{
    *sections = (struct sections){.wanted = wanted};
    ddds_arena_init(&sections->arena, NULL, 0);
}

void ddds_sections_clear(struct sections *sections)
{
    free(sections->items);
    ddds_arena_free(&sections->arena);
}

static bool begin_section(struct sections *sections,
                          const struct zonefile_piece *line)
{
    if ((sections->count & (sections->count - 1)) == 0) {
        size_t size = sections->count > 0 ? 2 * sections->count : 1;
        struct section *items =
            realloc(sections->items, size * sizeof *sections->items);
        if (items == NULL) {
            return false;
        }
        sections->items = items;
    }
    struct section *section = &sections->items[sections->count];
    *section = (struct section){(off_t)sections->octets, *line};
    section->known.origin = ddds_arena_string(&sections->arena, line->origin);
    section->known.length = 0;
    sections->count += section->known.origin != NULL ? 1 : 0;
    sections->lines = 0;
    return section->known.origin != NULL;
}

/* Can a reader begin with |line|, and know no owner? */
static bool is_beginning(const struct zonefile_piece *line, bool has_record)
{
    return has_record && ascii_is_alnum((unsigned char)*line->text);
}

static struct section *last_section(const struct sections *sections)
{
    return sections->count > 0 ? &sections->items[sections->count - 1] : NULL;
}

/* Does |line| change what the reader knows in a way that is not kept? Or is the
 * last section too long to be held, because no other can begin? */
static bool is_indivisible(const struct sections *sections,
                           const struct zonefile_piece *line)
{
    const struct section *last = last_section(sections);
    return line->is_torn ||
           ascii_begins_with(line->text, line->length, "$INCLUDE") ||
           ascii_begins_with(line->text, line->length, "$GENERATE") ||
           (last != NULL &&
            (last->known.length > 4 * sections->wanted + LIMIT_STREAM_WINDOW ||
             sections->lines > 2 * sections->wanted / SHORT_LINE + LINES_MORE));
}

bool ddds_sections_note(struct sections *sections,
                        const struct zonefile_piece *line, bool has_record)
{
    const struct section *full = last_section(sections);
    sections->is_whole = sections->is_whole || is_indivisible(sections, line);
    if (sections->is_whole) {
        return true;
    }
    if ((full == NULL ||
         (is_beginning(line, has_record) &&
          (full->known.length >= sections->wanted ||
           sections->lines >= sections->wanted / SHORT_LINE))) &&
        !begin_section(sections, line)) {
        return false;
    }
    last_section(sections)->known.length += line->length;
    sections->octets += line->length;
    sections->lines++;
    return true;
}

bool ddds_sections_exist(const struct sections *sections)
{
    return !sections->is_whole && sections->count > 1;
}

/* ---- Reading a section ------------------------------------------------ */

struct section_line {
    struct zonefile_piece piece;
    const char *owner; /* of its record; or NULL */
    const char *raw;
    const struct wire_name *origin;
    uint32_t ttl;
    uint16_t type;
    bool has_ttl;
    bool is_refused; /* it, or its record */
};

struct section_lines {
    struct arena arena;
    struct section_line *items;
    size_t count;
    size_t size;
    struct section_line next;       /* what is known of the line that is read */
    const struct wire_name *origin; /* the last one, */
    const char *origin_text;        /* and that of a line */
    bool has_failed;                /* an allocation */
};

static const struct wire_name *keep_origin(struct section_lines *lines,
                                           const struct wire_name *origin)
{
    const struct wire_name *last = lines->origin;
    if (last == NULL || last->length != origin->length ||
        memcmp(last->octets, origin->octets, origin->length) != 0) {
        struct wire_name *copy = ddds_arena_alloc(&lines->arena, sizeof *copy);
        lines->has_failed |= copy == NULL;
        if (copy != NULL) {
            *copy = *origin;
        }
        lines->origin = copy;
    }
    return lines->origin;
}

static const char *keep_text(struct section_lines *lines, const char *text)
{
    const char *copy = ddds_arena_string(&lines->arena, text);
    lines->has_failed |= copy == NULL;
    return copy;
}

static bool keep_record(void *context, const struct zonefile_record *record)
{
    struct section_lines *lines = context;
    lines->next.owner = keep_text(lines, record->base.owner);
    lines->next.raw = record->raw;
    lines->next.origin =
        record->origin != NULL ? keep_origin(lines, record->origin) : NULL;
    lines->next.ttl = record->base.ttl;
    lines->next.type = record->base.type;
    lines->next.has_ttl = record->has_ttl;
    return !lines->has_failed;
}

static bool keep_problem(void *context, const struct zonefile_problem *problem)
{
    struct section_lines *lines = context;
    lines->next.is_refused = true;
    return problem->record == NULL || keep_record(context, problem->record);
}

static bool make_room(struct section_lines *lines)
{
    if (lines->count < lines->size) {
        return true;
    }
    size_t size = lines->size > 0 ? 2 * lines->size : 1024;
    struct section_line *items =
        realloc(lines->items, size * sizeof *lines->items);
    if (items == NULL) {
        return false;
    }
    lines->items = items;
    lines->size = size;
    return true;
}

static bool keep_line(void *context, const struct zonefile_piece *piece)
{
    struct section_lines *lines = context;
    if (!make_room(lines)) {
        lines->has_failed = true;
        return false;
    }
    struct section_line *line = &lines->items[lines->count++];
    *line = lines->next;
    line->piece = *piece;
    if (lines->origin_text == NULL ||
        strcmp(lines->origin_text, piece->origin) != 0) {
        lines->origin_text = keep_text(lines, piece->origin);
    }
    line->piece.origin = lines->origin_text;
    if (piece->owner != NULL) {
        line->piece.owner = keep_text(lines, piece->owner);
    }
    lines->next = (struct section_line){.owner = NULL};
    return !lines->has_failed;
}

/* ---- All sections ----------------------------------------------------- */

struct survey {
    const struct sections *sections;
    const char *path;
    const char *origin;
    int descriptor;
    const struct section_reader *reader;
};

/* Hand over |line|; false if a function stops the reading. */
static bool hand_over_line(const struct survey *survey,
                           const struct section_line *line)
{
    const struct section_reader *reader = survey->reader;
    const struct zonefile_record record = {
        .base = {.owner = line->owner, .type = line->type, .ttl = line->ttl},
        .file = survey->path,
        .raw = line->raw,
        .origin = line->origin,
        .has_ttl = line->has_ttl,
    };
    const struct zonefile_problem problem = {
        .file = survey->path,
        .record = line->owner != NULL ? &record : NULL,
    };
    if (line->is_refused ? !reader->problem(reader->context, &problem)
                         : line->owner != NULL &&
                               !reader->record(reader->context, &record)) {
        return false;
    }
    return reader->line(reader->context, &line->piece);
}

/* Read the text of |section|, and an end, to |text|. */
static ddds_status read_text(const struct survey *survey,
                             const struct section *section, char *text,
                             struct ddds_error *error)
{
    const size_t length = section->known.length;
    for (size_t done = 0; done < length;) {
        ssize_t count = pread(survey->descriptor, text + done, length - done,
                              section->begin + (off_t)done);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                                  "%s: changed while it was read",
                                  survey->path);
        }
        done += count > 0 ? (size_t)count : 0;
    }
    text[length] = '\n'; /* of no section */
    return DDDS_OK;
}

/* Read |section|, whose text is |text|, into |lines|. */
static ddds_status read_lines(const struct survey *survey,
                              const struct section *section, const char *text,
                              struct section_lines *lines,
                              struct ddds_error *error)
{
    struct zonefile *file;
    struct zonefile_piece piece = section->known;
    piece.text = text;
    ddds_status status = ddds_zonefile_over_lines(
        survey->path, &piece, keep_line, lines, &file, error);
    if (status == DDDS_OK) {
        status = ddds_zonefile_survey(file, survey->origin, keep_record,
                                      keep_problem, lines, error);
        ddds_zonefile_free(file);
    }
    return lines->has_failed ? ddds_error_no_memory(error) : status;
}

static ddds_status read_section(void *context, struct turn *turn)
{
    const struct survey *survey = context;
    const struct section *section = &survey->sections->items[turn->number];
    struct section_lines lines = {.items = NULL};
    char *text = malloc(section->known.length + 1);
    ddds_arena_init(&lines.arena, NULL, 0);
    ddds_status status = text != NULL
                             ? read_text(survey, section, text, &turn->error)
                             : ddds_error_no_memory(&turn->error);
    if (status == DDDS_OK) {
        status = read_lines(survey, section, text, &lines, &turn->error);
    }
    bool goes_on = status == DDDS_OK && ddds_turn_wait(turn);
    for (size_t i = 0; goes_on && i < lines.count; i++) {
        goes_on = hand_over_line(survey, &lines.items[i]);
        status = goes_on ? DDDS_OK : *survey->reader->status;
    }
    free(lines.items);
    free(text);
    ddds_arena_free(&lines.arena);
    return status;
}

ddds_status ddds_sections_survey(const struct sections *sections,
                                 const char *path, const char *origin,
                                 unsigned threads,
                                 const struct section_reader *reader,
                                 struct ddds_error *error)
{
    struct ddds_error own = {.status = DDDS_OK};
    struct survey survey = {sections, path, origin,
                            open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK),
                            reader};
    if (survey.descriptor < 0) {
        return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                              "%s: changed while it was read", path);
    }
    ddds_status status =
        ddds_turns_run(threads, sections->count, read_section, &survey, &own);
    close(survey.descriptor);
    if (status != DDDS_OK && *reader->status == DDDS_OK) {
        *error = own;
    }
    return status;
}
