/* File of --retry-file: inputs without a lasting, written result.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_RETRY_H
#define BATCH_RETRY_H

#include <stdbool.h>
#include <stddef.h>

#include "batch/inputs.h"
#include "cli/batch_options.h"

/* The file, written under a temporary name; it may be an input file, too. */
struct retry;

/* Open the retry file. Return NULL if |options| name none, or on failure; then
 * complain, and set |*status| to EXIT_OWN_FAILURE. */
struct retry *retry_begin(const struct batch_options *options, int *status);

/* Append the line of |input|. |retry| may be NULL. */
void retry_add(struct retry *retry, const struct input *input);

/* Keep the line of |input|, whose result may still be in the buffer of standard
 * output. Return true if the buffer should be flushed. |retry| may be NULL. */
bool retry_keep(struct retry *retry, const struct input *input);

/* After standard output was flushed, discard the kept lines, or append them if
 * that failed. |retry| may be NULL. */
void retry_flushed(struct retry *retry);

/* Append all |inputs| left, without waiting long. |retry| may be NULL. */
void retry_add_rest(struct retry *retry, struct inputs *inputs);

/* Rename the file, and free |retry|, which may be NULL. Return EXIT_FOUND; on
 * failure complain and return EXIT_OWN_FAILURE. */
int retry_end(struct retry *retry);

#endif
