/* JUnit XML, as CI systems read it: a suite for each file of expectations, a
 * case for each line.
 *
 * A suite starts with the number of failed cases. Cases are kept in a temporary
 * file until that number is known, so that memory use stays constant.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "test/report.h"

/* XML cannot represent control characters. They and octets outside ASCII are
 * written as \DDD. */
static void print_xml(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char octet = (unsigned char)*text;
        switch (octet) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\n':
            putc('\n', out);
            break;
        default:
            if (octet < 0x20 || octet > 0x7e) {
                fprintf(out, "\\%03u", octet);
            } else {
                putc(octet, out);
            }
        }
    }
}

static void print_attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    print_xml(out, value);
    putc('"', out);
}

static void print_time(FILE *out, uint64_t nanoseconds)
{
    unsigned long long microseconds = nanoseconds / 1000;
    fprintf(out, " time=\"%llu.%06llu\"", microseconds / 1000000,
            microseconds % 1000000);
}

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

static void print_failure(FILE *out, const char *element,
                          const struct trial *trial)
{
    char *message = trial_text(print_message, trial);
    char *story = trial_text(print_story, trial);
    fprintf(out, "      <%s", element);
    print_attribute(out, "message", message != NULL ? message : "");
    print_attribute(out, "type", expected_kind_word(trial->expectation->kind));
    putc('>', out);
    print_xml(out, story != NULL ? story : "");
    fprintf(out, "</%s>\n", element);
    free(message);
    free(story);
}

static void print_case(FILE *out, const struct trial *trial)
{
    fputs("    <testcase", out);
    print_attribute(out, "name", trial->text);
    print_attribute(out, "classname", trial->file);
    print_time(out, trial->nanoseconds);
    if (trial->verdict == TRIAL_HOLDS) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n", out);
    if (trial->expectation->todo != NULL) {
        fputs("      <skipped", out);
        print_attribute(out, "message", trial->expectation->todo);
        fputs("/>\n", out);
    } else {
        print_failure(out, trial->verdict == TRIAL_FAILS ? "failure" : "error",
                      trial);
    }
    fputs("    </testcase>\n", out);
}

/* ---- Suites ------------------------------------------------------------ */

static void copy_cases(struct report *report)
{
    char buffer[4096];
    size_t count;
    report->is_broken |= fflush(report->cases) != 0 || ferror(report->cases);
    rewind(report->cases);
    while ((count = fread(buffer, 1, sizeof buffer, report->cases)) > 0) {
        fwrite(buffer, 1, count, report->out);
    }
}

static void begin_suite(struct report *report, const char *name)
{
    rewind(report->cases);
    report->is_broken |= ftruncate(fileno(report->cases), 0) != 0;
    report->suite = name;
    report->suite_tests = 0;
    report->suite_failures = 0;
    report->suite_errors = 0;
    report->suite_skipped = 0;
    report->suite_nanoseconds = 0;
}

static void end_suite(struct report *report)
{
    char now[32];
    time_t seconds = time(NULL);
    struct tm date;
    FILE *out = report->out;
    if (report->suite == NULL) {
        return;
    }
    gmtime_r(&seconds, &date);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%S", &date);
    fputs("  <testsuite", out);
    print_attribute(out, "name", report->suite);
    print_attribute(out, "package", "ddds");
    fprintf(out, " id=\"%zu\" timestamp=\"%s\" hostname=\"localhost\"",
            report->suites++, now);
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"",
            report->suite_tests, report->suite_failures, report->suite_errors);
    fprintf(out, " skipped=\"%zu\"", report->suite_skipped);
    print_time(out, report->suite_nanoseconds);
    fputs(">\n    <properties/>\n", out);
    copy_cases(report);
    fputs("    <system-out/>\n    <system-err/>\n  </testsuite>\n", out);
    report->suite = NULL;
}

static void count_trial(struct report *report, const struct trial *trial)
{
    report->count++;
    report->failed += trial_counts(trial);
    report->suite_tests++;
    report->suite_nanoseconds += trial->nanoseconds;
    if (trial_counts(trial)) {
        report->suite_failures += trial->verdict == TRIAL_FAILS;
        report->suite_errors += trial->verdict == TRIAL_UNDECIDED;
    } else {
        report->suite_skipped += trial->verdict != TRIAL_HOLDS;
    }
}

/* ---- The whole --------------------------------------------------------- */

static bool begin_junit(struct report *report)
{
    report->cases = tmpfile();
    if (report->cases == NULL) {
        return false;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n",
          report->out);
    return true;
}

static void show_junit(struct report *report, const struct trial *trial)
{
    if (report->suite != trial->file) {
        end_suite(report);
        begin_suite(report, trial->file);
    }
    count_trial(report, trial);
    print_case(report->cases, trial);
}

/* An extra case explains why the others did not run. */
static void bail_out_of_junit(struct report *report, const char *why)
{
    if (report->suite == NULL) {
        begin_suite(report, "ddds test");
    }
    report->suite_tests++;
    report->suite_errors++;
    fputs("    <testcase name=\"the source of rules\" classname=\"ddds test\" "
          "time=\"0\">\n      <error type=\"source\"",
          report->cases);
    print_attribute(report->cases, "message", why);
    fputs("/>\n    </testcase>\n", report->cases);
}

static bool end_junit(struct report *report)
{
    end_suite(report);
    fputs("</testsuites>\n", report->out);
    fclose(report->cases);
    return !report->is_broken;
}

const struct report_format report_junit = {begin_junit, show_junit,
                                           bail_out_of_junit, end_junit};
