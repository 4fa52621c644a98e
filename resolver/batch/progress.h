/* The progress of a batch on a terminal: one line, overwritten each time.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_PROGRESS_H
#define BATCH_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* The numbers that are shown. */
struct progress {
    uint64_t printed; /* results */
    uint64_t total;   /* 0: not known */
    uint64_t elapsed; /* milliseconds */
};

/* Should it be shown? Only if standard error is a terminal and standard output
 * is not: on a terminal the results themselves show the progress. */
bool progress_is_wanted(void);

/* Show |progress|, unless the line was updated a moment ago. */
void progress_show(const struct progress *progress);

/* Remove the line. */
void progress_hide(void);

#endif
