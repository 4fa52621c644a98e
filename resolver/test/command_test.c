/* ddds test: compare results with expectations.
 *
 * All expectations are parsed before the first query, and stored in a temporary
 * file. So mistakes are reported at once, the number of tests is known, and a
 * pipe is read only once. Inputs are then resolved concurrently, and reported
 * in their order.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/ddds.h>

#include "batch/batch.h"
#include "batch/clock.h"
#include "cli/advice.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "test/expectation.h"
#include "test/proved.h"
#include "batch/inputs.h"
#include "batch/interrupt.h"
#include "test/test_options.h"
#include "print/output_file.h"
#include "test/record.h"
#include "test/test_report.h"
#include "zones/rule_source.h"
#include "cli/requested_services.h"

_Static_assert((int)INPUT_SIZE == (int)EXPECTATION_SIZE,
               "a truncated line must be rejected");

/* An expectation in progress. */
struct test_item {
    struct batch_job job;
    struct expectation expectation;
    struct proved_set proved; /* if the expectation is of a set */
};

struct testing {
    const struct test_line *options;
    FILE *lines; /* temporary file of the lines to test */
    size_t line_count;
    const struct report_format *format;
    struct output_file output;
    struct report report;
    struct batch batch;
    int status;
};

/* ---- Reading expectations ---------------------------------------------- */

static const struct ddds_application *
application_of(const struct testing *testing,
               const struct expectation *expectation)
{
    if (expectation->application != NULL) {
        return expectation->application;
    }
    return testing->options->common.request.application != NULL
               ? testing->options->common.request.application
               : ddds_application_for(expectation->input);
}

/* Return DDDS_BAD_OPTION if the application of |expectation| rejects |options|.
 * Creating an engine checks them without a query. */
static ddds_status try_options(const struct testing *testing,
                               const struct expectation *expectation,
                               const struct ddds_options *options,
                               struct ddds_error *error)
{
    ddds_engine *engine = ddds_engine_new(application_of(testing, expectation),
                                          expectation->input, options, error);
    ddds_engine_free(engine);
    return engine == NULL && error->status == DDDS_BAD_OPTION ? DDDS_BAD_OPTION
                                                              : DDDS_OK;
}

/* Return the offset of the value that causes the rejection of options: without
 * it, the error changes. 0: no value of the line. Values are removed
 * temporarily. */
static size_t find_mistake(const struct testing *testing,
                           struct expectation *expectation,
                           const struct ddds_error *error)
{
    for (size_t i = 0; i < EXPECTATION_KEYS; i++) {
        const struct expectation_key *key = &expectation_keys[i];
        char *member = (char *)expectation + key->member;
        struct ddds_error other;
        const char *value;
        const char *none = NULL;
        if (expectation->values[i] == 0 ||
            (key->kind != EXPECTATION_LIST && key->kind != EXPECTATION_TEXT)) {
            continue;
        }
        memcpy(&value, member, sizeof value);
        memcpy(member, &none, sizeof none);
        ddds_status status =
            try_options(testing, expectation, &expectation->options, &other);
        memcpy(member, &value, sizeof value);
        if (status == DDDS_OK || strcmp(other.detail, error->detail) != 0) {
            return expectation->values[i];
        }
    }
    return 0;
}

/* Check for options that the application rejects independently of the input,
 * and for mistakes in a set. */
static ddds_status check_options(const struct testing *testing,
                                 const char *line,
                                 struct expectation *expectation,
                                 struct ddds_error *error)
{
    ddds_status status =
        try_options(testing, expectation, &expectation->options, error);
    if (status == DDDS_BAD_OPTION) {
        error->offset = find_mistake(testing, expectation, error);
        if (error->offset == 0) {
            advice_add(error);
        }
    }
    if (status == DDDS_OK) {
        status = requested_check(application_of(testing, expectation),
                                 expectation->options.services, error);
        error->offset = expectation->values[0];
    }
    if (status == DDDS_OK && expectation->is_set) {
        status = check_expectation(line, expectation,
                                   application_of(testing, expectation), error);
    }
    return status;
}

/* Parse |line|. With --record, the result may be missing. */
static ddds_status parse_line(const struct testing *testing,
                              struct expectation *expectation,
                              const struct input *line,
                              struct ddds_error *error)
{
    return expectation_parse(expectation, line->text, line->length,
                             &testing->options->common.request.resolving,
                             testing->options->test.records, error);
}

