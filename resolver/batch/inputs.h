/* Inputs of a batch: from the command line, files or standard input.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INPUTS_H
#define BATCH_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "batch/input.h"
#include "cli/batch_options.h"

/* State of reading. */
struct inputs;

/* Start to read the inputs of |words| and |batch|; |words| must stay valid.
 * |last_moment| limits waiting, in monotonic milliseconds; 0: unlimited. */
struct inputs *inputs_new(const struct command_words *words,
                          const struct batch_options *batch,
                          uint64_t last_moment);
void inputs_free(struct inputs *inputs);

/* Use every line, including comments and blank lines, and keep the blanks
 * around it, as inputs that end with NUL always do. */
void inputs_keep_all(struct inputs *inputs);

/* Wait for the next input. False at the end, after an interrupt, and when time
 * is up. A file that is unreadable or begins with a byte order mark is reported
 * and skipped; inputs_status() then has the exit status. */
bool inputs_next(struct inputs *inputs, struct input *input);

/* As inputs_next(); the input is valid until the next call. NULL: the end. */
const struct input *inputs_read(struct inputs *inputs);

/* Return EXIT_FOUND, or the worst exit status of a file. */
int inputs_status(const struct inputs *inputs);

/* Return true if inputs_next() would not wait. Available octets are read; an
 * incomplete line does not count. */
bool inputs_are_ready(struct inputs *inputs);

/* Drain the inputs after the end: files wholly, pipes while they have data, but
 * for a few seconds at most; a message says if that was not all. */
void inputs_begin_rest(struct inputs *inputs);

/* Return the percentage of the files that was read; -1 if any has no size. */
int inputs_percent(const struct inputs *inputs);

/* Return the number of inputs; 0 if it is unknown. */
size_t inputs_total(const struct command_words *words,
                    const struct batch_options *batch);

#endif
