/* Processing of findings between the check and the output.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/reporter.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "lint/baseline.h"
#include "lint/counts.h"
#include "lint/lint_config.h"
#include "lint/policy.h"
#include "lint/print_lint.h"
#include "text/printable.h"
#include "text/text_stream.h"

/* Maximum of printed findings per code, as in the library. */
enum { PRINTED_MAX = 1000, OMITTED_SIZE = 160 };

struct reporter {
    const struct lint_line *options;
    FILE *out;
    json_t *findings;
    json_t *unchecked; /* of the caller */
    struct junit junit;
    struct counts counts;
    struct baseline baseline;
    struct baseline new_baseline;
    size_t known; /* findings in the baseline */
    size_t omitted;
    bool is_full;     /* of a code PRINTED_MAX findings were printed, or more */
    json_t *seen;     /* findings, with the numbers of their first checks; NULL:
                        there is one check */
    json_int_t check; /* number of the check */
    int status;
};

/* Return true if the reporter needs all findings, because it drops or changes
 * some. */
static bool wants_all(const struct lint_line *options)
{
    return options->lint.baseline != NULL ||
           options->lint.new_baseline != NULL || options->lint.has_summary ||
           lint_policy_matters(lint_config_policy(options));
}

void reporter_prepare(const struct lint_line *options, bool has_several,
                      struct ddds_check_options *checking)
{
    checking->most_findings = has_several || wants_all(options) ? SIZE_MAX : 0;
}

/* ---- Findings ----------------------------------------------------------- */

enum { ADVISED_SIZE = DDDS_DETAIL_SIZE + 64 };

static void print_finding(struct reporter *reporter,
                          const struct ddds_finding *finding)
{
    const struct lint_line *options = reporter->options;
    switch (options->lint.format) {
    case LINT_GCC:
        print_finding_gcc(reporter->out, finding);
        break;
    case LINT_GITHUB:
        print_finding_github(reporter->out, finding);
        break;
    case LINT_JUNIT:
        print_finding_junit(&reporter->junit, finding,
                            finding->code->severity >= options->lint.fail_on);
        break;
    case LINT_JSON:
        json_array_append_new(reporter->findings, make_finding_json(finding));
        break;
    case LINT_SARIF:
        json_array_append_new(
            reporter->findings,
            make_finding_sarif(finding,
                               counts_repeat(&reporter->counts, finding)));
        break;
    default:
        print_finding_text(reporter->out, finding, options->color.is_on);
        break;
    }
}

/* Return the detail of |finding|, with a hint if an option helps; |advised| is
 * memory for it. */
static const char *advise(const struct ddds_finding *finding,
                          char advised[ADVISED_SIZE])
{
    if (strcmp(finding->code->code, "L117") != 0) { /* no origin */
        return finding->detail;
    }
    snprintf(advised, ADVISED_SIZE, "%s, or give FILE:ORIGIN or --origin NAME",
             finding->detail);
    return advised;
}

/* Return true if a check before this one has |finding|, too. */
static bool is_repeated(struct reporter *reporter,
                        const struct ddds_finding *finding)
{
    char *key;
    size_t length;
    FILE *out = text_stream_open(&key, &length);
    const char *others = strstr(finding->detail, " (and "); /* more names */
    fprintf(out, "%s %" PRIu32 ":%" PRIu32 " %s %.*s\n%s\n%s",
            finding->code->code, finding->region.line, finding->region.column,
            finding->owner != NULL ? finding->owner : "",
            (int)(others != NULL ? (size_t)(others - finding->detail)
                                 : strlen(finding->detail)),
            finding->detail, finding->fix != NULL ? finding->fix : "",
            finding->file);
    fclose(out);
    const json_t *first = json_object_get(reporter->seen, key);
    bool is_repeated =
        first != NULL && json_integer_value(first) != reporter->check;
    if (first == NULL) {
        json_object_set_new_nocheck(reporter->seen, key,
                                    json_integer(reporter->check));
    }
    free(key);
    return is_repeated;
}

