/* Many resolutions at the same time: the inputs of the command line, of files
 * and of standard input, or whatever else the command takes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_BATCH_H
#define BATCH_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <ddds/ddds.h>

#include "batch/inputs.h"
#include "batch/window.h"
#include "cli/resolver_line.h"

/* One resolution, from its input to its end. An item of a command may begin
 * with it. */
struct batch_job {
    struct window_item place;

    /* To be set when it is taken; strings must live until it is shown. */
    const char *input;
    const struct ddds_application *application; /* NULL: by the input; not
                                                   NULL when it is shown */
    const struct ddds_options *options; /* NULL: those of the command line */
    bool is_refused; /* it cannot be resolved; |error| says why */

    /* The outcome. */
    ddds_resolution *resolution; /* done; NULL if |error| has a reason */
    struct ddds_error error;
    uint64_t nanoseconds; /* that it took, if the batch |is_timed| */

    struct input line; /* where the input comes from */
};

struct batch {
    /* To be set. */
    const struct resolver_line
        *options; /* how many jobs at a time, in which order,
                                      until when; the seed */
    ddds_database *database;
    bool is_timed;
    size_t item_size; /* of items that begin with a job; 0: jobs alone */
    uint64_t total;   /* how many jobs there will be; 0: not known */

    /* Take the next job, in which nothing is set yet; false at the end.
     * NULL: jobs are the inputs of the options. */
    bool (*take)(void *context, struct batch_job *job);

    bool keeps_lines; /* what is printed is made of lines: lines_keep */

    /* Show the outcome of a job; its exit status. */
    int (*show)(void *context, const struct batch_job *job);
    void *context;

    /* The outcome: the worst exit status. */
    int status;

    /* The batch's own. */
    struct window window;
    struct inputs *inputs;
    struct retry *retry;
};

/* Run all of it. SIGINT and SIGTERM end it early: what is done has then been
 * shown, and interrupt_came() says so. False without memory: that has been
 * reported, and the status is EXIT_OWN_FAILURE. */
bool batch_run(struct batch *batch);

/* End the process after an interrupt, and say how far the batch came; without
 * one, return its status. */
int batch_end(const struct batch *batch);

/* Take no more jobs, and show none of those that are taken. May be called
 * while one is shown. */
void batch_stop(struct batch *batch);

#endif
