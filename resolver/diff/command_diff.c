/* ddds diff: compare the results of two sources.
 *
 * In the first pass, the inputs are resolved by the first source. Valid inputs
 * are kept in a temporary file, and all answers in another. In the second pass,
 * the inputs are resolved by the second source. Each answer is compared with
 * the next in the file, since both passes keep the order of inputs.
 *
 * So the sources are queried one after the other, and memory use does not
 * depend on the number of inputs.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/batch.h"
#include "batch/interrupt.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "diff/diff_answer.h"
#include "diff/diff_sets.h"
#include "diff/diff_sources.h"
#include "diff/print_diff.h"
#include "print/json_members.h"
#include "print/output_file.h"
#include "zones/rule_source.h"

struct diffing {
    const struct diff_line *options;
    struct diff_sources sources;
    FILE *inputs;  /* temporary file: inputs of the second pass */
    FILE *answers; /* temporary file: answers of the first pass, as lines */
    uint64_t kept; /* number of inputs */
    struct batch batch;
    uint64_t counts[CHANGES];
    bool has_heading;
    int status;
};

static int fail(struct diffing *diffing, const char *what)
{
    complain("%s", what);
    batch_stop(&diffing->batch);
    return EXIT_OWN_FAILURE;
}

/* ---- The first pass ------------------------------------------------------ */

static bool keep_answer(struct diffing *diffing, json_t *answer)
{
    bool is_kept = json_dumpf(answer, diffing->answers, JSON_COMPACT) == 0 &&
                   putc('\n', diffing->answers) != EOF;
    json_decref(answer);
    return is_kept;
}

static int show_before(void *context, const struct batch_job *job)
{
    struct diffing *diffing = context;
    bool is_kept;
    int status = EXIT_FOUND;
    if (job->resolution == NULL) {
        status = batch_refuse(&diffing->batch, job);
        is_kept = keep_answer(
            diffing, answer_of_refusal(input_span(&job->line), &job->error));
    } else {
        is_kept =
            keep_answer(diffing,
                        answer_new(job->input,
                                   ddds_resolution_result(job->resolution))) &&
            input_save(&job->line, diffing->inputs);
        diffing->kept++;
    }
    return is_kept ? status : fail(diffing, "cannot write a temporary file");
}

/* ---- The second pass ----------------------------------------------------- */

static bool take(void *context, struct batch_job *job)
{
    struct diffing *diffing = context;
    struct input *line = &job->line;
    if (!input_load(line, diffing->inputs)) {
        return false;
    }
    job->input = line->text;
    job->application = diffing->options->common.request.application;
    return true;
}

static bool is_shown(const struct diffing *diffing, enum change change)
{
    return change != CHANGE_NONE && change != CHANGE_REJECTED &&
           (change != CHANGE_TTL || diffing->options->diff.compares_ttl);
}

static void put_heading(struct diffing *diffing)
{
    if (!diffing->has_heading) {
        print_diff_heading(stdout, &diffing->sources);
    }
    diffing->has_heading = true;
}

static void print_difference(struct diffing *diffing,
                             const struct difference *difference)
{
    diffing->counts[difference->change]++;
    if (diffing->options->common.output.format == FORMAT_JSON) {
        print_diff_json(stdout, difference);
    } else if (is_shown(diffing, difference->change)) {
        put_heading(diffing);
        print_diff_text(stdout, difference);
    }
}

/* Return the next answer of the first pass; NULL at the end. */
static json_t *next_answer(struct diffing *diffing)
{
    char *line = NULL;
    size_t size = 0;
    json_t *answer = NULL;
    if (getline(&line, &size, diffing->answers) > 0) {
        answer = json_loads(line, JSON_ALLOW_NUL, NULL);
    }
    if (answer == NULL && !feof(diffing->answers)) {
        diffing->status = fail(diffing, "a temporary file cannot be read");
    }
    free(line);
    return answer;
}

/* Print the invalid inputs that come next, which have no second answer. Return
 * the next answer of another input; NULL at the end. */
