/* The window that moves over a batch.
 *
 * SPDX-License-Identifier: MIT */
#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "complain.h"

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

/* ---- Filling slots ----------------------------------------------------- */

static uint64_t read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static struct job *job_at(const struct batch *batch, size_t index)
{
    size_t slot = (batch->first + index) % batch->width;
    return (struct job *)(void *)(batch->items + slot * batch->item_size);
}

static void finish(ddds_resolution *resolution, void *context)
{
    struct job *job = context;
    (void)resolution;
    job->nanoseconds = read_clock() - job->started;
    job->is_done = true;
}

static void start(struct batch *batch, struct job *job)
{
    job->is_done = true;
    if (job->application == NULL) {
        job->application = ddds_application_for(job->input);
    }
    if (job->fault != NULL) {
        job->error.status = DDDS_BAD_INPUT;
        job->error.offset = DDDS_NO_OFFSET;
        snprintf(job->error.detail, sizeof job->error.detail, "%s", job->fault);
        return;
    }
    if (batch->has_seed) {
        job->chance = batch->seed + batch->taken * UINT64_C(0x2545f4914f6cdd1d);
        job->options.random = draw;
        job->options.random_context = &job->chance;
    }
    job->resolution =
        ddds_resolution_new(batch->database, job->application, job->input,
                            &job->options, &job->error);
    if (job->resolution != NULL) {
        job->is_done = false;
        job->started = read_clock();
        ddds_resolution_start(job->resolution, finish, job);
    }
}

/* Take jobs until the window is full, or the first result can be shown: whoever
 * types one input wants its answer before the next. */
static void fill(struct batch *batch)
{
    while (!batch->has_ended && batch->count < batch->width &&
           !(batch->count > 0 && job_at(batch, 0)->is_done)) {
        struct job *job = job_at(batch, batch->count);
        *job = (struct job){0};
        if (batch->take(batch->context, job)) {
            start(batch, job);
            batch->taken++;
            batch->count++;
        } else {
            batch->has_ended = true;
        }
    }
}

/* ---- Emptying slots ---------------------------------------------------- */

static void empty(struct batch *batch, struct job *job)
{
    job->is_shown = true;
    batch->show(batch->context, job);
    ddds_resolution_free(job->resolution);
    job->resolution = NULL;
}

/* Show what has finished: from the front, or wherever it is. */
static bool drain(struct batch *batch)
{
    bool any = false;
    for (size_t i = 0; batch->is_unordered && i < batch->count; i++) {
        struct job *job = job_at(batch, i);
        if (job->is_done && !job->is_shown) {
            empty(batch, job);
            any = true;
        }
    }
    while (batch->count > 0 && job_at(batch, 0)->is_done) {
        if (!job_at(batch, 0)->is_shown) {
            empty(batch, job_at(batch, 0));
        }
        if (batch->count > 0) {
            batch->first = (batch->first + 1) % batch->width;
            batch->count--;
        }
        any = true;
    }
    return any;
}

void batch_stop(struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (!job_at(batch, i)->is_shown) {
            ddds_resolution_free(job_at(batch, i)->resolution);
        }
    }
    batch->count = 0;
    batch->has_ended = true;
}

/* ---- The whole --------------------------------------------------------- */

bool batch_run(struct batch *batch)
{
    const struct ddds_database_class *methods = batch->database->methods;
    batch->items = calloc(batch->width, batch->item_size);
    if (batch->items == NULL) {
        complain("out of memory");
        return false;
    }
    do {
        fill(batch);
        if (!drain(batch) && batch->count > 0 && methods->wait != NULL) {
            methods->wait(batch->database);
        }
    } while (!batch->has_ended || batch->count > 0);
    free(batch->items);
    return true;
}
