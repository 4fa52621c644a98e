/* Classes and properties of a proof as HTML.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/answers.h"

#include <string.h>

#include "print/html.h"
#include "serve/page/members.h"

enum { MOST_LISTED = 200 };

/* Write a count, which is a number, a string, or null if it is not known. */
static void write_count(FILE *out, const json_t *object, const char *name)
{
    const char *large = member(object, name);
    if (json_is_null(json_object_get(object, name))) {
        fputs("many", out);
    } else if (large != NULL) {
        html_text(out, large);
    } else {
        html_number(out, object, name);
    }
}

/* Write the outcome of a class, or the reason why it has none. */
static void write_outcome(FILE *out, const json_t *class)
{
    const char *status = member(class, "status");
    const char *reason = member(class, "reason");
    if (status != NULL && strcmp(status, "resolved") == 0) {
        html_badge(out, "good", member(class, "kind"));
        putc(' ', out);
        html_code(out, member(class, "output"));
    } else {
        html_badge(out, "bad", reason != NULL ? reason : status);
        putc(' ', out);
        html_text(out, member(class, "because"));
    }
}

/* Write the outcome of |witness|, if it is that of a class. */
static void write_end(FILE *out, const json_t *classes, const char *witness)
{
    const json_t *class;
    size_t i;
    json_array_foreach(classes, i, class)
    {
        const char *its = member(class, "witness");
        if (witness != NULL && its != NULL && strcmp(its, witness) == 0) {
            fputs("<dt>Outcome</dt><dd>", out);
            write_outcome(out, class);
            fputs("</dd>\n", out);
            return;
        }
    }
}

static void write_property(FILE *out, const json_t *property,
                           const json_t *classes)
{
    const char *verdict = member(property, "verdict");
    bool is_proved = verdict != NULL && strcmp(verdict, "proved") == 0;
    bool is_refuted = verdict != NULL && strcmp(verdict, "refuted") == 0;
    fputs("<p class=\"verdict\">", out);
    html_badge(out,
               is_proved    ? "good"
               : is_refuted ? "error"
                            : "warning",
               verdict);
    putc(' ', out);
    html_code(out, member(property, "property"));
    fputs("</p>\n<dl>\n", out);
    html_term_code(out, "Input", member(property, "witness"));
    write_end(out, classes, member(property, "witness"));
    html_term(out, "Because", member(property, "because"));
    fputs("</dl>\n", out);
}

static void write_path(FILE *out, const json_t *path)
{
    const json_t *hop;
    size_t i;
    json_array_foreach(path, i, hop)
    {
        fputs("<div>", out);
        html_code(out, member(hop, "key"));
        if (json_is_integer(json_object_get(hop, "line"))) {
            fputs(" line ", out);
            html_number(out, hop, "line");
        }
        fputs("</div>", out);
    }
}

static void write_class(FILE *out, const json_t *class)
{
    const char *key = member(class, "key");
    const char *witness = member(class, "witness");
    fputs("<tr><td>", out);
    if (key != NULL) {
        fputs("those with the first key ", out);
        html_code(out, key);
    } else if (member(class, "inputs") != NULL) {
        html_code(out, member(class, "inputs"));
    } else if (witness != NULL) {
        fputs("such as ", out);
        html_code(out, witness);
    }
    fputs("</td><td>", out);
    if (key != NULL) {
        fputs("unknown", out);
    } else {
        write_count(out, class, "count");
    }
    fputs("</td><td>", out);
    write_outcome(out, class);
    fputs("</td><td>", out);
    write_path(out, json_object_get(class, "path"));
    fputs("</td></tr>\n", out);
}

void answer_with_proof(FILE *out, const struct page_answer *answer)
{
    static const char *const heads[] = {"Inputs", "Number", "Outcome", "Rules",
                                        NULL};
    const json_t *document = answer->document;
    const json_t *classes = json_object_get(document, "classes");
    size_t count = json_array_size(classes);
    const json_t *each;
    size_t i;
    json_array_foreach(json_object_get(document, "properties"), i, each)
    {
        write_property(out, each, classes);
    }
    fprintf(out, "<p class=\"verdict\">%zu class%s of ", count,
            count == 1 ? "" : "es");
    write_count(out, document, "inputs");
    bool is_one = member_number(document, "inputs") == 1;
    fputs(is_one ? " input</p>\n" : " inputs</p>\n", out);
    html_table(out, "Classes of inputs", heads);
    for (i = 0; i < count && i < MOST_LISTED; i++) {
        write_class(out, json_array_get(classes, i));
    }
    html_table_end(out);
    if (count > i) {
        fprintf(out, "<p>%zu classes not listed.</p>\n", count - i);
    }
}
