/* Inputs become jobs, and jobs are shown with their inputs.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/input_batch.h"

#include <string.h>

#include "cli/clock.h"
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/hints.h"

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

/* What can be said of an input without resolving it, or NULL. */
static const char *find_fault(const struct options *options,
                              const struct input *input)
{
    if (strlen(input->text) != input->length) {
        return "the input holds a NUL octet";
    }
    return has_no_scheme(options, input->text) ? hint_for(input->text) : NULL;
}

static bool take(void *context, struct job *job)
{
    struct input_batch *batch = context;
    struct input *input = &((struct item *)job)->input;
    if (!inputs_next(&batch->inputs, input)) {
        return false;
    }
    job->input = input->text;
    job->application = batch->options->application;
    job->options = batch->options->resolving;
    job->fault = find_fault(batch->options, input);
    return true;
}

static bool is_ready(void *context)
{
    const struct input_batch *batch = context;
    return inputs_are_ready(&batch->inputs);
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
    inputs_begin(&batch->inputs, options, window->last_moment);
    if (!batch_run(&batch->batch)) {
        return EXIT_OWN_FAILURE;
    }
    window_die(window);
    int status = worse_exit(batch->status, batch->inputs.status);
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
        (options->zone_count > 0 && !is_command(first))) {
        return false;
    }
    complain("\"%.48s\": %s", first, hint_for(first));
    return true;
}
