/* Resolutions as items of a window, and inputs as resolutions.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/batch.h"

#include <stdio.h>
#include <string.h>

#include "batch/clock.h"
#include "batch/hints.h"
#include "batch/interrupt.h"
#include "batch/retry.h"
#include "cli/exits.h"
#include "text/memory_report.h"

/* ---- One job ------------------------------------------------------------ */

/* Reject inputs that need not be looked up. */
static void check_input(const struct resolver_line *options,
                        struct batch_job *job)
{
    job->error.status = DDDS_BAD_INPUT;
    job->error.offset = DDDS_NO_OFFSET;
    if (job->line.problem != NULL) {
        job->is_refused = true;
        snprintf(job->error.detail, sizeof job->error.detail, "%s",
                 job->line.problem);
    } else if (strlen(job->line.text) != job->line.length) {
        job->is_refused = true;
        snprintf(job->error.detail, sizeof job->error.detail,
                 "the input contains a NUL octet");
    } else if (job->application != ddds_application_urn() &&
               hint_is_needed(options, job->line.text)) {
        job->is_refused = true;
        size_t index = job->line.file == NULL ? job->line.argument : SIZE_MAX;
        hint_write(job->line.text, hint_place(options, index),
                   job->error.detail);
    }
}

static bool take_input(struct batch *batch, struct batch_job *job)
{
    if (!inputs_next(batch->inputs, &job->line)) {
        return false;
    }
    job->input = job->line.text;
    job->application = batch->options->request.application != NULL
                           ? batch->options->request.application
                           : ddds_application_for(job->input);
    check_input(batch->options, job);
    return true;
}

static bool take(void *context, struct window_item *item)
{
    struct batch *batch = context;
    struct batch_job *job = (struct batch_job *)item;
    job->input = NULL;
    job->application = NULL;
    job->options = NULL;
    job->is_refused = false;
    job->resolution = NULL;
    job->error.status = DDDS_OK;
    job->error.detail[0] = '\0';
    job->nanoseconds = 0;
    return batch->take != NULL ? batch->take(batch->context, job)
                               : take_input(batch, job);
}

/* The options of |job|, in |own|, with no more time than is left; NULL: those
 * of the command line. */
static const struct ddds_options *prepare(const struct batch *batch,
                                          const struct batch_job *job,
                                          struct ddds_options *own)
{
    if (job->options == NULL && batch->window.last_moment == 0) {
        return NULL;
    }
    *own = job->options != NULL ? *job->options
                                : batch->options->request.resolving;
    own->deadline = window_time(&batch->window, own->deadline);
    return own;
}

static void start(void *context, struct window_item *item)
{
    struct batch *batch = context;
    struct batch_job *job = (struct batch_job *)item;
    struct ddds_options own;
    if (job->application == NULL) {
        job->application = ddds_application_for(job->input);
    }
    if (job->is_refused) {
        window_hold(item);
        window_release(item);
        return;
    }
    ddds_many_add(batch->window.many, job->application, job->input,
                  prepare(batch, job, &own), job);
}

/* What the exit status of an input does to that of the batch. */
static void count_status(struct batch *batch, int status)
{
    if (status != EXIT_FOUND) {
        status = exit_that_counts(batch->options->batch.fail_on, status);
        batch->status = worse_exit(batch->status, status);
    }
}

static void show(void *context, struct window_item *item,
                 const struct ddds_many_result *result)
{
    struct batch *batch = context;
    struct batch_job *job = (struct batch_job *)item;
    if (result->error->status == DDDS_NO_MEMORY) {
        memory_fail();
    }
    job->resolution = result->resolution;
    job->nanoseconds = result->nanoseconds;
    if (job->resolution == NULL && !job->is_refused) {
        job->error = *result->error;
    }
    int status = batch->show(batch->context, job);
    if (status == EXIT_TEMPORARY) {
        retry_add(batch->retry, &job->line);
    }
    count_status(batch, status);
}

/* An input that was not resolved is to be tried again. */
static void drop(void *context, struct window_item *item)
{
    struct batch *batch = context;
    retry_add(batch->retry, &((struct batch_job *)item)->line);
}

static void clear(void *context, struct window_item *item)
{
    (void)context;
    input_clear(&((struct batch_job *)item)->line);
}

/* ---- The whole --------------------------------------------------------- */

static void begin(struct batch *batch)
{
    const struct resolver_line *options = batch->options;
    batch->status = EXIT_FOUND;
    batch->window = (struct window){
        .database = batch->database,
        .many_options = {.resolving = &options->request.resolving,
                         .in_flight = options->batch.jobs,
                         .unordered = options->batch.is_unordered,
                         .timed = batch->is_timed,
                         .has_seed = options->request.has_seed,
                         .seed = options->request.seed},
        .item_size =
            batch->item_size > 0 ? batch->item_size : sizeof(struct batch_job),
        .last_moment = clock_after(options->batch.max_time),
        .total = batch->total,
        .progress = options->batch.progress,
        .take = take,
        .start = start,
        .keeps_lines = batch->keeps_lines,
        .show = show,
        .drop = drop,
        .clear = clear,
        .context = batch,
    };
}

/* Are there inputs that were not begun? */
static bool is_ended_early(const struct batch *batch)
{
    return batch->window.is_cut_short || batch->window.is_stopped ||
           interrupt_came() || ferror(stdout) != 0;
}

static void end(struct batch *batch)
{
    if (batch->inputs != NULL && is_ended_early(batch)) {
        retry_add_rest(batch->retry, batch->inputs);
    }
    if (batch->inputs != NULL) {
        batch->status = worse_exit(batch->status, inputs_status(batch->inputs));
    }
    if (batch->window.is_cut_short) {
        batch->status = worse_exit(batch->status, EXIT_TEMPORARY);
    }
    inputs_free(batch->inputs);
    batch->inputs = NULL;
    batch->status = worse_exit(batch->status, retry_end(batch->retry));
}

bool batch_run(struct batch *batch)
{
    begin(batch);
    batch->retry = retry_begin(&batch->options->batch, &batch->status);
    if (batch->status != EXIT_FOUND) {
        return true; /* That has been reported; nothing was begun. */
    }
    bool takes_inputs = batch->take == NULL;
    if (takes_inputs) {
        batch->window.total =
            inputs_total(&batch->options->words, &batch->options->batch);
        batch->inputs =
            inputs_new(&batch->options->words, &batch->options->batch,
                       batch->window.last_moment);
        batch->window.inputs = batch->inputs;
    }
    bool is_run =
        (!takes_inputs || batch->inputs != NULL) && window_run(&batch->window);
    if (!is_run) {
        batch->status = EXIT_OWN_FAILURE;
    }
    end(batch);
    return is_run;
}

int batch_end(const struct batch *batch)
{
    window_die(&batch->window);
    return batch->status;
}

void batch_stop(struct batch *batch)
{
    window_stop(&batch->window);
}
