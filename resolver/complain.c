/* Complaining, so that a person can act on it and a terminal survives it.
 *
 * SPDX-License-Identifier: MIT */
#include "complain.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <ddds/status.h>

/* A caret helps only on a line that does not wrap. */
enum { WIDEST = 160 };

static bool is_printable(unsigned char octet)
{
    return octet >= 0x20 && octet != 0x7f;
}

void complain(const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *octet = line; *octet != '\0'; octet++) {
        if (!is_printable((unsigned char)*octet)) {
            *octet = '?';
        }
    }
    fflush(stdout);
    fprintf(stderr, "ddds: %s\n", line);
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
        putc(is_printable(octet) && octet < 0x80 ? octet : '?', stderr);
    }
    fprintf(stderr, "\n  %*s^\n", (int)offset, "");
}
