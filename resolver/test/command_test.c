/* The command ddds test: do inputs resolve as expected?
 *
 * 1. All expectations are parsed before the first query and kept in a temporary
 *    file: mistakes are reported at once, the number of tests is known, and a
 *    pipe is read only once.
 * 2. They are resolved, many at a time, and reported in input order.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/ddds.h>

#include "batch/batch.h"
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "test/expectation.h"
#include "batch/inputs.h"
#include "batch/interrupt.h"
#include "cli/options.h"
#include "test/report.h"
#include "cli/source.h"
#include "cli/wanted.h"

_Static_assert((int)INPUT_SIZE == (int)EXPECTATION_SIZE,
               "a truncated line must be rejected");

/* One expectation on its way. */
struct test_item {
    struct job job;
    struct expectation expectation;
};

struct testing {
    const struct options *options;
    FILE *lines; /* those that are to be tried */
    size_t line_count;
    struct expectation *checked; /* the one that is being read */
    const struct report_format *format;
    struct report report;
    struct batch batch;
    int status;
};

/* ---- The temporary file ------------------------------------------------ */

/* A line is kept as the beginning of its struct: up to the end of its text. */
static size_t kept_size(const struct input *line)
{
    return offsetof(struct input, text) + line->length + 1;
}

static bool keep_line(struct testing *testing, const struct input *line)
{
    testing->line_count++;
    return fwrite(line, kept_size(line), 1, testing->lines) == 1;
}

static bool next_line(struct testing *testing, struct input *line)
{
    return fread(line, offsetof(struct input, text), 1, testing->lines) == 1 &&
           fread(line->text, line->length + 1, 1, testing->lines) == 1;
}

/* ---- Reading expectations ---------------------------------------------- */

static const struct ddds_application *
application_of(const struct testing *testing,
               const struct expectation *expectation)
{
    if (expectation->application != NULL) {
        return expectation->application;
    }
    return testing->options->application != NULL
               ? testing->options->application
               : ddds_application_for(expectation->input);
}

/* An option that the application rejects for every input is a mistake of the
 * line. Creating an engine finds it without any query. */
static ddds_status check_options(const struct testing *testing,
                                 const struct expectation *expectation,
                                 struct ddds_error *error)
{
    ddds_engine *engine =
        ddds_engine_new(application_of(testing, expectation),
                        expectation->input, &expectation->options, error);
    ddds_engine_free(engine);
    bool is_refused = engine == NULL && (error->status == DDDS_BAD_OPTION ||
                                         error->status == DDDS_NO_MEMORY);
    if (!is_refused) {
        is_refused =
            wanted_check(application_of(testing, expectation),
                         expectation->options.services, error) != DDDS_OK;
    }
    if (is_refused) {
        error->offset = 0;
    }
    return is_refused ? error->status : DDDS_OK;
}

static void check_line(struct testing *testing, const struct input *line)
{
    struct ddds_error error;
    ddds_status status =
        expectation_parse(testing->checked, line->text, line->length,
                          &testing->options->resolving, &error);
    if (status == DDDS_OK) {
        status = check_options(testing, testing->checked, &error);
    }
    if (status == DDDS_NO_MEMORY) {
        complain("out of memory");
        testing->status = EXIT_OWN_FAILURE;
    } else if (status != DDDS_OK) {
        complain("%s:%zu:%zu: %s", line->file, line->line, error.offset + 1,
                 error.detail);
        point_at(line->text, error.offset);
        testing->status = worse_exit(testing->status, EXIT_USAGE);
    } else if (!keep_line(testing, line)) {
        complain("cannot write a temporary file: %s", strerror(errno));
        testing->status = EXIT_OWN_FAILURE;
    }
}

/* Parse all files and report each mistake in them. */
static void read_lines(struct testing *testing)
{
    struct options files = *testing->options;
    const struct input *input;
    files.input_files = testing->options->inputs;
    files.input_file_count = testing->options->input_count;
    files.input_count = 0;
    struct inputs *inputs = inputs_new(&files, 0);
    testing->checked = malloc(sizeof *testing->checked);
    if (inputs == NULL || testing->checked == NULL) {
        testing->status = EXIT_OWN_FAILURE;
    }
    while (testing->status != EXIT_OWN_FAILURE &&
           (input = inputs_read(inputs)) != NULL) {
        if (!expectation_is_blank(input->text, input->length)) {
            check_line(testing, input);
        }
    }
    if (testing->status != EXIT_OWN_FAILURE) {
        testing->status = worse_exit(testing->status, inputs_status(inputs));
    }
    free(testing->checked);
    inputs_free(inputs);
    if (testing->status == EXIT_FOUND && testing->line_count == 0) {
        complain("%s: no expectations; write lines such as "
                 "urn:foo:1 -> uri http://www.example.com/",
                 testing->options->inputs[0]);
        testing->status = EXIT_USAGE;
    }
}

/* ---- Trying them ------------------------------------------------------- */

