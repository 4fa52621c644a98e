/* Messages on standard error, without control characters.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/complain.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <ddds/status.h>

#include "text/line.h"
#include "text/printable.h"

/* Maximum width of lines with a caret, which must not wrap. */
enum { WIDEST = 160 };

static atomic_bool has_line; /* to be removed before other output */

void show_line(const char *line)
{
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    has_line = true;
}

void hide_line(void)
{
    if (has_line) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        has_line = false;
    }
}

/* Write each line with a single call, because standard error is not buffered,
 * and other processes may write to it, too. */
void complain(const char *format, ...)
{
    static const char prefix[] = "ddds: ";
    char line[1024];
    char shown[sizeof prefix + 4 * sizeof line];
    size_t size = sizeof prefix - 1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    memcpy(shown, prefix, size);
    size += printable_copy(shown + size, line, strlen(line));
    shown[size++] = '\n';
    hide_line();
    lines_send();
    fflush(stdout);
    fwrite(shown, 1, size, stderr);
}

void point_at(const char *text, size_t offset)
{
    char shown[4 * WIDEST + 1];
    char lines[8 * WIDEST + 16];
    size_t length = strlen(text);
    if (offset == DDDS_NO_OFFSET || offset > length || length > WIDEST) {
        return;
    }
    shown[printable_copy(shown, text, length)] = '\0';
    int size = snprintf(lines, sizeof lines, "  %s\n  %*s^\n", shown,
                        (int)printable_columns(text, offset), "");
    fwrite(lines, 1, (size_t)size, stderr);
}
