/* Concurrent resolutions: of the inputs from the command line, files and
 * standard input, or of jobs that a command makes.
 *
 * Inputs are read on demand; results are shown in order of the inputs or of
 * completion. Memory is bounded by the number of concurrent jobs.
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

/* A resolution, from input to result; may be the first member of an item. */
struct batch_job {
    /* Set by |take|; strings must stay valid until the job has been shown. */
    const char *input;
    const struct ddds_application *application; /* NULL: chosen by the input;
                                                   not NULL in |show| */
    const struct ddds_options *options; /* NULL: those of the command line */
    bool is_refused;                    /* it was rejected with |error| */

    /* Result. */
    ddds_resolution *resolution; /* finished; NULL if |error| is set */
    struct ddds_error error;
    uint64_t nanoseconds; /* its duration, if the batch |is_timed| */

    struct input line; /* the input and its source */

    /* Internal. */
    struct batch *batch;
    ddds_many_place *place; /* held in ddds_many, or NULL */
    struct batch_job *next; /* in the list of spare jobs */
    struct batch_job *made; /* in the list of all jobs */
    bool is_dropped;
};

struct batch {
    /* Set by the caller. */
    const struct resolver_line *options; /* limits, order, time and seed */
    ddds_database *database;
    bool is_timed;
    bool keeps_lines; /* output consists of lines: lines_keep() */
    bool has_no_gaps; /* no result is shown after a missing result */
    size_t item_size; /* of items with a job as first member; 0: jobs alone */
    uint64_t total;   /* number of jobs that |take| makes; 0: unknown */

    /* Take the next job, which is empty; false at the end. NULL: take
     * inputs. */
    bool (*take)(void *context, struct batch_job *job);

    /* Start the job instead of resolving it, and call batch_done() at its end,
     * before or after this returns. NULL: jobs are resolved. */
    void (*begin)(void *context, struct batch_job *job);
    /* Continue with a resolved job: return true, and call batch_done() at its
     * end, before or after this returns. NULL or false: the job is done. */
    bool (*go_on)(void *context, struct batch_job *job);
    /* Wait for the work of |go_on| and for the database. False if no such work
     * is in progress. NULL: only the database is waited for. */
    bool (*wait)(void *context);
    /* Cancel the work of |begin| or |go_on|. The job is not shown. */
    void (*cancel)(void *context, struct batch_job *job);
    /* Free the members of the item. NULL: it has none. */
    void (*clear)(void *context, struct batch_job *job);

    /* Show the result of a job; return its exit status. */
    int (*show)(void *context, const struct batch_job *job);
    void *context;

    /* Result: the worst exit status. */
    int status;

    /* Internal. */
    struct inputs *inputs; /* NULL: |take| makes the jobs */
    struct retry *retry;
    ddds_many *many;
    uint64_t last_moment; /* for job starts, monotonic milliseconds; 0: none */
    uint64_t shown;
    size_t in_progress;     /* jobs in progress at the end */
    struct batch_job *jobs; /* the newest job */
    struct batch_job *spare;
    struct batch_job *late; /* taken after time was up, or NULL */
    uint64_t flushed;       /* time of the last flush before waiting */
    bool has_ended;         /* no more jobs are taken */
    bool is_cut_short;      /* time was up */
    bool is_stopped;
    bool is_rest;        /* jobs are taken for the retry file alone */
    bool has_retry_file; /* the file was written */
};

/* Run the batch. SIGINT and SIGTERM end it early: finished jobs are shown, and
 * interrupt_came() returns true. */
void batch_run(struct batch *batch);

/* After an interrupt, print the progress and end the process with the signal.
 * Otherwise return the exit status of the batch. */
int batch_end(const struct batch *batch);

/* Take and show no more jobs. It may be called from |show|. */
void batch_stop(struct batch *batch);

/* Report why |job| was not resolved; return its exit status. Rejected options
 * affect all inputs, and stop the batch. */
int batch_refuse(struct batch *batch, const struct batch_job *job);

/* Mark the work of |begin| or |go_on| as done. */
void batch_done(struct batch_job *job);

/* Return the time limit of a job that starts now: |most| milliseconds, or the
 * remaining time of the batch if less. 0 is unlimited. */
unsigned batch_time(const struct batch *batch, unsigned most);

#endif
