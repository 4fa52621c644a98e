/* The file of --retry-file: inputs that ended temporarily, and those without a
 * result on standard output, to be tried again.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_RETRY_H
#define BATCH_RETRY_H

#include <stdbool.h>
#include <stddef.h>

#include "batch/inputs.h"
#include "cli/batch_options.h"

/* Being written: under another name until it is complete, so that the file may
 * be the one that the inputs come from. */
struct retry;

/* Begin the file of |options|. NULL if they name none, or on failure: that has
 * been reported, and |*status| becomes EXIT_OWN_FAILURE. */
struct retry *retry_begin(const struct batch_options *options, int *status);

/* Add the line that |input| comes from. |retry| may be NULL. */
void retry_add(struct retry *retry, const struct input *input);

/* Keep the line that |input| comes from: its result was printed, but may still
 * be in a buffer. True if so much is kept that the buffer should be flushed.
 * |retry| may be NULL. */
bool retry_keep(struct retry *retry, const struct input *input);

/* Standard output was flushed: forget what was kept, or add it if that failed.
 * |retry| may be NULL. */
void retry_flushed(struct retry *retry);

/* Add all |inputs| that are left, as far as they can be read without waiting.
 * |retry| may be NULL. */
void retry_add_rest(struct retry *retry, struct inputs *inputs);

/* Give the file its name, and free |retry|, which may be NULL. The exit status:
 * EXIT_FOUND, or EXIT_OWN_FAILURE, which has been reported. */
int retry_end(struct retry *retry);

#endif
