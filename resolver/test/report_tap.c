/* TAP, version 14: https://testanything.org/tap-version-14-specification.html
 *
 * One line for each expectation. A failure adds a YAML block with the expected
 * and the actual result, the reason and the trace.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "test/test_report.h"

/* Nonprintable octets are written as \DDD. Backslashes and "#", which would
 * begin a directive, are escaped with a backslash. */
static void print_description(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char octet = (unsigned char)*text;
        if (octet < 0x20 || octet > 0x7e) {
            fprintf(out, "\\\\%03u", octet);
        } else {
            fprintf(out, "%s%c", octet == '\\' || octet == '#' ? "\\" : "",
                    octet);
        }
    }
}

/* Write the output of |print|, which is ASCII, as a double-quoted scalar. */
static void print_scalar(FILE *out, const char *name,
                         void (*print)(FILE *out, const struct trial *trial),
                         const struct trial *trial)
{
    char *text = trial_text(print, trial);
    fprintf(out, "  %s: \"", name);
    for (const char *at = text; *at != '\0'; at++) {
        fprintf(out, "%s%c", *at == '"' || *at == '\\' ? "\\" : "", *at);
    }
    fputs("\"\n", out);
    free(text);
}

static void print_file(FILE *out, const struct trial *trial)
{
    for (const char *at = trial->file; *at != '\0'; at++) {
        fputc(*at >= 0x20 && *at <= 0x7e ? *at : '?', out);
    }
}

static void print_diagnostic(FILE *out, const struct trial *trial)
{
    fputs("  ---\n", out);
    print_scalar(out, "file", print_file, trial);
    fprintf(out, "  line: %zu\n", trial->line);
    fprintf(out, "  severity: %s\n",
            trial->expectation->todo != NULL    ? "todo"
            : trial->verdict == TRIAL_UNDECIDED ? "error"
                                                : "fail");
    print_scalar(out, "expected", trial_print_expected, trial);
    print_scalar(out, "got", trial_print_got, trial);
    print_scalar(out, "reason", trial_print_reason, trial);
    if (trial->result != NULL) {
        fputs("  trace: |\n", out);
        trial_print_trace(out, trial, "    ");
    }
    fputs("  ...\n", out);
}

/* Some harnesses, such as Perl's in Debian 12, reject version 14. They read the
 * report if this line says 13: it uses nothing that version 13 lacks. */
static bool begin_tap(struct report *report)
{
    fprintf(report->out, "TAP version 14\n1..%zu\n", report->planned);
    return true;
}

static void show_tap(struct report *report, const struct trial *trial)
{
    FILE *out = report->out;
    report->count++;
    report->failed += trial_counts(trial);
    fprintf(out, "%sok %zu - ", trial->verdict == TRIAL_HOLDS ? "" : "not ",
            report->count);
    print_description(out, trial->text);
    if (trial->expectation->todo != NULL) {
        fputs(" # TODO ", out);
        print_description(out, trial->expectation->todo);
    }
    putc('\n', out);
    if (trial->verdict != TRIAL_HOLDS) {
        print_diagnostic(out, trial);
    }
}

static void bail_out_of_tap(struct report *report, const char *why)
{
    fputs("Bail out! ", report->out);
    print_description(report->out, why);
    putc('\n', report->out);
}

static bool end_tap(struct report *report)
{
    if (report->failed > 0) {
        fprintf(report->out, "# %zu of %zu expectation%s failed\n",
                report->failed, report->count, report->count == 1 ? "" : "s");
    }
    return true;
}

const struct report_format report_tap = {begin_tap, show_tap, bail_out_of_tap,
                                         end_tap};
