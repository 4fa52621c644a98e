/* Inputs as jobs of a batch: for commands that resolve what they are given.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVER_INPUT_JOB_H
#define RESOLVER_INPUT_JOB_H

#include "batch.h"
#include "inputs.h"

/* One input on its way. */
struct input_job {
    struct job job;
    struct input input;
};

/* Take the next of |inputs|, to be resolved as their options say; false at the
 * end. */
bool input_job_take(struct inputs *inputs, struct job *job);

/* Complain of one that was refused: where it stood, what and where in it. */
void input_job_complain(const struct job *job);

/* Complain if the first of the command line can be no input, as a mistyped
 * command cannot; who types one wants to hear of that, not of zone files. */
bool input_job_is_mistyped(const struct options *options);

#endif
