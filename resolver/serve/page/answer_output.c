/* Result of an expression as HTML: outputs, groups, other readings, parts.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/answers.h"

#include <stdbool.h>
#include <string.h>

#include "print/html.h"
#include "serve/page/members.h"

static void write_output(FILE *out, const json_t *one)
{
    if (member(one, "error") != NULL) {
        html_badge(out, "error", member(one, "error"));
    } else if (json_is_true(json_object_get(one, "matched"))) {
        html_code(out, member(one, "output"));
    } else {
        html_badge(out, "other", "no match");
    }
}

static bool is_same(const char *left, const char *right)
{
    return left == NULL || right == NULL ? left == right
                                         : strcmp(left, right) == 0;
}

/* Write the result under the reading |name|. After an error, such as a limit, it
 * is not known whether it differs. */
static void write_reading(FILE *out, const json_t *one, const char *name)
{
    const json_t *reading = json_object_get(one, name);
    const char *error = member(reading, "error");
    bool is_known = error == NULL && member(one, "error") == NULL;
    fputs("<td>", out);
    if (is_same(error, member(one, "error")) &&
        json_is_true(json_object_get(reading, "matched")) ==
            json_is_true(json_object_get(one, "matched")) &&
        is_same(member(reading, "output"), member(one, "output"))) {
        fputs("<span class=\"facts\">the same</span>", out);
    } else {
        if (is_known) {
            html_badge(out, "warning", "differs");
            putc(' ', out);
        }
        write_output(out, reading);
    }
    fputs("</td>", out);
}

static void write_groups(FILE *out, const json_t *groups)
{
    fputs("<td>", out);
    for (size_t i = 1; i < json_array_size(groups); i++) {
        const json_t *group = json_array_get(groups, i);
        fprintf(out, "<div><code>\\%zu</code> ", i);
        if (json_is_object(group)) {
            html_code(out, member(group, "text"));
        } else {
            fputs("<span class=\"facts\">took no part</span>", out);
        }
        fputs("</div>", out);
    }
    fputs("</td>", out);
}

/* Write the string with the match of the whole expression marked. */
static void write_matched(FILE *out, const json_t *one)
{
    const json_t *text = json_object_get(one, "string");
    const json_t *whole = json_array_get(json_object_get(one, "groups"), 0);
    const char *string = json_string_value(text);
    size_t length = json_string_length(text);
    size_t begin = (size_t)member_number(whole, "begin");
    size_t end = (size_t)member_number(whole, "end");
    if (!json_is_object(whole) || string == NULL || begin > end ||
        end > length) {
        html_code(out, member(one, "string"));
        return;
    }
    fputs("<code dir=\"ltr\">", out);
    html_span(out, string, begin);
    fputs("<mark>", out);
    html_span(out, string + begin, end - begin);
    fputs("</mark>", out);
    html_span(out, string + end, length - end);
    fputs("</code>", out);
}

/* Write "1 of 2 strings matched". */
static void write_summary(FILE *out, const json_t *strings)
{
    size_t count = json_array_size(strings);
    size_t hits = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(strings, i);
        hits += json_is_true(json_object_get(one, "matched")) ? 1 : 0;
    }
    fprintf(out, "<p class=\"verdict\">%zu of %zu string%s matched</p>\n", hits,
            count, count == 1 ? "" : "s");
}

static void write_strings(FILE *out, const json_t *strings)
{
    static const char *const heads[] = {"String",    "Output",     "Groups",
                                        "sed-style", "Perl-style", NULL};
    const json_t *one;
    size_t i;
    html_table(out, "Output for each string", heads);
    json_array_foreach(strings, i, one)
    {
        fputs("<tr><td>", out);
        write_matched(out, one);
        fputs("</td><td>", out);
        write_output(out, one);
        fputs("</td>", out);
        write_groups(out, json_object_get(one, "groups"));
        write_reading(out, one, "sed");
        write_reading(out, one, "perl");
        fputs("</tr>\n", out);
    }
    html_table_end(out);
}

static void write_findings(FILE *out, const json_t *findings)
{
    const json_t *finding;
    size_t i;
    if (json_array_size(findings) == 0) {
        return;
    }
    fputs("<h3>Findings</h3>\n<ol class=\"findings\">\n", out);
    json_array_foreach(findings, i, finding)
    {
        const char *severity = member(finding, "severity");
        fputs("<li class=\"finding\"><p>", out);
        html_badge(out, "warning", severity != NULL ? severity : "finding");
        putc(' ', out);
        html_text(out, member(finding, "detail"));
        putc(' ', out);
        html_code(out, member(finding, "code"));
        fputs("</p></li>\n", out);
    }
    fputs("</ol>\n", out);
}

void answer_with_output(FILE *out, const struct page_answer *answer)
{
    const json_t *document = answer->document;
    write_summary(out, json_object_get(document, "strings"));
    write_strings(out, json_object_get(document, "strings"));
    write_findings(out, json_object_get(document, "findings"));
    fputs("<h3>Parts</h3>\n<dl>\n", out);
    html_term_code(out, "Delimiter", member(document, "delimiter"));
    html_term_code(out, "Expression", member(document, "expression"));
    html_term_code(out, "Replacement", member(document, "replacement"));
    html_term_code(out, "Flags", member(document, "flags"));
    fputs("<dt>Groups</dt><dd>", out);
    html_number(out, document, "groups");
    fputs("</dd>\n", out);
    html_term_code(out, "As PCRE2", member(document, "pattern"));
    fputs("</dl>\n", out);
}
