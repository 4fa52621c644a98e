/* Output of a monitoring plugin for Nagios, Icinga and compatible systems: a
 * line with performance data, then a line for each failed expectation.
 *
 * The first line needs all counts, so the other lines are kept in a temporary
 * file.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/clock.h"
#include "cli/exits.h"
#include "print/output_file.h"
#include "test/test_report.h"

/* Limit on lines; monitoring systems store some kilobytes. */
enum { MOST_LINES = 40 };

/* Print |text|, escaped. A "|" would begin performance data. */
static void put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char octet = (unsigned char)*text;
        if (octet < 0x20 || octet > 0x7e || octet == '|') {
            fprintf(out, "\\%03u", octet);
        } else {
            putc(octet, out);
        }
    }
}

void nagios_refuse(FILE *out, const char *why)
{
    fputs("DDDS UNKNOWN - ", out);
    put_text(out, why);
    putc('\n', out);
}

static bool begin(struct report *report)
{
    report->cases = tmpfile();
    return report->cases != NULL;
}

static void show(struct report *report, const struct trial *trial)
{
    FILE *out = report->cases;
    if (!trial->counts || report->failed > MOST_LINES) {
        return;
    }
    put_text(out, trial->file);
    fprintf(out, ":%zu: ", trial->line);
    put_text(out, trial->text);
    fputs(trial->verdict == TRIAL_UNDECIDED ? ": undecided: " : ": got ", out);
    if (trial->verdict == TRIAL_FAILS) {
        put_text(out, trial->got);
        fputs("; ", out);
    }
    put_text(out, trial->reason);
    putc('\n', out);
}

static const char *const states[] = {
    [PLUGIN_OK] = "OK",
    [PLUGIN_CRITICAL] = "CRITICAL",
    [PLUGIN_UNKNOWN] = "UNKNOWN",
};

static void put_first_line(const struct report *report)
{
    FILE *out = report->out;
    uint64_t time = read_clock() - report->began;
    int state = exit_of_plugin(report->status);
    if (state == PLUGIN_OK && report->why[0] != '\0') {
        state = PLUGIN_UNKNOWN;
    }
    fprintf(out, "DDDS %s - %zu of %zu expectation%s met", states[state],
            report->holding, report->planned, report->planned == 1 ? "" : "s");
    if (report->undecided > 0) {
        fprintf(out, ", %zu undecided", report->undecided);
    }
    if (report->todo > 0) {
        fprintf(out, ", %zu known to fail", report->todo);
    }
    if (report->why[0] != '\0') {
        fputs("; ", out);
        put_text(out, report->why);
    }
    fprintf(out,
            " | ok=%zu;;%zu:;0;%zu failed=%zu;;0;0;%zu undecided=%zu;;;0;%zu "
            "time=%llu.%03llus;;;0;\n",
            report->holding, report->planned - report->todo, report->planned,
            report->failed - report->undecided, report->planned,
            report->undecided, report->planned,
            (unsigned long long)(time / 1000),
            (unsigned long long)(time % 1000));
}

static bool end(struct report *report)
{
    put_first_line(report);
    bool is_good = output_copy(report->cases, report->out);
    if (report->failed > MOST_LINES) {
        fprintf(report->out, "and %zu more\n", report->failed - MOST_LINES);
    }
    fclose(report->cases);
    return is_good;
}

const struct report_format report_nagios = {begin, show, end};
