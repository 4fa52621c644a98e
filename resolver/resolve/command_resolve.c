/* ddds resolve and ddds trace.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include <ddds/ddds.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "batch/batch.h"
#include "batch/hints.h"
#include "cli/resolver_line.h"
#include "resolve/resolve_options.h"
#include "render/rendering.h"
#include "resolve/print_radius.h"
#include "zones/rule_source.h"

struct resolve_batch {
    const struct resolver_line *options;
    struct style style;
    struct batch batch;
    unsigned hints; /* hints given so far */
};

static int report_refusal(struct resolve_batch *resolving,
                          const struct batch_job *job)
{
    const struct refusal refusal = {.input = input_span(&job->line),
                                    .application = job->application,
                                    .error = &job->error,
                                    .given = job->line.given};
    if (resolving->options->output.format == FORMAT_JSON &&
        job->error.status != DDDS_BAD_OPTION) {
        print_json_refusal(stdout, &refusal);
    }
    return batch_refuse(&resolving->batch, job);
}

/* The short format prints results only. Report failures on standard error,
 * where they do not disturb scripts. */
static void explain_failure(const struct ddds_result *result)
{
    if (result->outcome_count > 0) {
        return;
    }
    char *sentence = reason_with_advice(result);
    complain("%s: %s: %s", result->input, ddds_reason_name(result->reason),
             sentence);
    free(sentence);
}

/* Formats without notes leave these to standard error. */
static void report_notes(const struct ddds_result *result)
{
    const char *note;
    for (size_t i = 0;
         result->outcome_count > 0 && (note = next_note(result, &i)) != NULL;) {
        complain("%s: note: %s", result->input, note);
    }
}

/* Print a configuration. Return its exit status: that of the reason, or a
 * failure if it has no server. */
static int print_radius(const struct ddds_result *result,
                        bool (*print)(FILE *out,
                                      const struct ddds_result *result))
{
    int status = exit_of_reason(result->reason);
    if (!print(stdout, result)) {
        status = worse_exit(EXIT_NOT_FOUND, status);
    }
    report_notes(result);
    return status;
}

/* Return the exit status of the result. */
static int print_result(const struct resolve_batch *resolving,
                        const struct batch_job *job,
                        const struct ddds_result *result)
{
    struct style style = resolving->style;
    style.given = job->line.given;
    switch (resolving->options->output.format) {
    case FORMAT_TEXT:
        print_text(stdout, result, &style);
        break;
    case FORMAT_JSON:
        print_json(stdout, result, &style);
        break;
    case FORMAT_SHORT:
        print_short(stdout, result);
        explain_failure(result);
        report_notes(result);
        break;
    case FORMAT_RADSECPROXY:
        return print_radius(result, print_radsecproxy);
    case FORMAT_FREERADIUS:
        return print_radius(result, print_freeradius);
    default:
        break;
    }
    return exit_of_reason(result->reason);
}

/* Show the result of an input. */
static int show(void *context, const struct batch_job *job)
{
    struct resolve_batch *resolving = context;
    if (job->resolution == NULL) {
        return report_refusal(resolving, job);
    }
    const struct ddds_result *result = ddds_resolution_result(job->resolution);
    int status = print_result(resolving, job, result);
    if (result->outcome_count == 0) {
        hint_application(resolving->options, job->input, &resolving->hints);
    }
    return status;
}

/* Return true if the output consists of lines (line.h). */
static bool has_lines(const struct output_options *output)
{
    return !output->has_trace &&
           (output->format == FORMAT_TEXT || output->format == FORMAT_SHORT ||
            output->format == FORMAT_JSON);
}

static int run_batch(const struct resolver_line *options,
                     ddds_database *database)
{
    struct resolve_batch resolving = {
        .options = options,
        .style = {.has_trace = options->output.has_trace,
                  .has_color = options->output.color.is_on},
        .batch = {.options = options,
                  .database = database,
                  .keeps_lines = has_lines(&options->output),
                  .show = show,
                  .context = &resolving},
    };
    batch_run(&resolving.batch);
    return batch_end(&resolving.batch);
}

int command_resolve(const void *given)
{
    const struct resolver_line *options = given;
    if (options->words.input_count == 0 &&
        options->batch.input_files.count == 0) {
        complain("%s: missing inputs; give a URN or URI, or inputs with -f "
                 "FILE or -",
                 command_page(options->words.command)->name);
        return EXIT_USAGE;
    }
    if (hint_refuses(options)) {
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
