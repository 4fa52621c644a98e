/* Messages on standard error, without control characters.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/complain.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <ddds/status.h>

/* A caret helps only on a line that does not wrap. */
enum { WIDEST = 160 };

static bool is_printable(unsigned char octet)
{
    return octet >= 0x20 && octet < 0x7f;
}

static bool has_line; /* that must be removed before other output */

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

void complain(const char *format, ...)
{
    hide_line();
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fflush(stdout);
    fputs("ddds: ", stderr);
    for (const char *at = line; *at != '\0'; at++) {
        unsigned char octet = (unsigned char)*at;
        if (is_printable(octet)) {
            putc(octet, stderr);
        } else {
            fprintf(stderr, "\\%03u", octet);
        }
    }
    putc('\n', stderr);
}

void point_at(const char *text, size_t offset)
{
    size_t length = strlen(text);
    if (offset == DDDS_NO_OFFSET || offset > length || length > WIDEST) {
        return;
    }
    fputs("  ", stderr);
    for (size_t i = 0; i < length; i++) {
        unsigned char octet = (unsigned char)text[i];
        putc(is_printable(octet) ? octet : '?', stderr);
    }
    fprintf(stderr, "\n  %*s^\n", (int)offset, "");
}