static bool take(void *context, struct job *job)
{
    struct testing *testing = context;
    struct test_item *item = (struct test_item *)job;
    if (!next_line(testing, &job->line)) {
        return false;
    }
    /* It was checked before, so it cannot fail. */
    expectation_parse(&item->expectation, job->line.text, job->line.length,
                      &testing->options->resolving, NULL);
    job->input = item->expectation.input;
    job->application = application_of(testing, &item->expectation);
    job->options = item->expectation.options;
    return true;
}

static enum trial_verdict judge(const struct trial *trial)
{
    if (trial->result == NULL) {
        return expectation_holds_of_refusal(trial->expectation) ? TRIAL_HOLDS
                                                                : TRIAL_FAILS;
    }
    if (expectation_holds(trial->expectation, trial->result)) {
        return TRIAL_HOLDS;
    }
    return ddds_reason_class(trial->result->reason) == DDDS_CLASS_TEMPORARY
               ? TRIAL_UNDECIDED
               : TRIAL_FAILS;
}

static int exit_of_trial(const struct trial *trial)
{
    if (!trial_counts(trial)) {
        return EXIT_FOUND;
    }
    return trial->verdict == TRIAL_FAILS ? EXIT_NOT_FOUND : EXIT_TEMPORARY;
}

/* Replace runs of blanks by one: aligned columns do not belong in a report. */
static void squeeze(const char *line, char *text)
{
    size_t length = 0;
    for (size_t at = 0; line[at] != '\0'; at++) {
        bool is_blank = line[at] == ' ' || line[at] == '\t';
        if (!is_blank || (length > 0 && text[length - 1] != ' ')) {
            text[length++] = is_blank ? ' ' : line[at];
        }
    }
    length -= length > 0 && text[length - 1] == ' ';
    text[length] = '\0';
}

static int show(void *context, const struct job *job)
{
    struct testing *testing = context;
    const struct test_item *item = (const struct test_item *)job;
    char text[EXPECTATION_SIZE];
    squeeze(job->line.text, text);
    struct trial trial = {
        .file = job->line.file,
        .line = job->line.line,
        .text = text,
        .expectation = &item->expectation,
        .error = &job->error,
        .nanoseconds = job->nanoseconds,
    };
    ddds_status status = job->resolution != NULL
                             ? ddds_resolution_status(job->resolution)
                             : job->error.status;
    if (status == DDDS_NO_MEMORY) {
        complain("out of memory");
        testing->format->bail_out(&testing->report, "out of memory");
        batch_stop(&testing->batch);
        return EXIT_OWN_FAILURE;
    }
    if (job->resolution != NULL) {
        trial.result = ddds_resolution_result(job->resolution);
    }
    trial.verdict = judge(&trial);
    testing->format->show(&testing->report, &trial);
    return exit_of_trial(&trial);
}

static void run_batch(struct testing *testing)
{
    const struct options *options = testing->options;
    struct ddds_error error;
    testing->batch = (struct batch){
        .options = options,
        .database = source_try(options, &testing->status, &error),
        .item_size = sizeof(struct test_item),
        .total = testing->line_count,
        .take = take,
        .show = show,
        .context = testing,
    };
    if (testing->batch.database == NULL) {
        complain("%s", error.detail);
        testing->format->bail_out(&testing->report, error.detail);
        return;
    }
    if (!batch_run(&testing->batch)) {
        testing->format->bail_out(&testing->report, "out of memory");
    }
    testing->status = worse_exit(testing->status, testing->batch.status);
    if (interrupt_came()) {
        testing->format->bail_out(&testing->report, "interrupted");
    }
    ddds_database_free(testing->batch.database);
}

/* ---- The whole --------------------------------------------------------- */

static void run_tests(struct testing *testing)
{
    rewind(testing->lines);
    testing->report = (struct report){stdout, .planned = testing->line_count};
    if (!testing->format->begin(&testing->report)) {
        complain("cannot create a temporary file: %s", strerror(errno));
        testing->status = EXIT_OWN_FAILURE;
        return;
    }
    run_batch(testing);
    if (!testing->format->end(&testing->report)) {
        complain("cannot write a temporary file: the report is incomplete");
        testing->status = EXIT_OWN_FAILURE;
    }
    window_die(&testing->batch.window);
}

int command_test(const struct options *options)
{
    struct testing testing = {
        .options = options,
        .format = options->format == FORMAT_JUNIT   ? &report_junit
                  : options->format == FORMAT_TAP13 ? &report_tap13
                                                    : &report_tap,
    };
    if (options->input_count == 0) {
        complain("nothing to test: name a file of expectations, or - for "
                 "standard input; see ddds test --help");
        return EXIT_USAGE;
    }
    testing.lines = tmpfile();
    if (testing.lines == NULL) {
        complain("cannot create a temporary file: %s", strerror(errno));
        return EXIT_OWN_FAILURE;
    }
    read_lines(&testing);
    if (testing.status == EXIT_FOUND) {
        run_tests(&testing);
    }
    fclose(testing.lines);
    return testing.status;
}
