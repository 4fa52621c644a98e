/* Text that all report formats share.
 *
 * SPDX-License-Identifier: MIT */
#include "test/test_report.h"

#include <stdlib.h>
#include <string.h>

#include "render/rendering.h"
#include "text/text_stream.h"

bool trial_counts(const struct trial *trial)
{
    return trial->verdict != TRIAL_HOLDS && trial->expectation->todo == NULL;
}

void report_count(struct report *report, const struct trial *trial)
{
    report->count++;
    report->failed += trial_counts(trial);
    report->undecided +=
        trial_counts(trial) && trial->verdict == TRIAL_UNDECIDED;
    report->holding += trial->verdict == TRIAL_HOLDS;
    report->todo += trial->verdict != TRIAL_HOLDS && !trial_counts(trial);
}

void trial_print_expected(FILE *out, const struct trial *trial)
{
    fprintf(out, "%s ", expected_kind_word(trial->expectation->kind));
    print_escaped(out, trial->expectation->value);
}

void trial_print_got(FILE *out, const struct trial *trial)
{
    if (trial->result != NULL) {
        expectation_print_got(out, trial->expectation, trial->result);
    } else {
        fputs("none BAD_INPUT", out);
    }
}

void trial_print_reason(FILE *out, const struct trial *trial)
{
    if (trial->result != NULL) {
        expectation_print_reason(out, trial->expectation, trial->result);
    } else {
        print_escaped(out, trial->error->detail);
    }
}

char *trial_text(void (*print)(FILE *out, const struct trial *trial),
                 const struct trial *trial)
{
    char *text = NULL;
    size_t size;
    FILE *out = text_stream_open(&text, &size);
    print(out, trial);
    fclose(out);
    return text;
}

static void print_plain_trace(FILE *out, const struct trial *trial)
{
    const struct style plain = {.has_trace = true};
    print_trace(out, trial->result, &plain);
}

void trial_print_trace(FILE *out, const struct trial *trial, const char *indent)
{
    char *trace =
        trial->result != NULL ? trial_text(print_plain_trace, trial) : NULL;
    /* Lines of a trace begin with ";;", and ";; " if text follows. */
    for (char *line = trace; line != NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        size_t skipped = strspn(line, ";");
        skipped += line[skipped] == ' ';
        if (length > skipped) {
            fprintf(out, "%s%.*s\n", indent, (int)(length - skipped),
                    line + skipped);
        }
        line += length + 1;
    }
    free(trace);
}
