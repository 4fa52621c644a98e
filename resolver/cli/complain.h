/* Standard error. Errors: one line that says what, where and what to do.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_COMPLAIN_H
#define CLI_COMPLAIN_H

#include <stddef.h>

/* A line on a terminal that is written over and over, until it is taken away:
 * complaints do that first. Without control characters. */
void show_line(const char *line);
void hide_line(void);

/* "ddds: ..." and a newline. What does not print comes out as
 * \DDD. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/* Two indented lines: |text|, and a caret under its octet |offset|. Nothing
 * if |offset| is DDDS_NO_OFFSET, or |text| too long for a line. */
void point_at(const char *text, size_t offset);

/* The option that getopt_long did not take, for a complaint: |word| is where it
 * stopped, |letter| its optopt. A short option within a cluster stands in
 * |memory|. */
enum { MISTAKE_SIZE = 3 };
const char *mistaken_option(const char *word, int letter,
                            char memory[MISTAKE_SIZE]);

#endif
