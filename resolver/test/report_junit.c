/* JUnit XML: a suite for each file, a case for each expectation.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "test/test_report.h"
#include "text/text_stream.h"

/* ---- Cases ------------------------------------------------------------- */

static enum junit_verdict judge(const struct trial *trial)
{
    if (trial->verdict == TRIAL_HOLDS) {
        return JUNIT_PASSED;
    }
    if (!trial->counts) {
        return JUNIT_SKIPPED;
    }
    return trial->verdict == TRIAL_FAILS ? JUNIT_FAILED : JUNIT_BROKEN;
}

/* Add a case. A failure has a message, and a text with position and trace. */
static void show_junit(struct report *report, const struct trial *trial)
{
    char *message = NULL;
    char *story = NULL;
    size_t size;
    struct junit_case added = {
        .name = trial->text,
        .class = trial->file,
        .nanoseconds = trial->nanoseconds,
        .verdict = judge(trial),
        .message = trial->expectation->todo,
        .type = expected_kind_word(trial->expectation->kind),
    };
    if (trial->counts) {
        FILE *out = text_stream_open(&message, &size);
        fprintf(out, "expected %s, got %s", trial->expected, trial->got);
        fclose(out);
        out = text_stream_open(&story, &size);
        fprintf(out, "%s:%zu\nexpected: %s\ngot: %s\nreason: %s\n", trial->file,
                trial->line, trial->expected, trial->got, trial->reason);
        report_trace(out, trial->trace != NULL ? trial->trace : "", "");
        fclose(out);
        added.message = message;
        added.story = story;
    }
    junit_add(&report->junit, trial->file, &added);
    free(message);
    free(story);
}

/* ---- Reports ----------------------------------------------------------- */

static bool begin_junit(struct report *report)
{
    return junit_begin(&report->junit, report->out);
}

/* An additional case explains why the others did not run. */
static bool end_junit(struct report *report)
{
    struct junit *junit = &report->junit;
    const struct junit_case added = {
        .name = "the source of rules",
        .class = "ddds test",
        .verdict = JUNIT_BROKEN,
        .message = report->why,
        .type = "source",
    };
    if (report->why[0] != '\0') {
        junit_add(junit, junit->suite != NULL ? junit->suite : "ddds test",
                  &added);
    }
    return junit_end(junit);
}

const struct report_format report_junit = {begin_junit, show_junit, end_junit};