/* Check that a comment can be written again unchanged. */
static ddds_status check_comment(const struct input *line,
                                 struct ddds_error *error)
{
    bool has_nul = strlen(line->text) != line->length;
    if (!has_nul && line->length < EXPECTATION_SIZE - 1) {
        return DDDS_OK;
    }
    error->offset = 0;
    snprintf(error->detail, sizeof error->detail,
             has_nul ? "the comment contains a NUL octet; remove it"
                     : "the comment is too long; write it on several lines");
    return DDDS_SYNTAX;
}

/* Check |line|; |expectation| is scratch memory. */
static void check_line(struct testing *testing, struct expectation *expectation,
                       const struct input *line)
{
    struct ddds_error error;
    bool is_comment = expectation_is_blank(line->text, line->length);
    ddds_status status = is_comment
                             ? check_comment(line, &error)
                             : parse_line(testing, expectation, line, &error);
    if (status == DDDS_OK && !is_comment) {
        status = check_options(testing, line->text, expectation, &error);
    }
    if (status != DDDS_OK) {
        complain("%s:%zu:%zu: %s", line->file, line->line, error.offset + 1,
                 error.detail);
        point_at(line->text, error.offset);
        testing->status = worse_exit(testing->status, EXIT_USAGE);
    } else if (input_save(line, testing->lines)) {
        testing->line_count++;
    } else {
        complain("cannot write a temporary file: %s", strerror(errno));
        testing->status = EXIT_OWN_FAILURE;
    }
}

/* Parse all files, and report every mistake. */
static void read_lines(struct testing *testing)
{
    const struct command_words *words = &testing->options->common.words;
    const struct command_words none = {.command = COMMAND_TEST};
    struct batch_options files = testing->options->common.batch;
    struct expectation *expectation = malloc(sizeof *expectation);
    const struct input *input;
    files.input_files.items = words->inputs;
    files.input_files.count = words->input_count;
    struct inputs *inputs = inputs_new(&none, &files, 0);
    inputs_keep_all(inputs);
    while (testing->status != EXIT_OWN_FAILURE &&
           (input = inputs_read(inputs)) != NULL) {
        if (testing->options->test.records ||
            !expectation_is_blank(input->text, input->length)) {
            check_line(testing, expectation, input);
        }
    }
    if (testing->status != EXIT_OWN_FAILURE) {
        testing->status = worse_exit(testing->status, inputs_status(inputs));
    }
    free(expectation);
    inputs_free(inputs);
    if (testing->status == EXIT_FOUND && testing->line_count == 0) {
        const char *name = testing->options->common.words.inputs[0];
        complain("%s: no expectations; write lines such as "
                 "urn:foo:1 -> uri http://www.example.com/",
                 strcmp(name, "-") == 0 ? "standard input" : name);
        testing->status = EXIT_USAGE;
    }
}

/* ---- Testing ----------------------------------------------------------- */

/* Prove the expectation of a set. A counterexample is resolved in its place. */
static void take_set(const struct testing *testing, struct test_item *item)
{
    struct batch_job *job = &item->job;
    prove_expectation(&item->proved, &item->expectation, job->application,
                      testing->batch.database);
    job->input = item->proved.input;
    job->is_refused = item->proved.verdict != TRIAL_FAILS;
    job->error = item->proved.error;
}

static bool take(void *context, struct batch_job *job)
{
    struct testing *testing = context;
    struct test_item *item = (struct test_item *)job;
    do {
        if (!input_load(&job->line, testing->lines)) {
            return false;
        }
    } while (testing->batch.is_rest &&
             expectation_is_blank(job->line.text, job->line.length));
    if (testing->batch.is_rest) {
        return true;
    }
    job->is_refused = expectation_is_blank(job->line.text, job->line.length);
    if (job->is_refused) {
        job->input = job->line.text; /* a comment: nothing to resolve */
        return true;
    }
    /* it was parsed before, so it cannot fail */
    parse_line(testing, &item->expectation, &job->line, NULL);
    job->input = item->expectation.input;
    job->application = application_of(testing, &item->expectation);
    job->options = &item->expectation.options;
    if (item->expectation.is_set && testing->options->test.records) {
        job->is_refused = true; /* the line stays as it is */
        job->input = job->line.text;
    } else if (item->expectation.is_set) {
        take_set(testing, item);
    }
    return true;
}

