/* Inputs become jobs, and jobs are shown with their inputs.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/input_batch.h"

#include <stdio.h>
#include <string.h>

#include "batch/clock.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "batch/hints.h"

/* One input on its way. */
struct item {
    struct job job;
    struct input input;
};

/* Is it neither URN nor URI, because it has no scheme, although no application
 * was named that would take it? */
static bool has_no_scheme(const struct options *options, const char *input)
{
    return options->application == NULL && strchr(input, ':') == NULL;
}

/* What can be said of an input without resolving it; "" for nothing. */
static void find_fault(const struct options *options, const struct input *input,
                       char fault[HINT_SIZE])
{
    if (strlen(input->text) != input->length) {
        snprintf(fault, HINT_SIZE, "the input contains a NUL octet");
    } else if (has_no_scheme(options, input->text)) {
        hint_write(input->text, fault);
    }
}

static bool take(void *context, struct job *job)
{
    struct input_batch *batch = context;
    struct input *input = &((struct item *)job)->input;
    if (!inputs_next(batch->inputs, input)) {
        return false;
    }
    job->input = input->text;
    job->application = batch->options->application;
    job->options = batch->options->resolving;
    find_fault(batch->options, input, job->fault);
    return true;
}

static bool is_ready(void *context)
{
    const struct input_batch *batch = context;
    return inputs_are_ready(batch->inputs);
}

static void show(void *context, struct job *job)
{
    struct input_batch *batch = context;
    int status =
        batch->show(batch->context, &((const struct item *)job)->input, job);
    batch->status = worse_exit(batch->status, status);
}

int input_batch_run(struct input_batch *batch)
{
    const struct options *options = batch->options;
    batch->batch = (struct batch){
        .window = {.database = batch->database,
                   .width = options->jobs,
                   .item_size = sizeof(struct item),
                   .is_unordered = options->is_unordered,
                   .last_moment = clock_after(options->max_time),
                   .total = inputs_total(options)},
        .has_seed = options->has_seed,
        .seed = options->seed,
        .take = take,
        .is_ready = is_ready,
        .show = show,
        .context = batch,
    };
    const struct window *window = &batch->batch.window;
    batch->inputs = inputs_new(options, window->last_moment);
    if (batch->inputs == NULL || !batch_run(&batch->batch)) {
        inputs_free(batch->inputs);
        return EXIT_OWN_FAILURE;
    }
    window_die(window);
    int status = worse_exit(batch->status, inputs_status(batch->inputs));
    inputs_free(batch->inputs);
    return window->is_cut_short ? worse_exit(status, EXIT_TEMPORARY) : status;
}

void input_batch_stop(struct input_batch *batch)
{
    batch_stop(&batch->batch);
}

bool is_mistyped(const struct options *options)
{
    const char *first = options->input_count > 0 ? options->inputs[0] : "-";
    if (strcmp(first, "-") == 0 || !has_no_scheme(options, first) ||
        (options->zone_count > 0 && command_find(first) == NULL)) {
        return false;
    }
    char hint[HINT_SIZE];
    complain("\"%.48s\": %s", first, hint_write(first, hint));
    return true;
}
