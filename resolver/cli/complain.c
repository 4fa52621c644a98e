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

/* Write |octet| as it is shown, and return what follows it. */
static char *show_octet(char *at, unsigned char octet)
{
    if (is_printable(octet)) {
        *at++ = (char)octet;
        return at;
    }
    *at++ = '\\';
    *at++ = (char)('0' + octet / 100);
    *at++ = (char)('0' + octet / 10 % 10);
    *at++ = (char)('0' + octet % 10);
    return at;
}

/* Each line is written at once: standard error has no buffer, and other
 * processes may write to it, too. */
void complain(const char *format, ...)
{
    static const char prefix[] = "ddds: ";
    char line[1024];
    char shown[sizeof prefix + 4 * sizeof line];
    char *end = shown + sizeof prefix - 1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    memcpy(shown, prefix, sizeof prefix - 1);
    for (const char *at = line; *at != '\0'; at++) {
        end = show_octet(end, (unsigned char)*at);
    }
    *end++ = '\n';
    hide_line();
    fflush(stdout);
    fwrite(shown, 1, (size_t)(end - shown), stderr);
}

void point_at(const char *text, size_t offset)
{
    char lines[2 * WIDEST + 16];
    size_t length = strlen(text);
    if (offset == DDDS_NO_OFFSET || offset > length || length > WIDEST) {
        return;
    }
    int size =
        snprintf(lines, sizeof lines, "  %s\n  %*s^\n", text, (int)offset, "");
    for (size_t i = 2; i < 2 + length; i++) {
        if (!is_printable((unsigned char)lines[i])) {
            lines[i] = '?';
        }
    }
    fwrite(lines, 1, (size_t)size, stderr);
}
