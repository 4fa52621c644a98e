/* The inputs of the command line, of files and of standard input, all resolved:
 * for commands that begin with that.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INPUT_BATCH_H
#define BATCH_INPUT_BATCH_H

#include "batch/batch.h"
#include "batch/inputs.h"

struct input_batch {
    /* To be set. */
    const struct options *options;
    ddds_database *database;
    /* Show what came of an input; its exit status. */
    int (*show)(void *context, const struct input *input,
                const struct job *job);
    void *context;

    /* The batch's own. */
    struct inputs *inputs;
    struct batch batch;
    int status;
};

/* Run all of it, and return the worst exit status; after an interrupt what is
 * done is shown, and then it does not return. */
int input_batch_run(struct input_batch *batch);

/* Show no more; what is wrong is the same for all. */
void input_batch_stop(struct input_batch *batch);

/* Complain if the first input of the command line can be none, as a mistyped
 * command cannot: who types one wants to hear of that, not of zone files. */
bool is_mistyped(const struct options *options);

#endif
