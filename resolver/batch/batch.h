/* Many resolutions at once, whoever wants them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_BATCH_H
#define BATCH_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/ddds.h>

#include "batch/window.h"
#include "batch/hints.h"

/* One resolution, from its input to its end: the first member of an item. */
struct job {
    struct window_item place;

    /* Set by who takes it; strings are to live until it is shown. */
    const char *input;
    const struct ddds_application *application; /* NULL: by the input; not
                                                   NULL when it is shown */
    struct ddds_options options;
    char fault[HINT_SIZE]; /* why it cannot be begun; "": it can */

    /* What came of it. */
    ddds_resolution *resolution; /* NULL: |error| says why there is none */
    struct ddds_error error;
    uint64_t nanoseconds; /* that it took */

    /* The batch's own. */
    uint64_t started;
    uint64_t chance; /* state of its random numbers */
};

struct batch {
    /* Its database, width, item size, order, time and total are to be set. */
    struct window window;
    bool has_seed; /* |seed| makes the choice among servers repeatable */
    uint64_t seed;

    /* Take the next job; false at the end. |job| is cleared but for what lies
     * behind it in the item. */
    bool (*take)(void *context, struct job *job);
    /* Is there one, or an end to see, without waiting? NULL: yes. */
    bool (*is_ready)(void *context);
    /* Show what came of it. */
    void (*show)(void *context, struct job *job);
    void *context;
};

/* Run all of it, as window_run does. */
bool batch_run(struct batch *batch);

/* Take no more jobs, and show none of those that are taken. May be called
 * while one is shown. */
void batch_stop(struct batch *batch);

#endif
