/* Lines of one part in a row are one piece.
 *
 * SPDX-License-Identifier: MIT */
#include "check/stream/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* What is joined at most. A longer line is a piece of its own. */
enum { SIZE = 65536, BEFORE = 0, OPEN = 1 };

ddds_status ddds_lines_init(struct lines *lines, struct spill *spill,
                            struct ddds_error *error)
{
    memset(lines, 0, sizeof *lines);
    lines->spill = spill;
    lines->text = malloc((size_t)2 * SIZE);
    return lines->text != NULL ? DDDS_OK : ddds_error_no_memory(error);
}

void ddds_lines_clear(struct lines *lines)
{
    free(lines->text);
    lines->text = NULL;
}

/* Begin |piece|, the |which|-th, with what was known before |line|. */
static void begin(struct lines *lines, struct zonefile_piece *piece, int which,
                  const struct zonefile_piece *line)
{
    char *origin = lines->names[which][0];
    char *owner = lines->names[which][1];
    *piece = *line;
    memcpy(origin, line->origin, strlen(line->origin) + 1);
    piece->origin = origin;
    if (line->owner != NULL) {
        memcpy(owner, line->owner, strlen(line->owner) + 1);
        piece->owner = owner;
    }
    piece->text = lines->text + (size_t)which * SIZE;
    piece->length = 0;
}

/* Append |line| to |piece|, the |which|-th. */
static void append(struct lines *lines, struct zonefile_piece *piece, int which,
                   const struct zonefile_piece *line)
{
    char *text = lines->text + (size_t)which * SIZE;
    memcpy(text + piece->length, line->text, line->length);
    piece->length += line->length;
}

ddds_status ddds_lines_flush(struct lines *lines, struct ddds_error *error)
{
    ddds_status status =
        lines->open.length > 0
            ? ddds_spill_write(lines->spill, lines->part, &lines->open, error)
            : DDDS_OK;
    lines->open.length = 0;
    return status;
}

ddds_status ddds_lines_hold(struct lines *lines,
                            const struct zonefile_piece *line,
                            struct ddds_error *error)
{
    ddds_status status = DDDS_OK;
    if (lines->before.length + line->length > SIZE) {
        status = ddds_lines_flush(lines, error);
        if (status == DDDS_OK && lines->before.length > 0) {
            status = ddds_spill_write(lines->spill, lines->part, &lines->before,
                                      error);
        }
        lines->before.length = 0;
    }
    if (status == DDDS_OK && line->length > SIZE) {
        return ddds_spill_write(lines->spill, lines->part, line, error);
    }
    if (lines->before.length == 0) {
        begin(lines, &lines->before, BEFORE, line);
    }
    append(lines, &lines->before, BEFORE, line);
    return status;
}

/* Write |line|, which is too long to be joined, as one piece with what is before
 * it. */
static ddds_status write_long(struct lines *lines,
                              const struct zonefile_piece *line,
                              struct ddds_error *error)
{
    const struct zonefile_piece *before = &lines->before;
    if (before->length == 0) {
        return ddds_spill_write(lines->spill, lines->part, line, error);
    }
    struct zonefile_piece both = *before;
    char *text = malloc(before->length + line->length + line->ahead);
    if (text == NULL) {
        return ddds_error_no_memory(error);
    }
    memcpy(text, before->text, before->length);
    memcpy(text + before->length, line->text, line->length + line->ahead);
    both.text = text;
    both.length += line->length;
    both.ahead = line->ahead;
    both.owner = line->owner;
    ddds_status status =
        ddds_spill_write(lines->spill, lines->part, &both, error);
    free(text);
    lines->before.length = 0;
    return status;
}

ddds_status ddds_lines_put(struct lines *lines, size_t part,
                           const struct zonefile_piece *line,
                           struct ddds_error *error)
{
    struct zonefile_piece *open = &lines->open;
    struct zonefile_piece *before = &lines->before;
    ddds_status status = DDDS_OK;
    bool is_long = before->length + line->length > SIZE || line->ahead > 0;
    if (part != lines->part || is_long ||
        open->length + before->length + line->length > SIZE) {
        status = ddds_lines_flush(lines, error);
    }
    lines->part = part;
    if (status == DDDS_OK && is_long) {
        return write_long(lines, line, error);
    }
    if (open->length == 0) {
        struct zonefile_piece first = before->length > 0 ? *before : *line;
        first.owner = line->owner;
        begin(lines, open, OPEN, &first);
    }
    if (before->length > 0) {
        append(lines, open, OPEN, before);
        before->length = 0;
    }
    append(lines, open, OPEN, line);
    return status;
}

ddds_status ddds_lines_end(struct lines *lines, struct ddds_error *error)
{
    ddds_status status = ddds_lines_flush(lines, error);
    if (status == DDDS_OK && lines->before.length > 0) {
        status =
            ddds_spill_write(lines->spill, lines->part, &lines->before, error);
    }
    lines->before.length = 0;
    return status;
}
