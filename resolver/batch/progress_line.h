/* Progress of a batch on standard error: a line on a terminal, overwritten each
 * time, or a line of text or JSON each second.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_PROGRESS_LINE_H
#define BATCH_PROGRESS_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/batch_options.h"

struct progress_line {
    uint64_t done;  /* printed results */
    uint64_t total; /* 0: unknown */
    uint64_t in_progress;
    uint64_t elapsed; /* milliseconds */
    int percent;      /* of the input files; -1: unknown */
};

/* Start the display for |total| items (0: unknown) as |mode| demands. Return
 * false if progress is not shown. */
bool progress_begin(enum progress_mode mode, uint64_t total);

/* Shortest interval between updates, in milliseconds. */
enum { PROGRESS_EACH = 200 };

/* Return true if an update is due |elapsed| milliseconds after the start. */
bool progress_is_due(uint64_t elapsed);
void progress_show(struct progress_line progress);

/* Remove the line from a terminal, or write the last line. */
void progress_end(struct progress_line progress);

#endif
