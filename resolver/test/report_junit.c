/* JUnit XML: a suite for each file of expectations, a case for each line.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "test/test_report.h"

/* ---- Cases ------------------------------------------------------------- */

/* The text of a failure: expected, actual, reason and trace. */
static void print_story(FILE *out, const struct trial *trial)
{
    fprintf(out, "%s:%zu\nexpected: ", trial->file, trial->line);
    trial_print_expected(out, trial);
    fputs("\ngot: ", out);
    trial_print_got(out, trial);
    fputs("\nreason: ", out);
    trial_print_reason(out, trial);
    putc('\n', out);
    trial_print_trace(out, trial, "");
}

static void print_message(FILE *out, const struct trial *trial)
{
    fputs("expected ", out);
    trial_print_expected(out, trial);
    fputs(", got ", out);
    trial_print_got(out, trial);
}

static enum junit_verdict judge(const struct trial *trial)
{
    if (trial->verdict == TRIAL_HOLDS) {
        return JUNIT_PASSED;
    }
    if (trial->expectation->todo != NULL) {
        return JUNIT_SKIPPED;
    }
    return trial->verdict == TRIAL_FAILS ? JUNIT_FAILED : JUNIT_BROKEN;
}

static void show_junit(struct report *report, const struct trial *trial)
{
    struct junit_case added = {
        .name = trial->text,
        .class = trial->file,
        .nanoseconds = trial->nanoseconds,
        .verdict = judge(trial),
        .message = trial->expectation->todo,
        .type = expected_kind_word(trial->expectation->kind),
    };
    bool has_story =
        added.verdict == JUNIT_FAILED || added.verdict == JUNIT_BROKEN;
    char *message = has_story ? trial_text(print_message, trial) : NULL;
    char *story = has_story ? trial_text(print_story, trial) : NULL;
    if (has_story) {
        added.message = message;
        added.story = story;
    }
    report->count++;
    report->failed += trial_counts(trial);
    junit_add(&report->junit, trial->file, &added);
    free(message);
    free(story);
}

/* ---- The whole --------------------------------------------------------- */

static bool begin_junit(struct report *report)
{
    return junit_begin(&report->junit, report->out);
}

/* An extra case explains why the others did not run. */
static void bail_out_of_junit(struct report *report, const char *why)
{
    const struct junit *junit = &report->junit;
    const struct junit_case added = {
        .name = "the source of rules",
        .class = "ddds test",
        .verdict = JUNIT_BROKEN,
        .message = why,
        .type = "source",
    };
    junit_add(&report->junit, junit->suite != NULL ? junit->suite : "ddds test",
              &added);
}

static bool end_junit(struct report *report)
{
    return junit_end(&report->junit);
}

const struct report_format report_junit = {begin_junit, show_junit,
                                           bail_out_of_junit, end_junit};