static json_t *skip_rejected(struct diffing *diffing)
{
    json_t *answer;
    while ((answer = next_answer(diffing)) != NULL) {
        struct difference difference = {
            .change = answer_compare(answer, answer),
            .before = answer,
            .input = json_string_value(json_object_get(answer, "input")),
            .application =
                diffing->options->common.request.application != NULL
                    ? diffing->options->common.request.application->name
                    : NULL,
        };
        if (difference.change != CHANGE_REJECTED) {
            break;
        }
        print_difference(diffing, &difference);
        json_decref(answer);
    }
    return answer;
}

static int show_after(void *context, const struct batch_job *job)
{
    struct diffing *diffing = context;
    json_t *before = skip_rejected(diffing);
    json_t *after =
        job->resolution != NULL
            ? answer_new(job->input, ddds_resolution_result(job->resolution))
            : answer_of_refusal(input_span(&job->line), &job->error);
    if (before == NULL) {
        json_decref(after);
        return fail(diffing, "cannot read a temporary file");
    }
    const struct difference difference = {
        .input = job->input,
        .application = job->application->name,
        .change = answer_compare(before, after),
        .before = before,
        .after = after,
    };
    print_difference(diffing, &difference);
    json_decref(before);
    json_decref(after);
    return exit_of_change(difference.change,
                          diffing->options->diff.compares_ttl);
}

/* ---- Passes ------------------------------------------------------------ */

/* Run a pass over |source|; false if it is incomplete. */
static bool run_pass(struct diffing *diffing,
                     const struct resolver_line *source,
                     ddds_database *database, bool is_second)
{
    diffing->batch = (struct batch){
        .options = source,
        .database = database,
        .total = is_second ? diffing->kept : 0,
        .take = is_second ? take : NULL,
        .show = is_second ? show_after : show_before,
        .has_no_gaps = true,
        .context = diffing,
    };
    batch_run(&diffing->batch);
    diffing->status = worse_exit(diffing->status, batch_end(&diffing->batch));
    return !diffing->batch.is_stopped && diffing->status != EXIT_OWN_FAILURE;
}

static void run_passes(struct diffing *diffing, ddds_database *before,
                       ddds_database *after)
{
    const struct diff_sources *sources = &diffing->sources;
    if (!run_pass(diffing, &sources->lines[0], before, false)) {
        return;
    }
    if (!output_rewind(diffing->inputs) || !output_rewind(diffing->answers)) {
        complain("a temporary file cannot be written: %s", strerror(errno));
        diffing->status = EXIT_OWN_FAILURE;
        return;
    }
    if (!run_pass(diffing, &sources->lines[1], after, true)) {
        return;
    }
    if (ferror(diffing->inputs)) {
        diffing->status = fail(diffing, "a temporary file cannot be read");
        return;
    }
    json_decref(skip_rejected(diffing));
    if (diffing->options->common.output.format != FORMAT_JSON) {
        print_diff_summary(stdout, diffing->counts,
                           diffing->options->diff.compares_ttl);
    }
}

static void run_sources(struct diffing *diffing)
{
    ddds_database *before =
        source_open(&diffing->sources.lines[0], &diffing->status);
    ddds_database *after =
        before != NULL
            ? source_open(&diffing->sources.lines[1], &diffing->status)
            : NULL;
    if (after != NULL) {
        diffing->status = EXIT_FOUND;
        if (diffing->options->diff.sets.count > 0) {
            ddds_database *const databases[] = {before, after};
            diffing->status =
                diff_sets(diffing->options, &diffing->sources, databases);
        } else {
            run_passes(diffing, before, after);
        }
    }
    ddds_database_free(after);
    ddds_database_free(before);
}

static void run(struct diffing *diffing)
{
    diffing->inputs = tmpfile();
    diffing->answers = tmpfile();
    if (diffing->inputs != NULL && diffing->answers != NULL) {
        run_sources(diffing);
    } else {
        complain("cannot create a temporary file: %s", strerror(errno));
        diffing->status = EXIT_OWN_FAILURE;
    }
    if (diffing->inputs != NULL) {
        fclose(diffing->inputs);
    }
    if (diffing->answers != NULL) {
        fclose(diffing->answers);
    }
}

int command_diff(const void *given)
{
    const struct diff_line *options = given;
    struct diffing diffing = {.options = options};
    diffing.status = diff_sources_find(options, &diffing.sources);
    if (diffing.status < 0) {
        run(&diffing);
    }
    diff_sources_clear(&diffing.sources);
    return diffing.status;
}
