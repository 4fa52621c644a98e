/* A buffer in front of a stream.
 *
 * SPDX-License-Identifier: MIT */
#include "print/line.h"

#include "text/printable.h"

void line_begin(struct line *line, FILE *out)
{
    line->out = out;
    line->length = 0;
}

void line_send(struct line *line)
{
    fwrite(line->text, 1, line->length, line->out);
    line->length = 0;
}

void line_overflow(struct line *line, const char *text, size_t length)
{
    line_send(line);
    if (length > LINE_SIZE) {
        fwrite(text, 1, length, line->out);
        return;
    }
    memcpy(line->text, text, length);
    line->length = length;
}

void line_add_escaped(struct line *line, const char *text)
{
    size_t length = strlen(text);
    size_t run = 0;
    if (length <= LINE_SIZE - line->length) {
        run = printable_copy_run(line->text + line->length, text, length);
        line->length += run;
    }
    if (run < length) {
        line_send(line);
        printable_write(line->out, text + run, length - run);
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
