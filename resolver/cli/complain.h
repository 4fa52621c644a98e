/* Messages on standard error. An error is a line that says what, where and
 * what to do.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_COMPLAIN_H
#define CLI_COMPLAIN_H

#include <stddef.h>

/* Show |line|, which has no control characters, in place of the previous line
 * of the terminal; or remove it. Errors remove it first. */
void show_line(const char *line);
void hide_line(void);

/* Print "ddds: ", the message and a newline. Unprintable octets become \DDD. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/* Print two indented lines: |text|, and a caret under its octet |offset|. Print
 * nothing if |offset| is DDDS_NO_OFFSET, or |text| is too long for a line. */
void point_at(const char *text, size_t offset);

#endif
