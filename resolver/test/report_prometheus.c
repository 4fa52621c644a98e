/* Metrics in the text format of Prometheus, for the textfile collector of its
 * node exporter: without timestamps, each name once with help and type.
 *
 * All samples of a name must be adjacent. Those of the first name are printed
 * at once, others are kept in temporary files, so that memory use is constant.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <time.h>

#include "print/output_file.h"
#include "test/test_report.h"

#include "text/text_stream.h"

enum { DURATIONS, DOUBTS, FAMILIES };

_Static_assert(sizeof((struct report){0}.families) / sizeof(FILE *) == FAMILIES,
               "one temporary file for each further name");

static void put_head(FILE *out, const char *name, const char *help)
{
    fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
}

static void put_label(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%s=\"", name);
    report_escaped(out, value, "\"\\");
    putc('"', out);
}

static void put_labels(FILE *out, const struct trial *trial)
{
    putc('{', out);
    put_label(out, "file", trial->file);
    fprintf(out, ",line=\"%zu\",", trial->line);
    put_label(out, "input", trial->expectation->input); /* or the set */
    putc('}', out);
}

static void put_seconds(FILE *out, uint64_t nanoseconds)
{
    unsigned long long microseconds = nanoseconds / 1000;
    fprintf(out, " %llu.%06llu\n", microseconds / 1000000,
            microseconds % 1000000);
}

static bool begin(struct report *report)
{
    for (size_t i = 0; i < FAMILIES; i++) {
        report->families[i] = tmpfile();
        if (report->families[i] == NULL) {
            return false;
        }
    }
    put_head(report->out, "ddds_expectation_ok",
             "Whether the input resolves as expected (1) or not (0); without "
             "those marked todo.");
    return true;
}

static void show(struct report *report, const struct trial *trial)
{
    FILE *durations = report->families[DURATIONS];
    FILE *doubts = report->families[DOUBTS];
    fputs("ddds_expectation_duration_seconds", durations);
    put_labels(durations, trial);
    put_seconds(durations, trial->nanoseconds);
    if (trial->expectation->todo != NULL) {
        return;
    }
    fputs("ddds_expectation_ok", report->out);
    put_labels(report->out, trial);
    fputs(trial->verdict == TRIAL_HOLDS ? " 1\n" : " 0\n", report->out);
    fputs("ddds_expectation_undecided", doubts);
    put_labels(doubts, trial);
    fputs(trial->verdict == TRIAL_UNDECIDED ? " 1\n" : " 0\n", doubts);
}

/* Join the names of all files, to be freed; they identify this run. */
static char *join_files(const struct report *report)
{
    char *files = NULL;
    size_t size;
    FILE *out = text_stream_open(&files, &size);
    for (size_t i = 0; i < report->file_count; i++) {
        fprintf(out, "%s%s", i > 0 ? " " : "", report->files[i]);
    }
    fclose(out);
    return files;
}

/* Write a sample about the run. |result| is a label, or NULL. */
static void put_sample(FILE *out, const char *name, const char *files,
                       const char *result, long long value)
{
    fprintf(out, "%s{", name);
    put_label(out, "files", files);
    if (result != NULL) {
        fprintf(out, ",result=\"%s\"", result);
    }
    fprintf(out, "} %lld\n", value);
}

static void put_summary(const struct report *report, const char *files)
{
    static const char counts[] = "ddds_test_expectations";
    static const char complete[] = "ddds_test_complete";
    static const char last[] = "ddds_test_last_run_timestamp_seconds";
    FILE *out = report->out;
    size_t failed = report->failed - report->undecided;
    put_head(out, counts, "The number of expectations, by result.");
    put_sample(out, counts, files, "ok", (long long)report->holding);
    put_sample(out, counts, files, "failed", (long long)failed);
    put_sample(out, counts, files, "undecided", (long long)report->undecided);
    put_sample(out, counts, files, "todo", (long long)report->todo);
    put_head(out, complete,
             "Whether all expectations were tried (1) or not (0).");
    put_sample(out, complete, files, NULL, report->why[0] == '\0');
    put_head(out, last, "When the test ended, in Unix time.");
    put_sample(out, last, files, NULL, (long long)time(NULL));
}

static bool end(struct report *report)
{
    put_head(report->out, "ddds_expectation_undecided",
             "Whether a server did not answer, so that nothing is known (1), "
             "or not (0).");
    bool is_good = output_copy(report->families[DOUBTS], report->out);
    put_head(report->out, "ddds_expectation_duration_seconds",
             "How long the input took to resolve.");
    is_good &= output_copy(report->families[DURATIONS], report->out);
    char *files = join_files(report);
    put_summary(report, files);
    free(files);
    fclose(report->families[DOUBTS]);
    fclose(report->families[DURATIONS]);
    return is_good;
}

const struct report_format report_prometheus = {begin, show, end};
