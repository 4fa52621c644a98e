/* Short lines, composed in memory and passed to a stream at once: a call for
 * each part would cost more than the part.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_LINE_H
#define PRINT_LINE_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 1024 };

/* Begin with line_begin. What does not fit is passed on early. */
struct line {
    FILE *out;
    size_t length;
    char text[LINE_SIZE];
};

/* Compose nothing yet, for |out|. */
void line_begin(struct line *line, FILE *out);

/* Pass on what was composed. The stream remembers failures. */
void line_send(struct line *line);

/* Append |length| octets at |text|, which do not fit. */
void line_overflow(struct line *line, const char *text, size_t length);

/* Append |length| octets at |text|. */
static inline void line_add_octets(struct line *line, const char *text,
                                   size_t length)
{
    if (length > LINE_SIZE - line->length) {
        line_overflow(line, text, length);
        return;
    }
    memcpy(line->text + line->length, text, length);
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

#endif
