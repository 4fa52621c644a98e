/* Many inputs at once: a window of jobs moves over the inputs.
 *
 * What is done with an input is the command's; when it is begun, in which order
 * what came of it is printed, what an interrupt or the end of the time leaves,
 * is the same for all commands and stands here.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVER_BATCH_H
#define RESOLVER_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/database.h>

#include "inputs.h"
#include "options.h"

struct batch;

enum slot_state { SLOT_SPARE, SLOT_UNDER_WAY, SLOT_DONE };

/* One input on its way. */
struct slot {
    struct slot *next;
    struct batch *batch;
    struct input input;
    enum slot_state state;
    void *job; /* the command's own memory */
};

/* What a command does with an input. */
struct batch_work {
    size_t job_size;

    /* Begin; the job is cleared. batch_finish is called for |slot| when it is
     * done, before or after this returns. */
    void (*start)(struct slot *slot);

    /* Print what came of it, and return its exit status. */
    int (*print)(struct slot *slot);

    /* Let go of it, done or not. */
    void (*clear)(struct slot *slot);
};

struct batch {
    const struct options *options;
    const struct batch_work *work;
    ddds_database *database;
    uint64_t started; /* inputs so far */

    /* The rest is batch.c's own. */
    struct inputs inputs;
    struct slot *slots;
    char *jobs;
    struct slot *spare;
    struct slot *first; /* of those to be printed, in the order to do so */
    struct slot **last;
    size_t under_way;
    uint64_t printed;
    uint64_t opened; /* when, in monotonic milliseconds */
    bool has_ended;  /* no more inputs are begun */
    bool is_stopped;
    int status;
};

/* Run |work| on all inputs of |options| with what |database| says, and return
 * the worst exit status. It does not return if the user interrupts it. */
int batch_run(const struct options *options, const struct batch_work *work,
              ddds_database *database);

/* The job of |slot| is done. */
void batch_finish(struct slot *slot);

/* Begin no more, and print no more: what is wrong is the same for all. */
void batch_stop(struct batch *batch);

/* How long a job that begins now may take, in milliseconds. */
unsigned batch_time(const struct batch *batch);

#endif
