/* ddds resolve and ddds trace: inputs in, results out, many in flight.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include <ddds/ddds.h>

#include "batch.h"
#include "clock.h"
#include "command.h"
#include "complain.h"
#include "exits.h"
#include "hints.h"
#include "inputs.h"
#include "options.h"
#include "print.h"
#include "print_radius.h"
#include "source.h"

/* One input on its way. */
struct item {
    struct job job;
    struct input input;
};

struct resolving {
    const struct options *options;
    struct style style;
    struct inputs inputs;
    struct batch batch;
    int status;
};

/* ---- Taking inputs ----------------------------------------------------- */

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
    struct resolving *resolving = context;
    struct input *input = &((struct item *)job)->input;
    if (!inputs_next(&resolving->inputs, input)) {
        return false;
    }
    job->input = input->text;
    job->application = resolving->options->application;
    job->options = resolving->options->resolving;
    job->fault = find_fault(resolving->options, input);
    return true;
}

/* ---- Showing results --------------------------------------------------- */

static void report_refusal(struct resolving *resolving, const struct job *job)
{
    const struct input *input = &((const struct item *)job)->input;
    const struct refusal refusal = {input->text, job->application, &job->error};
    if (job->error.status == DDDS_BAD_OPTION) {
        /* It is the same for all inputs. */
        complain("%s", job->error.detail);
        batch_stop(&resolving->batch);
        return;
    }
    if (resolving->options->format == FORMAT_JSON) {
        print_json_refusal(stdout, &refusal);
    }
    inputs_refuse(input, &job->error);
}

/* The exit status is the reason's, unless nothing of it can be shown. */
static int print_result(const struct resolving *resolving,
                        const struct ddds_result *result)
{
    bool is_shown = true;
    switch (resolving->options->format) {
    case FORMAT_TEXT:
        print_text(stdout, result, &resolving->style);
        break;
    case FORMAT_SHORT:
        print_short(stdout, result);
        break;
    case FORMAT_JSON:
        print_json(stdout, result, &resolving->style);
        break;
    case FORMAT_RADSECPROXY:
        is_shown = print_radsecproxy(stdout, result);
        break;
    case FORMAT_FREERADIUS:
        is_shown = print_freeradius(stdout, result);
        break;
    default:
        break;
    }
    return is_shown
               ? exit_of_reason(result->reason)
               : worse_exit(EXIT_NOT_FOUND, exit_of_reason(result->reason));
}

/* Show what came of the input, and take its exit status into account. */
static void show(void *context, struct job *job)
{
    struct resolving *resolving = context;
    int status;
    if (job->resolution == NULL) {
        report_refusal(resolving, job);
        status = exit_of_status(job->error.status);
    } else if (ddds_resolution_status(job->resolution) != DDDS_OK) {
        complain("%s: out of memory", job->input);
        status = EXIT_OWN_FAILURE;
    } else {
        const struct ddds_result *result =
            ddds_resolution_result(job->resolution);
        status = print_result(resolving, result);
    }
    resolving->status = worse_exit(resolving->status, status);
}

/* ---- The whole --------------------------------------------------------- */

static bool is_ready(void *context)
{
    const struct resolving *resolving = context;
    return inputs_are_ready(&resolving->inputs);
}

static int run_batch(const struct options *options, ddds_database *database)
{
    struct resolving resolving = {
        .options = options,
        .style = {options->has_trace, options->has_color},
        .batch = {.window = {.database = database,
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
                  .context = &resolving},
    };
    const struct window *window = &resolving.batch.window;
    inputs_begin(&resolving.inputs, options, window->last_moment);
    if (!batch_run(&resolving.batch)) {
        return EXIT_OWN_FAILURE;
    }
    window_die(window);
    int status = worse_exit(resolving.status, resolving.inputs.status);
    return window->is_cut_short ? worse_exit(status, EXIT_TEMPORARY) : status;
}

static int resolve(const struct options *options)
{
    if (options->input_count == 0 && options->input_file_count == 0) {
        complain("nothing to resolve: give a URN or URI, or inputs with -f "
                 "FILE or -; ddds %s --help says more",
                 options_command(options->command));
        return EXIT_USAGE;
    }
    /* Who mistypes a command wants to hear of that, not of zone files. */
    if (options->zone_count == 0 && options->input_count > 0 &&
        strcmp(options->inputs[0], "-") != 0 &&
        has_no_scheme(options, options->inputs[0])) {
        complain("\"%.48s\": %s", options->inputs[0],
                 hint_for(options->inputs[0]));
        return EXIT_USAGE;
    }
    int status;
    ddds_database *database = source_open(options, &status);
    if (database != NULL) {
        status = run_batch(options, database);
        ddds_database_free(database);
    }
    return status;
}

int command_resolve(int count, char **arguments)
{
    return options_run(COMMAND_RESOLVE, count, arguments, resolve);
}

int command_trace(int count, char **arguments)
{
    return options_run(COMMAND_TRACE, count, arguments, resolve);
}
