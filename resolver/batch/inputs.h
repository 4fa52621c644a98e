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
enum { INPUT_LONGEST = 8192, INPUT_SIZE = 8200 };

/* One input and where it came from. */
struct input {
    const char *file; /* NULL: the command line */
    size_t line;
    size_t argument; /* the input of the command line that it is, or that named
                        its file; of a file of -f, SIZE_MAX */
    size_t length;   /* more than strlen(text) if it holds a NUL octet */
    char *given; /* with --ndjson: the JSON object that it comes from; or NULL.
                    Freed by input_clear */
    const char
        *problem; /* why the line has no input, or NULL; static storage */
    char text[INPUT_SIZE];
};

/* Being read: the files, and how far. */
struct inputs;

/* Begin to read the inputs of |options|, which must live as long. Nothing is
 * waited for beyond |last_moment|, in monotonic milliseconds; 0: there is none.
 * NULL without memory, which has been reported. Free it with inputs_free. */
struct inputs *inputs_new(const struct options *options, uint64_t last_moment);
void inputs_free(struct inputs *inputs);

/* Comments and blank lines are inputs, too. */
void inputs_keep_all(struct inputs *inputs);

/* The next input, which is waited for; false at the end, on an interrupt, or
 * when the last moment has passed. A file that cannot be read, or begins with a
 * byte order mark, is left: that has been reported, and inputs_status says so.
 */
bool inputs_next(struct inputs *inputs, struct input *input);

/* Free what |input| holds, before the next one is read into it. */
void input_clear(struct input *input);

/* The same, in memory that belongs to |inputs| and is used again by the next
 * call; NULL at the end. */
const struct input *inputs_read(struct inputs *inputs);

/* EXIT_FOUND, or the worst of what happened to files. */
int inputs_status(const struct inputs *inputs);

/* Would inputs_next return without waiting? What has come meanwhile is read; half
 * a line is not yet an input. */
bool inputs_are_ready(struct inputs *inputs);

/* How many inputs there will be; 0 if that cannot be known. */
size_t inputs_total(const struct options *options);

/* Does |input| have an input, neither longer than an input can be, nor with a NUL octet? If not,
 * |error| says so. */
bool input_is_whole(const struct input *input, struct ddds_error *error);

/* Report why |input| is rejected, and point at the place. */
void inputs_refuse(const struct input *input, const struct ddds_error *error);

#endif
