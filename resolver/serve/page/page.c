/* The page: its files, and its template with answers.
 *
 * Placeholders of the template: {{name}} is the value of a parameter, in the
 * form of the answer only. {{name=value}} selects an option if the parameter has
 * that value. {{>name}} is an answer, after its form. {{autofocus}} makes
 * browsers scroll to the answer to a link. {{title}} is the title, and {{app}}
 * are the options for all applications.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/page.h"

#include <stdbool.h>
#include <string.h>

#include <ddds/application.h>
#include <ddds/span.h>

#include "serve/page/answers.h"
#include "serve/page/files.h"
#include "print/html.h"
#include "serve/page/members.h"

const struct page_asset *page_find(const char *path)
{
    for (size_t i = 0; page_files[i].path != NULL; i++) {
        if (strcmp(page_files[i].path, path) == 0) {
            return &page_files[i];
        }
    }
    return NULL;
}

/* For each route the placeholder of its answer, and the function that writes
 * it; NULL: the caller made it. */
static const struct {
    const char *route;
    const char *place;
    void (*write)(FILE *out, const struct page_answer *answer);
} places[] = {
    {"resolve", "trace", NULL},
    {"trace", "trace", NULL},
    {"urn", "trace", NULL},
    {"uri-res", "trace", NULL},
    {"graph", "trace", answer_with_graph},
    {"lint", "lint", answer_with_findings},
    {"prove", "prove", answer_with_proof},
    {"rewrite", "rewrite", answer_with_output},
    {"uuid", "fields", answer_with_fields},
};
enum { PLACES = sizeof places / sizeof places[0] };

/* Return the row of |route|, or the first if it is unknown. */
static size_t find_place(const char *route)
{
    size_t i = 0;
    while (i < PLACES && strcmp(places[i].route, route) != 0) {
        i++;
    }
    return i < PLACES ? i : 0;
}

static void write_problem(FILE *out, const json_t *problem)
{
    fputs("<p class=\"verdict\">", out);
    html_badge(out, "error", "Error");
    putc(' ', out);
    html_text(out, member(problem, "title"));
    fputs("</p>\n<p>", out);
    html_text(out, member(problem, "detail"));
    fputs("</p>\n", out);
}

static bool is_called(struct ddds_span name, const char *word)
{
    return name.length == strlen(word) &&
           memcmp(name.text, word, name.length) == 0;
}

static void write_piece(FILE *out, const struct page_answer *answer)
{
    size_t i = find_place(answer->route);
    if (answer->piece != NULL) {
        fputs(answer->piece, out);
    } else if (answer->status >= 400 || places[i].write == NULL) {
        write_problem(out, answer->document);
    } else {
        places[i].write(out, answer);
    }
}

static bool is_repeated(const struct page_answer *answer)
{
    return members_length(answer->request) <= MOST_REPEATED;
}

/* Return true if the name of a placeholder at |text| is that of |answer|. */
static bool is_own(const struct page_answer *answer, const char *text)
{
    return is_called((struct ddds_span){text, strcspn(text, "}")},
                     places[find_place(answer->route)].place);
}

/* Write the answer, if its placeholder is |name|. */
static void write_answer(FILE *out, const struct page_answer *answer,
                         struct ddds_span name)
{
    bool is_empty = answer->document == NULL && answer->piece == NULL;
    if (!is_empty && is_own(answer, name.text)) {
        fputs(is_repeated(answer) ? ""
                                  : "<p>What was sent is longer than 64 KiB, "
                                    "and not repeated on this page.</p>\n",
              out);
        write_piece(out, answer);
    }
}

/* Return the parameter |name|; NULL if it is missing or must not be shown. */
static const json_t *find_parameter(const struct page_answer *answer,
                                    struct ddds_span name)
{
    char copy[16];
    const char *end = strstr(name.text, "{{>");
    if (name.length >= sizeof copy || !is_repeated(answer) || end == NULL ||
        !is_own(answer, end + 3)) {
        return NULL;
    }
    memcpy(copy, name.text, name.length);
    copy[name.length] = '\0';
    const json_t *value = json_object_get(answer->request, copy);
    return json_is_string(value) ? value : NULL;
}

/* {{name=value}}: select the option if the parameter has the value. */
static void write_choice(FILE *out, const struct page_answer *answer,
                         struct ddds_span name, struct ddds_span value)
{
    const json_t *given = find_parameter(answer, name);
    if (given != NULL && json_string_length(given) == value.length &&
        memcmp(json_string_value(given), value.text, value.length) == 0) {
        bool is_box = value.length == 1;
        fputs(is_box ? " checked" : " selected", out);
    }
}

static void write_capitals(FILE *out, const char *word)
{
    for (; *word != '\0'; word++) {
        putc(*word >= 'a' && *word <= 'z' ? *word - 'a' + 'A' : *word, out);
    }
}

/* Write an option for each application of the library; |chosen| may be NULL. */
static void write_applications(FILE *out, const char *chosen)
{
    const char *separator = "";
    for (const struct ddds_application *const *each = ddds_applications();
         *each != NULL; each++) {
        const char *name = (*each)->name;
        bool is_chosen = chosen != NULL && strcmp(chosen, name) == 0;
        fprintf(out, "%s          <option value=\"%s\"%s>", separator, name,
                is_chosen ? " selected" : "");
        write_capitals(out, name);
        fputs("</option>", out);
        separator = "\n";
    }
}

/* Write the title: the input, if any. */
static void write_title(FILE *out, const struct page_answer *answer)
{
    const char *input = member(answer->request, "input");
    if (input != NULL && is_repeated(answer)) {
        html_text(out, input);
        fputs(" – ", out);
    }
    fputs("ddds", out);
}

/* Addresses of forms have a fragment that leads to the answer. */
static void write_autofocus(FILE *out, const struct page_answer *answer)
{
    bool is_link = strcmp(answer->route, "urn") == 0 ||
                   strcmp(answer->route, "uri-res") == 0;
    fputs(is_link ? " autofocus" : "", out);
}

static void write_place(FILE *out, const struct page_answer *answer,
                        struct ddds_span name)
{
    const char *mark = memchr(name.text, '=', name.length);
    const json_t *value = find_parameter(answer, name);
    if (mark != NULL) {
        size_t length = (size_t)(mark - name.text);
        write_choice(out, answer, (struct ddds_span){name.text, length},
                     (struct ddds_span){mark + 1, name.length - length - 1});
    } else if (is_called(name, "title")) {
        write_title(out, answer);
    } else if (is_called(name, "autofocus")) {
        write_autofocus(out, answer);
    } else if (is_called(name, "app")) {
        write_applications(out, json_string_value(value));
    } else if (name.text[0] == '>') {
        write_answer(out, answer,
                     (struct ddds_span){name.text + 1, name.length - 1});
    } else if (value != NULL) {
        html_value(out, json_string_value(value), json_string_length(value));
    }
}

void page_write(FILE *out, const struct page_answer *answer)
{
    const char *at = page_template;
    const char *open;
    if (answer->is_piece) {
        write_piece(out, answer);
        return;
    }
    while ((open = strstr(at, "{{")) != NULL) {
        const char *close = strstr(open, "}}");
        fwrite(at, 1, (size_t)(open - at), out);
        write_place(out, answer,
                    (struct ddds_span){open + 2, (size_t)(close - open) - 2});
        at = close + 2;
    }
    fputs(at, out);
}

void page_write_front(FILE *out)
{
    const struct page_answer nothing = {.route = "", .status = 200};
    page_write(out, &nothing);
}
