/* Resolutions as items of a window.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/batch.h"

#include <stdio.h>
#include <time.h>

/* ---- Chance that can be repeated --------------------------------------- */

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

static bool take(void *context, struct window_item *item)
{
    struct batch *batch = context;
    struct job *job = (struct job *)item;
    *job = (struct job){.place = *item};
    return batch->take(batch->context, job);
}

static bool is_ready(void *context)
{
    const struct batch *batch = context;
    return batch->is_ready == NULL || batch->is_ready(batch->context);
}

static void finish(ddds_resolution *resolution, void *context)
{
    struct job *job = context;
    (void)resolution;
    job->nanoseconds = read_nanoseconds() - job->started;
    window_finish(&job->place);
}

/* What it is resolved with: its own chance, and no more time than there is. */
static struct ddds_options prepare(struct batch *batch, struct job *job)
{
    struct ddds_options options = job->options;
    options.deadline = window_time(&batch->window, options.deadline);
    if (batch->has_seed) {
        job->chance =
            batch->seed + batch->window.taken * UINT64_C(0x2545f4914f6cdd1d);
        options.random = draw;
        options.random_context = &job->chance;
    }
    return options;
}

static void start(void *context, struct window_item *item)
{
    struct batch *batch = context;
    struct job *job = (struct job *)item;
    if (job->application == NULL) {
        job->application = ddds_application_for(job->input);
    }
    if (job->fault[0] != '\0') {
        job->error.status = DDDS_BAD_INPUT;
        job->error.offset = DDDS_NO_OFFSET;
        snprintf(job->error.detail, sizeof job->error.detail, "%s", job->fault);
        window_finish(item);
        return;
    }
    const struct ddds_options options = prepare(batch, job);
    job->resolution =
        ddds_resolution_new(batch->window.database, job->application,
                            job->input, &options, &job->error);
    if (job->resolution == NULL) {
        window_finish(item);
        return;
    }
    job->started = read_nanoseconds();
    ddds_resolution_start(job->resolution, finish, job);
}

static void show(void *context, struct window_item *item)
{
    struct batch *batch = context;
    batch->show(batch->context, (struct job *)item);
}

static void clear(void *context, struct window_item *item)
{
    (void)context;
    struct job *job = (struct job *)item;
    ddds_resolution_free(job->resolution);
    job->resolution = NULL;
}

/* ---- The whole --------------------------------------------------------- */

bool batch_run(struct batch *batch)
{
    struct window *window = &batch->window;
    window->take = take;
    window->is_ready = is_ready;
    window->start = start;
    window->show = show;
    window->clear = clear;
    window->context = batch;
    return window_run(window);
}

void batch_stop(struct batch *batch)
{
    window_stop(&batch->window);
}
