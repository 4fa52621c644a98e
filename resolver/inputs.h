/* The inputs of a batch: from the command line, a file, or standard input.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVER_INPUTS_H
#define RESOLVER_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "options.h"

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
    int status; /* EXIT_FOUND, or a file could not be read */
    char buffer[65536];
    size_t begin; /* of what is not yet used in it */
    size_t end;
};

void inputs_begin(struct inputs *inputs, const struct options *options);

/* The next input; false at the end, or when a file cannot be read: that has
 * been reported, and |status| says so. */
bool inputs_next(struct inputs *inputs, struct input *input);

#endif