static void take_finding(void *context, const struct ddds_finding *given)
{
    struct reporter *reporter = context;
    const struct lint_options *lint = &reporter->options->lint;
    const struct lint_policy *policy = lint_config_policy(reporter->options);
    struct ddds_finding finding = *given;
    char advised[ADVISED_SIZE];
    finding.detail = advise(given, advised);
    finding.code = lint_policy_code(policy, given->code);
    if (lint_policy_is_off(policy, given->code) ||
        lint_policy_ignores(policy, given->owner) ||
        (reporter->seen != NULL && is_repeated(reporter, given))) {
        return;
    }
    if (lint->new_baseline != NULL) {
        baseline_add(&reporter->new_baseline, &finding);
        return;
    }
    if (lint->baseline != NULL &&
        baseline_take(&reporter->baseline, &finding)) {
        reporter->known++;
        return;
    }
    size_t count = counts_add(&reporter->counts, &finding);
    if (lint->has_summary ||
        (lint->is_quiet && finding.code->severity < lint->fail_on)) {
        return;
    }
    reporter->is_full |= count >= PRINTED_MAX;
    if (count > PRINTED_MAX) {
        reporter->omitted++;
        return;
    }
    print_finding(reporter, &finding);
}

/* Return true if |array| has |text|. Longer ones than a user reads are not
 * searched. */
static bool has_text(const json_t *array, const char *text)
{
    enum { SEARCHED = 1000 };
    size_t i = json_array_size(array) > SEARCHED ? json_array_size(array) : 0;
    while (i < json_array_size(array) &&
           strcmp(json_string_value(json_array_get(array, i)), text) != 0) {
        i++;
    }
    return i < json_array_size(array);
}

void reporter_miss(json_t *unchecked, const char *format, ...)
{
    char detail[1024]; /* as complain() */
    char *shown;
    size_t length;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    FILE *out = text_stream_open(&shown, &length);
    for (const char *at = detail; *at != '\0'; at++) {
        unsigned char octet = (unsigned char)*at;
        fprintf(out, octet < 0x20 || octet > 0x7e ? "\\%03u" : "%c", octet);
    }
    fclose(out);
    if (!has_text(unchecked, shown)) { /* views may share files */
        complain("%s", detail);
        json_array_append_new(unchecked, json_string(shown));
    }
    free(shown);
}

/* ---- Start and end ------------------------------------------------------ */

static bool begin(struct reporter *reporter)
{
    const struct lint_options *lint = &reporter->options->lint;
    reporter->status = EXIT_FOUND;
    if (lint->format == LINT_GITHUB) { /* the runner reads UTF-8 */
        printable_set_utf8(true);
    }
    if (lint->baseline != NULL && lint->new_baseline == NULL) {
        int status = baseline_open(&reporter->baseline, lint->baseline);
        if (status >= 0) {
            reporter->status = status;
            return false;
        }
    }
    if (reporter->options->lint.format == LINT_JUNIT &&
        !junit_begin(&reporter->junit, reporter->out)) {
        complain("temporary file: %s", strerror(errno));
        reporter->status = EXIT_OWN_FAILURE;
        return false;
    }
    reporter->findings = json_array();
    return true;
}

/* Set the numbers that the reporter has changed. */
static void adjust(const struct reporter *reporter,
                   struct ddds_check_summary *summary)
{
    if (wants_all(reporter->options) || reporter->seen != NULL) {
        memcpy(summary->found, reporter->counts.found, sizeof summary->found);
        summary->omitted = reporter->omitted;
    }
}

static void print_end_text(const struct reporter *reporter,
                           const struct ddds_check_summary *summary)
{
    const struct lint_options *lint = &reporter->options->lint;
    if (lint->has_summary) {
        counts_print(&reporter->counts, reporter->out);
    }
    if (lint->is_quiet) {
        return;
    }
    /* Unreadable files have been reported. */
    if (summary->files > 0 || lint->is_live) {
        print_summary_text(reporter->out, summary);
    }
    if (lint->baseline != NULL) {
        fprintf(reporter->out, "baseline %s: %zu known %s", lint->baseline,
                reporter->known, reporter->known == 1 ? "finding" : "findings");
        size_t left = baseline_left(&reporter->baseline);
        if (left > 0) {
            fprintf(reporter->out,
                    ", %zu no longer found; write it again with "
                    "--write-baseline",
                    left);
        }
        putc('\n', reporter->out);
    }
    if (reporter->options->lint.config != NULL) {
        fprintf(reporter->out, "settings of %s\n",
                reporter->options->lint.config->path);
    }
}

/* Tell on standard error, too, how many findings a format without numbers leaves
 * out. Return the text in |text|, or NULL: none. */
