/* The inputs of a batch: from the command line, a file, or standard input.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INPUTS_H
#define BATCH_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/status.h>

#include "cli/options.h"

/* Longer inputs are cut here; the library refuses them by then. */
enum { INPUT_SIZE = 8200 };

/* One input and where it came from. */
struct input {
    char text[INPUT_SIZE];
    size_t length;    /* more than strlen(text) if it holds a NUL octet */
    const char *file; /* NULL: the command line */
    size_t line;
};

struct inputs {
    const struct options *options;
    size_t next;      /* of the command line's inputs */
    size_t next_file; /* of the files of -f */
    int file;         /* being read; -1: none */
    const char *name;
    size_t line;
    int status; /* EXIT_FOUND, or a file could not be read or used */
    uint64_t last_moment;
    bool is_late;
    char buffer[65536];
    size_t begin; /* of what is not yet used in it */
    size_t end;
};

/* Nothing is waited for beyond |last_moment|, in monotonic milliseconds; 0:
 * there is none. */
void inputs_begin(struct inputs *inputs, const struct options *options,
                  uint64_t last_moment);

/* The next input, which is waited for; false at the end, on an interrupt, or
 * when it came too late (|is_late|). A file that cannot be read, or begins with
 * a byte order mark, is left: that has been reported, and |status| says so. */
bool inputs_next(struct inputs *inputs, struct input *input);

/* Is there something to read, or an end to see, without waiting? */
bool inputs_are_ready(const struct inputs *inputs);

/* How many inputs there will be; 0 if that cannot be known. */
size_t inputs_total(const struct options *options);

/* Say on standard error that |input| is refused, and why, and point at where.
 */
void inputs_refuse(const struct input *input, const struct ddds_error *error);

#endif
