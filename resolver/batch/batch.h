/* Many resolutions at the same time: the inputs of the command line, of files
 * and of standard input, or whatever else the command takes.
 *
 * The inputs are read when there is room for them; results are shown in their
 * order or as they come. The number of jobs in flight bounds the memory.
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
#include "cli/resolver_line.h"

struct batch;

/* One resolution, from its input to its end. An item of a command may begin
 * with it. */
struct batch_job {
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

    /* The batch's own. */
    struct batch *batch;
    ddds_many_place *place; /* held for it, or NULL */
    struct batch_job *next; /* of those that are spare */
    struct batch_job *made; /* before it */
    bool is_dropped;
};

struct batch {
    /* To be set. */
    const struct resolver_line
        *options; /* how many jobs at a time, in which order,
                                      until when; the seed */
    ddds_database *database;
    bool is_timed;
    bool keeps_lines; /* what is printed is made of lines: lines_keep */
    size_t item_size; /* of items that begin with a job; 0: jobs alone */
    uint64_t total;   /* how many jobs |take| takes; 0: not known */

    /* Take the next job, in which nothing is set yet; false at the end.
     * NULL: jobs are the inputs of the options. */
    bool (*take)(void *context, struct batch_job *job);

    /* Instead of resolving it, do what the job is about, and call batch_done
     * when that is done, before or after this returns. NULL: jobs are
     * resolved. */
    void (*begin)(void *context, struct batch_job *job);
    /* Go on with a job that is resolved: return true, and call batch_done when
     * the rest is done, before or after this returns. NULL, or false: it is
     * done. */
    bool (*go_on)(void *context, struct batch_job *job);
    /* Wait for what |go_on| began, and for the database. False if there is
     * nothing of the kind. NULL: the database is waited for. */
    bool (*wait)(void *context);
    /* Give up what |begin| or |go_on| began. It is done, but not shown. */
    void (*cancel)(void *context, struct batch_job *job);
    /* Free what the item has of its own, if anything. NULL: it never has. */
    void (*clear)(void *context, struct batch_job *job);

    /* Show the outcome of a job; its exit status. */
    int (*show)(void *context, const struct batch_job *job);
    void *context;

    /* The outcome: the worst exit status. */
    int status;

    /* The batch's own. */
    struct inputs *inputs; /* NULL: |take| takes jobs */
    struct retry *retry;
    ddds_many *many;
    uint64_t last_moment; /* no job is begun after it, in monotonic
                             milliseconds; 0: there is none */
    uint64_t shown;
    size_t in_progress;     /* when it ended */
    struct batch_job *jobs; /* the one that was made last */
    struct batch_job *spare;
    struct batch_job *late; /* taken when there was no more time, or NULL */
    uint64_t flushed;       /* when output was last flushed before waiting */
    bool has_ended;         /* no more jobs are taken */
    bool is_cut_short;      /* by the last moment */
    bool is_stopped;
    bool has_retry_file; /* it was written */
};

/* Run all of it. SIGINT and SIGTERM end it early: what is done has then been
 * shown, and interrupt_came() says so. */
void batch_run(struct batch *batch);

/* End the process after an interrupt, and say how far the batch came; without
 * one, return its status. */
int batch_end(const struct batch *batch);

/* Take no more jobs, and show none of those that are taken. May be called
 * while one is shown. */
void batch_stop(struct batch *batch);

/* Report why |job| was not resolved; its exit status. Options that the library
 * rejects are wrong for all inputs, and stop the batch. */
int batch_refuse(struct batch *batch, const struct batch_job *job);

/* What |begin| or |go_on| began is done. */
void batch_done(struct batch_job *job);

/* The time for a job that begins now: |most| milliseconds, or less if the last
 * moment comes before. 0 is no limit. */
unsigned batch_time(const struct batch *batch, unsigned most);

#endif