static const char *tell_omitted(const struct reporter *reporter,
                                const struct ddds_check_summary *summary,
                                char text[OMITTED_SIZE])
{
    const enum lint_format format = reporter->options->lint.format;
    if (!reporter->is_full || summary->omitted == 0 || format == LINT_TEXT ||
        format == LINT_JSON) {
        return NULL;
    }
    snprintf(text, OMITTED_SIZE,
             "%zu finding%s not shown: the limits are %d for each code and one "
             "for each code and place; --summary counts all",
             summary->omitted, summary->omitted == 1 ? " is" : "s are",
             PRINTED_MAX);
    complain("%s", text);
    return text;
}

static void end(struct reporter *reporter,
                const struct ddds_check_summary *summary)
{
    char text[OMITTED_SIZE];
    const char *omitted = tell_omitted(reporter, summary, text);
    switch (reporter->options->lint.format) {
    case LINT_GCC:
        break;
    case LINT_GITHUB:
        for (size_t i = 0; i < json_array_size(reporter->unchecked); i++) {
            print_unchecked_github(
                reporter->out,
                json_string_value(json_array_get(reporter->unchecked, i)));
        }
        break;
    case LINT_JUNIT:
        print_unchecked_junit(&reporter->junit, reporter->unchecked, omitted);
        print_no_findings_junit(&reporter->junit);
        if (!junit_end(&reporter->junit)) {
            complain("temporary file: %s", strerror(errno));
            reporter->status = EXIT_OWN_FAILURE;
        }
        break;
    case LINT_JSON:
        print_lint_json(reporter->out, json_incref(reporter->findings),
                        reporter->unchecked, summary);
        break;
    case LINT_SARIF:
        print_lint_sarif(reporter->out, json_incref(reporter->findings),
                         reporter->unchecked, omitted);
        break;
    default:
        print_end_text(reporter, summary);
        break;
    }
}

/* Write the findings as the new baseline; they no longer count. */
static void write_baseline(struct reporter *reporter)
{
    const char *path = reporter->options->lint.new_baseline;
    int status = baseline_write(&reporter->new_baseline, path);
    reporter->status = status >= 0 ? status : EXIT_FOUND;
    if (status < 0 && !reporter->options->lint.is_quiet) {
        size_t count = reporter->new_baseline.count;
        fprintf(reporter->out, "%s: %zu %s\n", path, count,
                count == 1 ? "finding" : "findings");
    }
}

static void finish(struct reporter *reporter,
                   struct ddds_check_summary *summary)
{
    const struct lint_options *lint = &reporter->options->lint;
    adjust(reporter, summary);
    if (lint->new_baseline != NULL) {
        write_baseline(reporter);
        return;
    }
    end(reporter, summary);
    for (int i = (int)lint->fail_on; i <= DDDS_ERROR; i++) {
        if (summary->found[i] > 0 && reporter->status == EXIT_FOUND) {
            reporter->status = EXIT_NOT_FOUND;
        }
    }
}

/* Report the findings of |check|, and add its counts to |summary|. */
static void run(struct reporter *reporter, ddds_check *check,
                struct ddds_check_summary *summary)
{
    struct ddds_check_summary own = DDDS_CHECK_SUMMARY_INIT;
    ddds_check_report(check, take_finding, reporter, &own, NULL);
    summary->files += own.files;
    summary->queries += own.queries;
    summary->records += own.records;
    summary->keys += own.keys;
    summary->omitted += own.omitted;
    for (size_t i = 0; i <= DDDS_ERROR; i++) {
        summary->found[i] += own.found[i];
    }
}

int reporter_run(const struct lint_line *options, ddds_check *const *checks,
                 size_t count, json_t *unchecked, FILE *out)
{
    struct reporter reporter = {
        .options = options,
        .out = out,
        .unchecked = unchecked,
        .seen = count > 1 ? json_object() : NULL,
    };
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    if (begin(&reporter)) {
        for (size_t i = 0; i < count; i++) {
            reporter.check = (json_int_t)i;
            run(&reporter, checks[i], &summary);
        }
        finish(&reporter, &summary);
    }
    json_decref(reporter.seen);
    json_decref(reporter.findings);
    baseline_clear(&reporter.baseline);
    baseline_clear(&reporter.new_baseline);
    counts_clear(&reporter.counts);
    return reporter.status;
}