static enum trial_verdict judge(const struct expectation *expectation,
                                const struct ddds_result *result)
{
    if (result == NULL) {
        return expectation_holds_of_refusal(expectation) ? TRIAL_HOLDS
                                                         : TRIAL_FAILS;
    }
    if (expectation_holds(expectation, result)) {
        return TRIAL_HOLDS;
    }
    return ddds_reason_class(result->reason) == DDDS_CLASS_TEMPORARY
               ? TRIAL_UNDECIDED
               : TRIAL_FAILS;
}

static void count(struct report *report, const struct trial *trial)
{
    report->count++;
    report->holding += trial->verdict == TRIAL_HOLDS;
    report->failed += trial->counts;
    report->undecided += trial->counts && trial->verdict == TRIAL_UNDECIDED;
    report->todo += trial->verdict != TRIAL_HOLDS && !trial->counts;
}

/* Replace runs of blanks, which align columns, by single blanks. */
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

/* Write the line with the present result. */
static int record(struct testing *testing, const struct batch_job *job,
                  const struct ddds_result *result)
{
    const struct test_item *item = (const struct test_item *)job;
    char why[DDDS_DETAIL_SIZE];
    const struct recording recording = {
        .line = job->line.text,
        .expectation = job->is_refused ? NULL : &item->expectation,
        .options = &testing->options->common,
        .result = result,
        .error = &job->error,
    };
    int status = record_line(testing->output.file, &recording, why);
    if (status != EXIT_FOUND) {
        complain("%s:%zu: not recorded: %s", job->line.file, job->line.line,
                 why);
    }
    return status;
}

static int report(struct testing *testing, const struct batch_job *job,
                  const struct ddds_result *result)
{
    const struct test_item *item = (const struct test_item *)job;
    const struct expectation *expectation = &item->expectation;
    char text[EXPECTATION_SIZE];
    char *texts = NULL;
    squeeze(job->line.text, text);
    struct trial trial = {
        .file = job->line.file,
        .line = job->line.line,
        .text = text,
        .input = job->input,
        .expectation = expectation,
        .verdict = expectation->is_set ? item->proved.verdict
                                       : judge(expectation, result),
        .nanoseconds = job->nanoseconds,
    };
    if (trial.verdict != TRIAL_HOLDS) {
        trial.counts = expectation->todo == NULL;
        texts = trial_explain(&trial, result, &job->error);
    } else if (expectation->is_set && item->proved.error.detail[0] != '\0') {
        trial.reason = item->proved.error.detail;
    }
    count(&testing->report, &trial);
    testing->format->show(&testing->report, &trial);
    free(texts);
    if (!trial.counts) {
        return EXIT_FOUND;
    }
    return trial.verdict == TRIAL_FAILS ? EXIT_NOT_FOUND : EXIT_TEMPORARY;
}

static int show(void *context, const struct batch_job *job)
{
    struct testing *testing = context;
    const struct ddds_result *result = NULL;
    if (job->resolution != NULL) {
        result = ddds_resolution_result(job->resolution);
    }
    return testing->options->test.records ? record(testing, job, result)
                                          : report(testing, job, result);
}

static void bail_out(struct testing *testing, const char *why)
{
    snprintf(testing->report.why, sizeof testing->report.why, "%s", why);
}

static void run_batch(struct testing *testing)
{
    const struct test_line *options = testing->options;
    struct ddds_error error;
    ddds_database *database =
        source_try(&options->common, &testing->status, &error);
    testing->batch = (struct batch){
        .options = &options->common,
        .database = database,
        .is_timed = true,
        .item_size = sizeof(struct test_item),
        .total = testing->line_count,
        .take = take,
        .show = show,
        .context = testing,
    };
    if (database == NULL) {
        complain("%s", error.detail);
        bail_out(testing, error.detail);
        return;
    }
    batch_run(&testing->batch);
    testing->status = worse_exit(testing->status, testing->batch.status);
    if (interrupt_came()) {
        bail_out(testing, "interrupted");
    }
    ddds_database_free(database);
}

/* ---- Reports ----------------------------------------------------------- */

/* Fail if some lines could not be read back. */
static void check_lines(struct testing *testing)
{
    if (ferror(testing->lines)) {
        complain("a temporary file cannot be read: the report is incomplete");
        bail_out(testing, "a temporary file cannot be read");
        testing->status = EXIT_OWN_FAILURE;
    }
}

