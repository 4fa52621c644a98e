/* The progress of a batch on standard error: one line on a terminal,
 * overwritten each time, or a line of text or JSON each second.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_PROGRESS_LINE_H
#define BATCH_PROGRESS_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/batch_options.h"

/* The numbers that are shown. */
struct progress_line {
    uint64_t done;  /* results that were printed */
    uint64_t total; /* 0: not known */
    uint64_t in_progress;
    uint64_t elapsed; /* milliseconds */
    int percent;      /* of the files of inputs; -1: not known */
};

/* Begin to show the progress of |total| items (0: not known) as |mode| says.
 * False if it is not to be shown. */
bool progress_begin(enum progress_mode mode, uint64_t total);

/* How often it may be shown, in milliseconds. */
enum { PROGRESS_EACH = 200 };

/* Is it to be shown, |elapsed| milliseconds after the beginning? Not if that was
 * done a moment ago. */
bool progress_is_due(uint64_t elapsed);
void progress_show(struct progress_line progress);

/* Remove the line on a terminal, or write the last one. */
void progress_end(struct progress_line progress);

#endif
