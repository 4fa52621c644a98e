/* Standard error. Errors: one line that says what, where and what to do.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_COMPLAIN_H
#define CLI_COMPLAIN_H

#include <stddef.h>

/* Show |line|, without control characters, in place of the one before it on a
 * terminal, or remove it. Errors remove it first. */
void show_line(const char *line);
void hide_line(void);

/* Print "ddds: ..." and a newline. Octets that do not print become \DDD. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/* Print two indented lines: |text|, and a caret under its octet |offset|.
 * Prints nothing if |offset| is DDDS_NO_OFFSET, or |text| too long for a
 * line. */
void point_at(const char *text, size_t offset);

#endif
