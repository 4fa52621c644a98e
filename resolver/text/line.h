/* Short lines, composed in memory and passed to a stream at once: a call for
 * each part would cost more than the part.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_LINE_H
#define TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 1024, LINES_SIZE = 65536 };

/* Begin with line_begin. What does not fit is passed on early. */
struct line {
    FILE *out; /* NULL: the text is taken as a whole */
    size_t length;
    size_t size;
    char *text; /* |own|, or where lines for |out| are kept */
    char own[LINE_SIZE];
};

/* Compose nothing yet, for |out|. If lines for |out| are kept, one of them is
 * composed at a time. */
void line_begin(struct line *line, FILE *out);

/* Pass on what was composed. The stream remembers failures. */
void line_send(struct line *line);

/* Compose nothing yet, for line_take. */
void line_begin_text(struct line *line);

/* Take what was composed: |*length| octets and a NUL, to be freed. */
char *line_take(struct line *line, size_t *length);

/* Append |length| octets at |text|, which do not fit. */
void line_overflow(struct line *line, const char *text, size_t length);

/* Append |length| octets at |text|. */
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

/* Where the next octets come, and room for how many of them: for those who
 * write them in place, and say then with line_added how many. */
static inline char *line_room(const struct line *line, size_t *room)
{
    *room = line->size - line->length;
    return line->text + line->length;
}

static inline void line_added(struct line *line, size_t length)
{
    line->length += length;
}

/* Append |text| as it is. */
static inline void line_add(struct line *line, const char *text)
{
    line_add_octets(line, text, strlen(text));
}

/* Append |text| with what is not printable as \DDD (text/printable.h). */
void line_add_escaped(struct line *line, const char *text);

void line_add_number(struct line *line, unsigned number);

/* ---- Many lines ---------------------------------------------------------- */

/* From now on, keep the lines for |out| and pass them on many at a time.
 * Whoever writes to |out| without a line, or flushes it, calls lines_send
 * before. End it with lines_end. */
void lines_keep(FILE *out);

/* Pass on what is kept, if anything. */
void lines_send(void);

/* The same, and keep no more. */
void lines_end(void);

#endif
