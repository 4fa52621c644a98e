/* ddds rewrite: apply a substitution expression (RFC 3402 section 3.2) to
 * strings, and explain it.
 *
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/rule.h>

#include "batch/inputs.h"
#include "cli/complain.h"
#include "cli/exits.h"
#include "rewrite/rewrite_options.h"
#include "lint/findings.h"
#include "lint/rule_outputs.h"
#include "render/rendering.h"

enum { OUTPUT_SIZE = 8193 };

/* Print |span| with backslashes doubled: escaped octets look like no other
 * text. */
static void print_span(struct ddds_span span)
{
    const char *end = span.text + span.length;
    const char *next;
    while ((next = memchr(span.text, '\\', (size_t)(end - span.text))) !=
           NULL) {
        print_escaped_span(
            stdout, (struct ddds_span){span.text, (size_t)(next - span.text)});
        fputs("\\\\", stdout);
        span.text = next + 1;
    }
    print_escaped_span(
        stdout, (struct ddds_span){span.text, (size_t)(end - span.text)});
}

static void print_output(const char *output)
{
    print_span((struct ddds_span){output, strlen(output)});
}

/* ---- Explanation ------------------------------------------------------- */

static void print_line(const char *name, const char *value)
{
    printf("%-14s", name);
    print_escaped(stdout, value);
    putchar('\n');
}

static void explain_expression(const ddds_substitution *substitution)
{
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    ddds_substitution_split(substitution, &parts);
    print_line("delimiter", parts.delimiter);
    print_line("expression", parts.ere);
    print_line("replacement", parts.replacement);
    print_line("flags", parts.flags);
    printf("%-14s%u\n", "groups", parts.groups);
    print_line("as PCRE2", ddds_substitution_pattern(substitution));
}

/* Print the findings of lint: "warning nothing uses group 1 [L211]". */
static void explain_findings(const char *regexp)
{
    struct lint_findings findings;
    findings_of_expression(&findings, regexp);
    for (size_t i = 0; i < findings.count; i++) {
        const struct kept_finding *finding = &findings.items[i];
        printf("%-14s%s [%s]\n", ddds_severity_text(finding->code->severity),
               finding->detail, finding->code->code);
    }
    findings_free(&findings);
}

/* Print the match of the whole expression, and the captures of groups. */
static void explain_match(const ddds_substitution *substitution,
                          const char *string,
                          const struct ddds_captures *captures)
{
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    ddds_substitution_split(substitution, &parts);
    for (unsigned i = 0; i < 10 && i <= parts.groups; i++) {
        const struct ddds_span *group = &captures->group[i];
        char name[16];
        snprintf(name, sizeof name, i == 0 ? "match" : "\\%u", i);
        printf("  %-12s", name);
        if (group->text == NULL) {
            puts("took no part");
            continue;
        }
        size_t begin = (size_t)(group->text - string);
        printf("%zu-%zu \"", begin, begin + group->length);
        print_span(*group);
        puts("\"");
    }
}

/* Print the output, or that it is empty (RFC 3402 section 3.3, step 3). */
static void explain_output(const char *output, bool matched, bool is_empty)
{
    fputs("  output      ", stdout);
    print_output(matched ? output : "no match");
    puts(is_empty ? ": the output is empty" : "");
}

/* Print the result of another reading, if it differs. */
static void explain_reading(const ddds_substitution *substitution,
                            enum ddds_reading reading, const char *string,
                            const char *output, bool matched)
{
    char other[OUTPUT_SIZE];
    bool other_matched;
    struct ddds_error error;
    const char *name =
        reading == DDDS_READING_SED ? "  sed-style   " : "  Perl-style  ";
    if (ddds_substitution_apply_as(substitution, reading, string, other,
                                   sizeof other, &other_matched,
                                   &error) != DDDS_OK) {
        printf("%s%s\n", name, error.detail);
    } else if (other_matched != matched || strcmp(other, output) != 0) {
        fputs(name, stdout);
        print_output(other_matched ? other : "no match");
        puts(" (differs)");
    }
}

static void explain_string(const ddds_substitution *substitution,
                           const char *string, const char *output, bool matched,
                           const struct ddds_captures *captures)
{
    bool has_captures = captures->group[0].text != NULL;
    fputs("string        ", stdout);
    print_output(string);
    putchar('\n');
    if (has_captures) {
        explain_match(substitution, string, captures);
    }
    explain_output(output, matched, has_captures && !matched);
    explain_reading(substitution, DDDS_READING_SED, string, output, matched);
    explain_reading(substitution, DDDS_READING_PERL, string, output, matched);
}

