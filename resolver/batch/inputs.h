/* The inputs of a batch: from the command line, a file, or standard input.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INPUTS_H
#define BATCH_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "batch/input.h"
#include "cli/batch_options.h"

/* Being read: the files, and how far. */
struct inputs;

/* Begin to read the inputs of |options|, which must live as long. Nothing is
 * waited for beyond |last_moment|, in monotonic milliseconds; 0: there is none.
 * Free it with inputs_free. */
struct inputs *inputs_new(const struct command_words *words,
                          const struct batch_options *batch,
                          uint64_t last_moment);
void inputs_free(struct inputs *inputs);

/* Each line is an input as it is: comments, blank lines, and the blanks around
 * lines, which are left out otherwise, but for inputs that end in NUL. */
void inputs_keep_all(struct inputs *inputs);

/* The next input, which is waited for; false at the end, on an interrupt, or
 * when the last moment has passed. A file that cannot be read, or begins with a
 * byte order mark, is left: that has been reported, and inputs_status says so.
 */
bool inputs_next(struct inputs *inputs, struct input *input);

/* The next input, as of inputs_next, in memory that belongs to |inputs| and is
 * used again by the next call; NULL at the end. */
const struct input *inputs_read(struct inputs *inputs);

/* EXIT_FOUND, or the worst of what happened to files. */
int inputs_status(const struct inputs *inputs);

/* Would inputs_next return without waiting? What has come meanwhile is read;
 * half a line is not yet an input. */
bool inputs_are_ready(struct inputs *inputs);

/* From now on read what is left, whatever ended the batch: files to their end,
 * and others while they have something to read. */
void inputs_begin_rest(struct inputs *inputs);

/* How much of the files was read, in percent; -1 if a file has no size, as a
 * pipe. */
int inputs_percent(const struct inputs *inputs);

/* How many inputs there will be; 0 if that cannot be known. */
size_t inputs_total(const struct command_words *words,
                    const struct batch_options *batch);

#endif
