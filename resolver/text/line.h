/* Short lines, composed in memory and passed to a stream in a single call,
 * because a call for each part is slow.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_LINE_H
#define TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 1024, LINES_SIZE = 65536 };

/* Initialise with line_begin(). Text that does not fit is passed on early. */
struct line {
    FILE *out; /* NULL: for line_take() */
    size_t length;
    size_t size;
    char *text; /* |own|, or the buffer of lines_keep() */
    char own[LINE_SIZE];
};

/* Start a line for |out|. If its lines are kept, use a line at a time. */
void line_begin(struct line *line, FILE *out);

/* Pass the line on; write errors are left to the stream. */
void line_send(struct line *line);

/* Start a text for line_take(). */
void line_begin_text(struct line *line);

/* Return the text, |*length| octets and NUL, to be freed. */
char *line_take(struct line *line, size_t *length);

/* Append |length| octets that do not fit. */
void line_overflow(struct line *line, const char *text, size_t length);

/* Append |length| octets. */
static inline void line_add_octets(struct line *line, const char *text,
                                   size_t length)
{
    if (length > line->size - line->length) {
        line_overflow(line, text, length);
        return;
    }
    memcpy(line->text + line->length, text, length);
    line->length += length;
}

/* Return the place for the next octets, and store the space there. Callers
 * write to it, then call line_added(). */
static inline char *line_room(const struct line *line, size_t *room)
{
    *room = line->size - line->length;
    return line->text + line->length;
}

static inline void line_added(struct line *line, size_t length)
{
    line->length += length;
}

/* Append |text| unchanged. */
static inline void line_add(struct line *line, const char *text)
{
    line_add_octets(line, text, strlen(text));
}

/* Append |text|; unprintable octets become \DDD (text/printable.h). */
void line_add_escaped(struct line *line, const char *text);

void line_add_number(struct line *line, unsigned number);

/* ---- Buffering of lines -------------------------------------------------- */

/* Buffer the lines for |out|, until lines_end(). Call lines_send() before
 * writing to |out| by other means, and before flushing it. */
void lines_keep(FILE *out);

/* Pass on the buffered lines, if any. */
void lines_send(void);

/* Pass on the buffered lines, and stop buffering. */
void lines_end(void);

#endif