/* ---- Strings ----------------------------------------------------------- */

/* Return true if the output is valid for --key and --uri. */
static bool is_demanded(const struct rewrite_options *request,
                        const char *output, struct ddds_error *error)
{
    return (!request->wants_key || output_is_key(output, error)) &&
           (!request->wants_uri || output_is_uri(output, error));
}

/* Report a failure, on a line of output too, so that lines match inputs. */
static int report_failure(const struct rewrite_options *request,
                          const struct input *input,
                          const struct ddds_error *error)
{
    if (request->explains) {
        print_line("string", input->text);
        print_line("  output", error->detail);
    } else {
        putchar('\n');
    }
    inputs_refuse(input, error);
    return error->status == DDDS_LIMIT ? EXIT_BAD_DATA : EXIT_OWN_FAILURE;
}

static int rewrite(const struct rewrite_options *request,
                   const ddds_substitution *substitution,
                   const struct input *input)
{
    const char *string = input->text;
    char output[OUTPUT_SIZE];
    bool matched;
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    struct ddds_error error;
    ddds_status status =
        ddds_substitution_apply(substitution, string, output, sizeof output,
                                &matched, &captures, &error);
    if (status != DDDS_OK) {
        return report_failure(request, input, &error);
    }
    if (request->explains) {
        explain_string(substitution, string, output, matched, &captures);
    }
    if (matched && !is_demanded(request, output, &error)) {
        error.status = DDDS_MALFORMED;
        inputs_refuse(input, &error);
        point_at(output, error.offset);
        matched = false;
    }
    if (!request->explains) {
        print_output(matched ? output : "");
        putchar('\n');
    }
    return matched ? EXIT_FOUND : EXIT_NOT_FOUND;
}

/* Reject strings that are too long or contain NUL. */
static int rewrite_input(const struct rewrite_options *request,
                         const ddds_substitution *substitution,
                         const struct input *input)
{
    struct ddds_error error;
    if (input_is_whole(input, &error)) {
        return rewrite(request, substitution, input);
    }
    putchar('\n');
    inputs_refuse(input, &error);
    return EXIT_USAGE;
}

/* ---- The command ------------------------------------------------------- */

static int refuse_expression(const char *regexp, const struct ddds_error *error)
{
    complain("%s", error->detail);
    point_at(regexp, error->offset);
    return EXIT_USAGE;
}

/* Rewrite all strings; "-" stands for the lines of standard input. */
static int rewrite_each(const struct rewrite_line *options,
                        const ddds_substitution *substitution)
{
    struct command_words strings = options->words;
    const struct input *input;
    int status = EXIT_FOUND;
    strings.inputs++;
    strings.input_count--;
    struct inputs *inputs = inputs_new(&strings, NULL, 0);
    inputs_keep_all(inputs);
    while ((input = inputs_read(inputs)) != NULL) {
        status = worse_exit(
            status, rewrite_input(&options->rewrite, substitution, input));
    }
    status = worse_exit(status, inputs_status(inputs));
    inputs_free(inputs);
    return status;
}

int command_rewrite(const void *given)
{
    const struct rewrite_line *options = given;
    char field[DDDS_FIELD_SIZE];
    struct ddds_error error;
    if (options->words.input_count < 2) {
        complain("rewrite: missing expression or strings, as in ddds rewrite "
                 "'!^urn:foo:(.*)$!\\1!' urn:foo:bar");
        return EXIT_USAGE;
    }
    const char *regexp = options->words.inputs[0];
    if (options->rewrite.is_master) {
        if (ddds_field_unescape(regexp, field, &error) != DDDS_OK) {
            return refuse_expression(regexp, &error);
        }
        regexp = field;
    }
    ddds_substitution *substitution = ddds_substitution_new(regexp, &error);
    if (substitution == NULL) {
        return refuse_expression(regexp, &error);
    }
    if (options->rewrite.explains) {
        explain_expression(substitution);
        explain_findings(regexp);
    }
    int status = rewrite_each(options, substitution);
    ddds_substitution_free(substitution);
    return status;
}
