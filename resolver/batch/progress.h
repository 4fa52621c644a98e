/* How far a batch is, on a terminal: one line, written over and over.
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

/* Should it be shown? Standard error is a terminal, and the results do
 * not go to one, where they would show how far we are. */
bool progress_is_wanted(void);

/* Show it, unless that was done a moment ago. */
void progress_show(const struct progress *progress);

/* Take the line away. */
void progress_hide(void);

#endif
