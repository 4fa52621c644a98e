/* TAP, version 14: https://testanything.org/tap-version-14-specification.html
 *
 * A line for each expectation. Failures have a YAML block with the expected and
 * the actual result, the reason, and the trace.
 *
 * SPDX-License-Identifier: MIT */
#include "test/test_report.h"

/* Escape backslashes, and "#", which would begin a directive. */
static void print_description(FILE *out, const char *text)
{
    report_escaped(out, text, "\\#");
}

/* Write |text| as a double-quoted scalar. */
static void print_scalar(FILE *out, const char *name, const char *text)
{
    fprintf(out, "  %s: \"", name);
    for (; *text != '\0'; text++) {
        fprintf(out, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    }
    fputs("\"\n", out);
}

static void print_file(FILE *out, const char *name)
{
    fputs("  file: \"", out);
    for (; *name != '\0'; name++) {
        fprintf(out, "%s%c", *name == '"' || *name == '\\' ? "\\" : "",
                *name >= 0x20 && *name <= 0x7e ? *name : '?');
    }
    fputs("\"\n", out);
}

static void print_diagnostic(FILE *out, const struct trial *trial)
{
    fputs("  ---\n", out);
    print_file(out, trial->file);
    fprintf(out, "  line: %zu\n  severity: %s\n", trial->line,
            !trial->counts                      ? "todo"
            : trial->verdict == TRIAL_UNDECIDED ? "error"
                                                : "fail");
    print_scalar(out, "expected", trial->expected);
    print_scalar(out, "got", trial->got);
    print_scalar(out, "reason", trial->reason);
    if (trial->trace != NULL) {
        fputs("  trace: |\n", out);
        report_trace(out, trial->trace, "    ");
    }
    fputs("  ...\n", out);
}

/* Some harnesses, such as Perl's in Debian 12, reject version 14. They accept
 * the report if this line is changed to 13, since it uses no feature of 14. */
static bool begin_tap(struct report *report)
{
    fprintf(report->out, "TAP version 14\n1..%zu\n", report->planned);
    return true;
}

static void show_tap(struct report *report, const struct trial *trial)
{
    FILE *out = report->out;
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
    } else if (trial->reason != NULL) {
        fprintf(out, "# %s\n", trial->reason);
    }
}

static bool end_tap(struct report *report)
{
    if (report->why[0] != '\0') {
        fputs("Bail out! ", report->out);
        print_description(report->out, report->why);
        putc('\n', report->out);
    }
    if (report->failed > 0) {
        fprintf(report->out, "# %zu of %zu expectation%s failed\n",
                report->failed, report->count, report->count == 1 ? "" : "s");
    }
    return true;
}

const struct report_format report_tap = {begin_tap, show_tap, end_tap};
