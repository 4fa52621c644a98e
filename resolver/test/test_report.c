/* SPDX-License-Identifier: MIT */
#include "test/test_report.h"

#include <stdlib.h>
#include <string.h>

#include "render/rendering.h"
#include "text/text_stream.h"

void report_escaped(FILE *out, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        unsigned char octet = (unsigned char)*text;
        if (octet < 0x20 || octet > 0x7e) {
            fprintf(out, "\\\\%03u", octet);
        } else {
            fprintf(out, "%s%c", strchr(special, octet) != NULL ? "\\" : "",
                    octet);
        }
    }
}

/* Remove the prefix ";;", with a blank, from the lines of a trace. */
void report_trace(FILE *out, const char *trace, const char *indent)
{
    for (const char *line = trace; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        size_t skipped = strspn(line, ";");
        skipped += line[skipped] == ' ';
        if (length > skipped) {
            fprintf(out, "%s%.*s\n", indent, (int)(length - skipped),
                    line + skipped);
        }
        line += length + 1;
    }
}

/* Print the input that refutes the expectation of a set, before the reason. */
static void print_counterexample(FILE *out, const struct trial *trial)
{
    if (trial->expectation->is_set && trial->verdict == TRIAL_FAILS) {
        print_escaped(out, trial->input[0] != '\0' ? trial->input : "\"\"");
        fputs(": ", out);
    }
}

char *trial_explain(struct trial *trial, const struct ddds_result *result,
                    const struct ddds_error *error)
{
    static const struct style plain = {.has_trace = true};
    const struct expectation *expectation = trial->expectation;
    char *texts = NULL;
    size_t size;
    FILE *out = text_stream_open(&texts, &size);
    fprintf(out, "%s ", expected_kind_word(expectation->kind));
    print_escaped(out, expectation->value);
    putc('\0', out);
    if (result != NULL) {
        expectation_print_got(out, expectation, result);
        putc('\0', out);
        print_counterexample(out, trial);
        expectation_print_reason(out, expectation, result);
        putc('\0', out);
        print_trace(out, result, &plain);
    } else {
        fprintf(out, "%s%c",
                trial->verdict == TRIAL_UNDECIDED ? "unknown"
                                                  : "none BAD_INPUT",
                '\0');
        print_counterexample(out, trial);
        print_escaped(out, error->detail);
    }
    fclose(out);
    trial->expected = texts;
    trial->got = trial->expected + strlen(trial->expected) + 1;
    trial->reason = trial->got + strlen(trial->got) + 1;
    trial->trace =
        result != NULL ? trial->reason + strlen(trial->reason) + 1 : NULL;
    return texts;
}
