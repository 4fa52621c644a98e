/* Resolutions as items of a window, and inputs as resolutions.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "batch/clock.h"
#include "batch/hints.h"
#include "batch/retry.h"
#include "cli/exits.h"

/* ---- Random numbers that can be repeated --------------------------------- */

/* FNV-1a: the sequence of an input depends on its text, not on its place, so
 * that a batch can be divided. */
static uint64_t hash(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* SplitMix64: each input has its own sequence, so that the order in which
 * inputs finish does not matter. */
static uint32_t draw(void *context)
{
    uint64_t *state = context;
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(mixed >> 32);
}

/* ---- One job ------------------------------------------------------------ */

static uint64_t read_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Reject inputs that need not be looked up. */
static void check_input(const struct options *options, struct job *job)
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

static bool take_input(struct batch *batch, struct job *job)
{
    if (!inputs_next(job->place.window->inputs, &job->line)) {
        return false;
    }
    job->input = job->line.text;
    job->application = batch->options->application != NULL
                           ? batch->options->application
                           : ddds_application_for(job->input);
    check_input(batch->options, job);
    return true;
}

static bool take(void *context, struct window_item *item)
{
    struct batch *batch = context;
    struct job *job = (struct job *)item;
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

static void finish(ddds_resolution *resolution, void *context)
{
    struct job *job = context;
    (void)resolution;
    if (job->started != 0) {
        job->nanoseconds = read_nanoseconds() - job->started;
    }
    window_finish(&job->place);
}

/* The options of |job|: its own random numbers, and no more time than is left. */
static struct ddds_options prepare(struct batch *batch, struct job *job)
{
    struct ddds_options options =
        job->options != NULL ? *job->options : batch->options->resolving;
    options.deadline = window_time(&batch->window, options.deadline);
    if (batch->options->has_seed) {
        job->random_state = batch->options->seed + hash(job->input);
        options.random = draw;
        options.random_context = &job->random_state;
    }
    return options;
}

/* Has |job| the same options as others? Its resolution is then used again for the
 * next input of its application. */
static bool keeps_resolution(const struct batch *batch, const struct job *job)
{
    return job->options == NULL && batch->window.last_moment == 0;
}

/* The resolution of |job|, not started; NULL: its error says why. */
static ddds_resolution *make_resolution(struct batch *batch, struct job *job)
{
    ddds_database *database = job->place.database;
    if (job->kept != NULL && job->kept_application == job->application &&
        job->kept_database == database) {
        if (batch->options->has_seed) {
            job->random_state = batch->options->seed + hash(job->input);
        }
        return ddds_resolution_restart(job->kept, job->input, &job->error) ==
                       DDDS_OK
                   ? job->kept
                   : NULL;
    }
    ddds_resolution_free(job->kept);
    job->kept = NULL;
    const struct ddds_options options = prepare(batch, job);
    ddds_resolution *made = ddds_resolution_new(
        database, job->application, job->input, &options, &job->error);
    if (keeps_resolution(batch, job)) {
        job->kept = made;
        job->kept_application = job->application;
        job->kept_database = database;
    }
    return made;
}

static void start(void *context, struct window_item *item)
{
    struct batch *batch = context;
    struct job *job = (struct job *)item;
    if (job->application == NULL) {
        job->application = ddds_application_for(job->input);
    }
    if (job->is_refused) {
        window_finish(item);
        return;
    }
    job->resolution = make_resolution(batch, job);
    if (job->resolution == NULL) {
        window_finish(item);
        return;
    }
    job->started = batch->is_timed ? read_nanoseconds() : 0;
    ddds_resolution_start(job->resolution, finish, job);
}

/* What the exit status of an input does to that of the batch. */
static void count_status(struct batch *batch, int status)
{
    if (status != EXIT_FOUND) {
        status = exit_that_counts(batch->options->fail_on, status);
        batch->status = worse_exit(batch->status, status);
    }
}

/* An input that is to be tried again is shown. */
static bool render(void *context, struct window_item *item, FILE *out)
{
    struct batch *batch = context;
    const struct job *job = (const struct job *)item;
    if (batch->render == NULL || job->resolution == NULL ||
        ddds_resolution_status(job->resolution) != DDDS_OK) {
        return false;
    }
    int status = batch->render(batch->context, job, out);
    if (status > EXIT_FOUND) {
        atomic_fetch_or(&batch->statuses, 1U << status);
    }
    return status >= EXIT_FOUND;
}

static void show(void *context, struct window_item *item)
{
    struct batch *batch = context;
    const struct job *job = (const struct job *)item;
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
    retry_add(batch->retry, &((struct job *)item)->line);
}

static void clear(void *context, struct window_item *item)
{
    (void)context;
    struct job *job = (struct job *)item;
    if (job->resolution != job->kept) {
        ddds_resolution_free(job->resolution);
    }
    job->resolution = NULL;
    input_clear(&job->line);
}

static void release(void *context, struct window_item *item)
{
    (void)context;
    ddds_resolution_free(((struct job *)item)->kept);
}

/* ---- The whole --------------------------------------------------------- */

static void begin(struct batch *batch)
{
    const struct options *options = batch->options;
    if (batch->databases != NULL) {
        batch->database = batch->databases[0];
    }
    batch->status = EXIT_FOUND;
    atomic_init(&batch->statuses, 0);
    batch->window = (struct window){
        .database = batch->database,
        .thread_count = batch->thread_count,
        .databases = batch->databases,
        .width = options->jobs,
        .item_size =
            batch->item_size > 0 ? batch->item_size : sizeof(struct job),
        .is_unordered = options->is_unordered,
        .last_moment = clock_after(options->max_time),
        .total = batch->total,
        .progress = options->progress,
        .take = take,
        .start = start,
        .render = render,
        .keeps_lines = batch->keeps_lines,
        .show = show,
        .drop = drop,
        .clear = clear,
        .release = release,
        .context = batch,
    };
}

static void end(struct batch *batch)
{
    for (int status = 0; status <= EXIT_OWN_FAILURE; status++) {
        if ((atomic_load(&batch->statuses) >> status & 1) != 0) {
            count_status(batch, status);
        }
    }
    if (batch->window.is_cut_short && batch->inputs != NULL) {
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
    batch->retry = retry_begin(batch->options, &batch->status);
    if (batch->status != EXIT_FOUND) {
        return true; /* That has been reported; nothing was begun. */
    }
    bool takes_inputs = batch->take == NULL;
    if (takes_inputs) {
        batch->window.total = inputs_total(batch->options);
        batch->inputs = inputs_new(batch->options, batch->window.last_moment);
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
