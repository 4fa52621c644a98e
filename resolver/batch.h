/* Many resolutions at once, whoever wants them: a window of slots moves over
 * what there is to resolve.
 *
 * A slot holds an item of the caller's, which begins with a struct job. Slots
 * are filled as jobs are taken and emptied as they are shown: in the order in
 * which they were taken, or as they finish. Memory is that of the window,
 * however long the batch.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVER_BATCH_H
#define RESOLVER_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/ddds.h>

/* One resolution, from its input to its end. */
struct job {
    /* Set by who takes it; strings are to live until it is shown. */
    const char *input;
    const struct ddds_application *application; /* NULL: by the input; not
                                                   NULL when it is shown */
    struct ddds_options options;
    const char *fault; /* why it cannot be begun with, or NULL */

    /* What came of it. */
    ddds_resolution *resolution; /* NULL: |error| says why there is none */
    struct ddds_error error;
    uint64_t nanoseconds; /* that it took */

    /* The batch's own. */
    uint64_t started;
    uint64_t chance; /* state of its random numbers */
    bool is_done;
    bool is_shown;
};

struct batch {
    ddds_database *database;
    size_t width;     /* jobs in flight at a time */
    size_t item_size; /* of what begins with a struct job */
    bool is_unordered;
    bool has_seed; /* |seed| makes the choice among servers repeatable */
    uint64_t seed;

    /* Take the next job; false at the end. |job| is cleared but for what lies
     * behind it in the item. */
    bool (*take)(void *context, struct job *job);
    /* Show what came of it. */
    void (*show)(void *context, struct job *job);
    void *context;

    /* The batch's own. */
    char *items;  /* a ring */
    size_t first; /* the oldest */
    size_t count;
    uint64_t taken;
    bool has_ended; /* there are no more jobs */
};

/* Run all of it. False without memory: that has been reported. */
bool batch_run(struct batch *batch);

/* Take no more jobs, and show none of those that are taken. May be called
 * while one is shown. */
void batch_stop(struct batch *batch);

#endif
