/* Line buffers: a small one for each line, or a large one for all lines.
 *
 * SPDX-License-Identifier: MIT */
#include "text/line.h"

#include <stdlib.h>
#include <unistd.h>

#include "text/printable.h"

/* Buffer of lines_keep(), or NULL. */
static struct kept {
    FILE *out;
    size_t length;
    char text[LINES_SIZE];
} * kept;

void line_begin(struct line *line, FILE *out)
{
    line->out = out;
    if (kept != NULL && kept->out == out) {
        line->text = kept->text;
        line->length = kept->length;
        line->size = sizeof kept->text;
    } else {
        line->text = line->own;
        line->length = 0;
        line->size = sizeof line->own;
    }
}

void line_send(struct line *line)
{
    if (line->text != line->own) {
        kept->length = line->length;
        return;
    }
    fwrite(line->text, 1, line->length, line->out);
    line->length = 0;
}

void line_begin_text(struct line *line)
{
    line->out = NULL;
    line->text = line->own;
    line->length = 0;
    line->size = sizeof line->own;
}

/* Grow the buffer for |length| more octets. */
static void grow(struct line *line, size_t length)
{
    char *before = line->text != line->own ? line->text : NULL;
    while (length > line->size - line->length) {
        line->size *= 2;
    }
    line->text = realloc(before, line->size);
    if (before == NULL) {
        memcpy(line->text, line->own, line->length);
    }
}

char *line_take(struct line *line, size_t *length)
{
    *length = line->length;
    line_add_octets(line, "", 1);
    return line->text != line->own
               ? line->text
               : memcpy(malloc(*length + 1), line->own, *length + 1);
}

void line_overflow(struct line *line, const char *text, size_t length)
{
    if (line->out == NULL) {
        grow(line, length);
        line_add_octets(line, text, length);
        return;
    }
    fwrite(line->text, 1, line->length, line->out);
    line->length = 0;
    if (length > line->size) {
        fwrite(text, 1, length, line->out);
        return;
    }
    memcpy(line->text, text, length);
    line->length = length;
}

/* Append |length| octets of |text| that need escapes or do not fit. */
static void add_pieces(struct line *line, const char *text, size_t length)
{
    char copy[4 * PRINTABLE_PIECE];
    while (length > 0) {
        size_t piece = printable_piece(text, length);
        line_add_octets(line, copy, printable_copy(copy, text, piece));
        text += piece;
        length -= piece;
    }
}

void line_add_escaped(struct line *line, const char *text)
{
    size_t length = strlen(text);
    size_t run = 0;
    if (length <= line->size - line->length) {
        run = printable_copy_run(line->text + line->length, text, length);
        line->length += run;
    }
    if (run < length) {
        add_pieces(line, text + run, length - run);
    }
}

void line_add_number(struct line *line, unsigned number)
{
    char digits[3 * sizeof number];
    size_t i = sizeof digits;
    do {
        digits[--i] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    line_add_octets(line, digits + i, sizeof digits - i);
}

/* With a small buffer the stream writes large blocks without copying them. */
static void narrow(FILE *out)
{
    static char octets[4096];
    if (isatty(fileno(out)) == 0) {
        setvbuf(out, octets, _IOFBF, sizeof octets);
    }
}

void lines_keep(FILE *out)
{
    narrow(out);
    kept = malloc(sizeof *kept);
    kept->out = out;
    kept->length = 0;
}

/* Empty the buffer first: if the stream cannot allocate, this is called
 * again. */
void lines_send(void)
{
    if (kept != NULL && kept->length > 0) {
        const size_t length = kept->length;
        kept->length = 0;
        fwrite(kept->text, 1, length, kept->out);
    }
}

void lines_end(void)
{
    lines_send();
    free(kept);
    kept = NULL;
}
