/* ddds resolve and ddds trace: inputs in, results out, many in flight.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/ddds.h>

#include "batch.h"
#include "command.h"
#include "complain.h"
#include "exits.h"
#include "input_job.h"
#include "options.h"
#include "print.h"
#include "source.h"

struct resolving {
    const struct options *options;
    struct style style;
    struct inputs inputs;
    struct batch batch;
    int status;
};

static bool take(void *context, struct job *job)
{
    return input_job_take(&((struct resolving *)context)->inputs, job);
}

/* ---- Showing results --------------------------------------------------- */

static void report_refusal(struct resolving *resolving, const struct job *job)
{
    const struct refusal refusal = {job->input, job->application, &job->error};
    if (job->error.status == DDDS_BAD_OPTION) {
        /* It is the same for all inputs. */
        complain("%s", job->error.detail);
        batch_stop(&resolving->batch);
        return;
    }
    if (resolving->options->format == FORMAT_JSON) {
        print_json_refusal(stdout, &refusal);
    }
    input_job_complain(job);
}

static void print_result(const struct resolving *resolving,
                         const struct ddds_result *result)
{
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
    default:
        break;
    }
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
        print_result(resolving, result);
        status = exit_of_reason(result->reason);
    }
    resolving->status = worse_exit(resolving->status, status);
}

/* ---- The whole --------------------------------------------------------- */

static int run_batch(const struct options *options, ddds_database *database)
{
    struct resolving resolving = {
        .options = options,
        .style = {options->has_trace, options->has_color},
        .batch = {.database = database,
                  .width = options->jobs,
                  .item_size = sizeof(struct input_job),
                  .is_unordered = options->is_unordered,
                  .has_seed = options->has_seed,
                  .seed = options->seed,
                  .take = take,
                  .show = show,
                  .context = &resolving},
    };
    inputs_begin(&resolving.inputs, options);
    if (!batch_run(&resolving.batch)) {
        return EXIT_OWN_FAILURE;
    }
    return worse_exit(resolving.status, resolving.inputs.status);
}

static int resolve(const struct options *options)
{
    if (options->input_count == 0 && options->input_file_count == 0) {
        complain("nothing to resolve: give a URN or URI, or inputs with -f "
                 "FILE or -; ddds %s --help says more",
                 options_command(options->command));
        return EXIT_USAGE;
    }
    if (input_job_is_mistyped(options)) {
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
