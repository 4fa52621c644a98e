/* ddds resolve and ddds trace: inputs in, results out, many in flight.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include <ddds/ddds.h>

#include "batch.h"
#include "command.h"
#include "complain.h"
#include "exits.h"
#include "options.h"
#include "print.h"
#include "source.h"

/* One input on its way. */
struct job {
    ddds_resolution *resolution; /* NULL: it was refused */
    const struct ddds_application *application;
    struct ddds_error error;
    uint64_t chance; /* state of its random numbers */
};

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

/* ---- One input ---------------------------------------------------------- */

static void finish(ddds_resolution *resolution, void *context)
{
    (void)resolution;
    batch_finish(context);
}

/* Is it neither URN nor URI, because it has no scheme, although no application
 * was named that would take it? */
static bool has_no_scheme(const struct options *options, const char *input)
{
    return options->application == NULL && strchr(input, ':') == NULL;
}

static const char no_scheme[] =
    "neither a command of this version (ddds help lists them) nor a URN or "
    "URI; a bare number or domain needs its application (--app)";

/* What can be said of an input without resolving it, or NULL. */
static const char *find_fault(const struct options *options,
                              const struct input *input)
{
    if (strlen(input->text) != input->length) {
        return "the input holds a NUL octet";
    }
    return has_no_scheme(options, input->text) ? no_scheme : NULL;
}

static void start(struct slot *slot)
{
    struct batch *batch = slot->batch;
    const struct options *options = batch->options;
    struct job *job = slot->job;
    struct ddds_options resolving = options->resolving;
    resolving.deadline = batch_time(batch);
    job->application = options->application != NULL
                           ? options->application
                           : ddds_application_for(slot->input.text);
    if (options->has_seed) {
        job->chance =
            options->seed + batch->started * UINT64_C(0x2545f4914f6cdd1d);
        resolving.random = draw;
        resolving.random_context = &job->chance;
    }
    const char *fault = find_fault(options, &slot->input);
    if (fault != NULL) {
        job->error.status = DDDS_BAD_INPUT;
        job->error.offset = DDDS_NO_OFFSET;
        snprintf(job->error.detail, sizeof job->error.detail, "%s", fault);
        batch_finish(slot);
        return;
    }
    job->resolution =
        ddds_resolution_new(batch->database, job->application, slot->input.text,
                            &resolving, &job->error);
    if (job->resolution != NULL) {
        ddds_resolution_start(job->resolution, finish, slot);
    } else {
        batch_finish(slot);
    }
}

static int report_refusal(struct slot *slot)
{
    const struct job *job = slot->job;
    const struct refusal refusal = {slot->input.text, job->application,
                                    &job->error};
    if (job->error.status == DDDS_BAD_OPTION) {
        /* It is the same for all inputs. */
        complain("%s", job->error.detail);
        batch_stop(slot->batch);
    } else {
        if (slot->batch->options->format == FORMAT_JSON) {
            print_json_refusal(stdout, &refusal);
        }
        inputs_refuse(&slot->input, &job->error);
    }
    return exit_of_status(job->error.status);
}

static void print_result(const struct options *options,
                         const struct ddds_result *result)
{
    const struct style style = {options->has_trace, options->has_color};
    switch (options->format) {
    case FORMAT_TEXT:
        print_text(stdout, result, &style);
        break;
    case FORMAT_SHORT:
        print_short(stdout, result);
        break;
    case FORMAT_JSON:
        print_json(stdout, result, &style);
        break;
    }
}

/* Show what came of the input. */
static int print(struct slot *slot)
{
    const struct job *job = slot->job;
    if (job->resolution == NULL) {
        return report_refusal(slot);
    }
    if (ddds_resolution_status(job->resolution) != DDDS_OK) {
        complain("%s: out of memory", slot->input.text);
        return EXIT_OWN_FAILURE;
    }
    const struct ddds_result *result = ddds_resolution_result(job->resolution);
    print_result(slot->batch->options, result);
    return exit_of_reason(result->reason);
}

static void clear(struct slot *slot)
{
    struct job *job = slot->job;
    ddds_resolution_free(job->resolution);
}

/* ---- The whole --------------------------------------------------------- */

static int resolve(struct options *options, const char *word)
{
    static const struct batch_work work = {sizeof(struct job), start, print,
                                           clear};
    if (options->input_count == 0 && options->input_file_count == 0) {
        complain("nothing to resolve: give a URN or URI, or inputs with -f "
                 "FILE or -; ddds %s --help says more",
                 word);
        return EXIT_USAGE;
    }
    /* Who mistypes a command wants to hear of that, not of zone files. */
    if (options->zone_count == 0 && options->input_count > 0 &&
        strcmp(options->inputs[0], "-") != 0 &&
        has_no_scheme(options, options->inputs[0])) {
        complain("\"%.48s\": %s", options->inputs[0], no_scheme);
        return EXIT_USAGE;
    }
    int status;
    ddds_database *database = source_open(options, &status);
    if (database != NULL) {
        status = batch_run(options, &work, database);
        ddds_database_free(database);
    }
    return status;
}

static int run(enum command command, int count, char **arguments)
{
    struct options options;
    const char *word = command_word(command);
    int status = options_read(&options, command, count, arguments);
    if (options.asks == ASKS_HELP) {
        print_help(stdout, word);
    } else if (options.asks == ASKS_VERSION) {
        print_version();
    } else if (status < 0) {
        status = resolve(&options, word);
    }
    options_clear(&options);
    return status;
}

int command_resolve(int count, char **arguments)
{
    return run(COMMAND_RESOLVE, count, arguments);
}

int command_trace(int count, char **arguments)
{
    return run(COMMAND_TRACE, count, arguments);
}