/* Write the report on all tests. */
static void run_report(struct testing *testing)
{
    testing->report = (struct report){
        .out = testing->output.file,
        .began = read_clock(),
        .planned = testing->line_count,
        .files = testing->options->common.words.inputs,
        .file_count = testing->options->common.words.input_count,
    };
    if (!testing->format->begin(&testing->report)) {
        complain("cannot create a temporary file: %s", strerror(errno));
        testing->status = EXIT_OWN_FAILURE;
        return;
    }
    run_batch(testing);
    check_lines(testing);
    /* In monitoring, known failures take precedence over unknown states. */
    if (testing->options->test.format == TEST_NAGIOS &&
        testing->status == EXIT_TEMPORARY &&
        testing->report.failed > testing->report.undecided) {
        testing->status = EXIT_NOT_FOUND;
    }
    testing->report.status = testing->status;
    if (!testing->format->end(&testing->report)) {
        complain("cannot write a temporary file: the report is incomplete");
        testing->status = EXIT_OWN_FAILURE;
    }
}

/* A file is replaced only if the report, or the recording, is complete. */
static bool is_whole(const struct testing *testing)
{
    return testing->status != EXIT_OWN_FAILURE &&
           (!testing->options->test.records ||
            (testing->batch.database != NULL && !interrupt_came()));
}

static void check_output(struct testing *testing, int failure)
{
    if (failure != 0) {
        complain("%s: cannot be written: %s", testing->options->test.output,
                 output_file_why(failure));
        testing->status = EXIT_OWN_FAILURE;
    }
}

static void run_tests(struct testing *testing)
{
    if (!output_rewind(testing->lines)) {
        complain("a temporary file cannot be written: %s", strerror(errno));
        testing->status = EXIT_OWN_FAILURE;
        return;
    }
    check_output(testing, output_file_open(&testing->output,
                                           testing->options->test.output));
    if (testing->status == EXIT_OWN_FAILURE) {
        return;
    }
    if (!testing->options->test.records) {
        run_report(testing);
    } else {
        run_batch(testing);
        check_lines(testing);
    }
    if (is_whole(testing)) {
        check_output(testing, output_file_commit(&testing->output));
    } else {
        output_file_abandon(&testing->output);
    }
    (void)batch_end(&testing->batch);
}

static const struct report_format *const formats[] = {
    [TEST_TAP] = &report_tap,
    [TEST_JUNIT] = &report_junit,
    [TEST_PROMETHEUS] = &report_prometheus,
    [TEST_NAGIOS] = &report_nagios,
};

/* Prometheus distinguishes metrics of the same name by their labels, so each
 * file must be named once. */
static int check_files(const struct test_line *options)
{
    for (size_t i = 0; options->test.format == TEST_PROMETHEUS &&
                       i < options->common.words.input_count;
         i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(options->common.words.inputs[i],
                       options->common.words.inputs[k]) == 0) {
                complain("%s: named twice; --format prometheus needs each "
                         "file once",
                         options->common.words.inputs[i]);
                return EXIT_USAGE;
            }
        }
    }
    return EXIT_FOUND;
}

static int check_usage(const struct test_line *options)
{
    if (options->common.words.input_count == 0) {
        complain("nothing to test: name a file of expectations, or - for "
                 "standard input; see ddds test --help");
        return EXIT_USAGE;
    }
    if (options->test.records && options->test.format != TEST_TAP) {
        complain("--record writes expectations, not a report; leave --format "
                 "out");
        return EXIT_USAGE;
    }
    return check_files(options);
}

int command_test(const void *given)
{
    struct test_line own = *(const struct test_line *)given;
    const struct test_line *options = &own;
    struct testing testing = {.options = options,
                              .format = formats[options->test.format],
                              .status = check_usage(options)};
    own.common.request.resolving.sorts_ties = true;
    if (testing.status != EXIT_FOUND) {
        return testing.status;
    }
    testing.lines = tmpfile();
    if (testing.lines == NULL) {
        complain("cannot create a temporary file: %s", strerror(errno));
        return EXIT_OWN_FAILURE;
    }
    read_lines(&testing);
    if (testing.status == EXIT_FOUND) {
        run_tests(&testing);
    } else if (options->test.format == TEST_NAGIOS) {
        nagios_refuse(stdout, "the expectations cannot be read: standard "
                              "error says why");
    }
    fclose(testing.lines);
    return testing.status;
}
