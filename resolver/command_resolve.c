/* ddds resolve and ddds trace: inputs in, results out, many in flight.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include <ddds/ddds.h>

#include "batch.h"
#include "command.h"
#include "complain.h"
#include "exits.h"
#include "hints.h"
#include "inputs.h"
#include "options.h"
#include "print.h"
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
    char name[64] = "";
    if (job->error.status != DDDS_NO_MEMORY) {
        snprintf(name, sizeof name, "\"%.48s%s\": ", input->text,
                 strlen(input->text) > 48 ? "..." : "");
    }
    if (input->file != NULL) {
        complain("%s:%zu: %s%s", input->file, input->line, name,
                 job->error.detail);
    } else {
        complain("%s%s", name, job->error.detail);
    }
    if (job->error.status == DDDS_BAD_INPUT) {
        point_at(input->text, job->error.offset);
    }
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
                  .item_size = sizeof(struct item),
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
