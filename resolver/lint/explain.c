/* The explanation of a code: what lint --explain prints.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/explain.h"

#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/suggestion.h"
#include "lint/example.h"
#include "print/json_members.h"

static int refuse_code(const char *word)
{
    struct suggestion suggestion;
    const struct ddds_check_code *code;
    suggestion_begin(&suggestion, word, strlen(word));
    for (size_t i = 0; (code = ddds_check_code_at(i)) != NULL; i++) {
        suggestion_try(&suggestion, code->code);
    }
    const char *hint = suggestion_text(&suggestion);
    complain("--explain: \"%.40s\" is not a lint code%s", word,
             *hint != '\0' ? hint : "; ddds lint --codes lists them");
    return EXIT_USAGE;
}

/* Print |text|, each line after |indent|. */
static void print_indented(FILE *out, const char *text)
{
    fputs("    ", out);
    for (; *text != '\0'; text++) {
        putc(*text, out);
        if (*text == '\n') {
            fputs("    ", out);
        }
    }
    putc('\n', out);
}

static void print_text(FILE *out, const struct ddds_check_code *code,
                       const struct code_example *example)
{
    fprintf(out, "%s, %s: %s\n\nWhy: %s.\nEffect: %s.\n", code->code,
            ddds_severity_text(code->severity), code->title, code->why,
            code->consequence);
    if (example == NULL) {
        fputs("\nThere is no example: see ddds-lint(7).\n", out);
        return;
    }
    fputs("\nWrong:\n\n", out);
    print_indented(out, example->wrong);
    fputs("\nRight:\n\n", out);
    print_indented(out, example->right);
}

static void print_json(FILE *out, const struct ddds_check_code *code,
                       const struct code_example *example)
{
    print_json_object(
        out, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s?, s:s?}", "schema",
                       "ddds.lint-code/1", "code", code->code, "severity",
                       ddds_severity_text(code->severity), "title", code->title,
                       "why", code->why, "effect", code->consequence, "wrong",
                       example != NULL ? example->wrong : NULL, "right",
                       example != NULL ? example->right : NULL));
}

int explain_code(const struct lint_line *options, FILE *out)
{
    const char *word = options->lint.explained;
    const struct ddds_check_code *code = ddds_check_code_find(word);
    if (options->words.input_count > 0 || options->lint.is_live) {
        complain("lint: --explain explains a code; leave files and servers "
                 "out");
        return EXIT_USAGE;
    }
    if (code == NULL) {
        return refuse_code(word);
    }
    if (options->lint.format == LINT_JSON) {
        print_json(out, code, example_find(code->code));
    } else {
        print_text(out, code, example_find(code->code));
    }
    return EXIT_FOUND;
}
