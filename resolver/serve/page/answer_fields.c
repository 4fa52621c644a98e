/* Fields of UUIDs as HTML.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/answers.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "print/html.h"
#include "serve/page/members.h"

/* Fields of each version: names and numbers of digits (RFC 9562 section 5). */
struct field {
    const char *name;
    size_t digits;
};
enum { MOST_FIELDS = 6, MOST_VERSION = 8 };

#define GREGORIAN(low, mid, high)                                              \
    {                                                                          \
        {low, 8}, {mid, 4}, {"version", 1}, {high, 3},                         \
            {"variant, clock sequence", 4}, {"node", 12},                      \
    }
#define DIGEST(name)                                                           \
    {                                                                          \
        {name, 12}, {"version", 1}, {name, 3}, {"variant", 1}, {name, 15},     \
    }
static const struct field layouts[MOST_VERSION + 1][MOST_FIELDS] = {
    [1] = GREGORIAN("time, low", "time, mid", "time, high"),
    [2] = GREGORIAN("local identifier", "time, mid", "time, high"),
    [3] = DIGEST("MD5"),
    [4] = DIGEST("random"),
    [5] = DIGEST("SHA-1"),
    [6] = GREGORIAN("time, high", "time, mid", "time, low"),
    [7] = {{"milliseconds since 1970", 12},
           {"version", 1},
           {"random", 3},
           {"variant, random", 4},
           {"random", 12}},
    [8] = DIGEST("custom"),
};

/* Write |count| digits of the UUID at |text|. Return the position after
 * them. */
static const char *write_digits(FILE *out, const char *text, size_t count)
{
    for (; count > 0 && *text != '\0'; text++) {
        if (*text != '-') {
            html_span(out, text, 1);
            count--;
        }
    }
    return text;
}

/* Write the digits of |urn|, grouped by field. */
static void write_strip(FILE *out, const char *urn, json_int_t version)
{
    static const char scheme[] = "urn:uuid:";
    if (urn == NULL || strncmp(urn, scheme, sizeof scheme - 1) != 0 ||
        version < 1 || version > MOST_VERSION) {
        return;
    }
    urn += sizeof scheme - 1;
    fputs("<ol class=\"strip\" aria-label=\"Fields in order\">\n", out);
    for (size_t i = 0; i < MOST_FIELDS; i++) {
        const struct field *field = &layouts[version][i];
        if (field->digits > 0) {
            fprintf(out, "<li%s><code>",
                    strcmp(field->name, "version") == 0 ? " class=\"fixed\""
                                                        : "");
            urn = write_digits(out, urn, field->digits);
            fprintf(out, "</code><span>%s</span></li>\n", field->name);
        }
    }
    fputs("</ol>\n", out);
}

static void write_invalid(FILE *out, const json_t *uuid)
{
    fputs("<p class=\"verdict\" data-summary=\"", out);
    html_text(out, member(uuid, "error"));
    fputs("\">", out);
    html_badge(out, "error", "Not a UUID");
    putc(' ', out);
    html_code(out, member(uuid, "uuid"));
    fputs("</p>\n<p>", out);
    html_text(out, member(uuid, "error"));
    fputs("</p>\n", out);
}

/* Write a term whose value is the member |number|, if that is an integer. */
static void write_number(FILE *out, const char *name, const json_t *uuid,
                         const char *number)
{
    if (json_is_integer(json_object_get(uuid, number))) {
        fprintf(out, "<dt>%s</dt><dd>", name);
        html_number(out, uuid, number);
        fputs("</dd>\n", out);
    }
}

static void write_valid(FILE *out, const json_t *uuid)
{
    const char *variant = member(uuid, "variant");
    const char *type = member(uuid, "type");
    json_int_t version = member_number(uuid, "version");
    bool is_dce = variant != NULL && strcmp(variant, "DCE") == 0;
    char title[32];
    snprintf(title, sizeof title, "Version %d", (int)version);
    fputs("<p class=\"verdict\" data-summary=\"", out);
    html_text(out, variant);
    fputs(", ", out);
    html_text(out, type);
    fputs("\">", out);
    html_badge(out, "good", version > 0 ? title : type);
    putc(' ', out);
    html_code(out, member(uuid, "uuid"));
    fputs("</p>\n", out);
    if (is_dce) {
        write_strip(out, member(uuid, "urn"), version);
    }
    fputs("<dl>\n", out);
    html_term(out, "Variant", is_dce ? "RFC 9562 (DCE)" : variant);
    html_term(out, "Type", type);
    html_term(out, "Time", member(uuid, "time"));
    write_number(out, "Clock sequence", uuid, "seq");
    html_term_code(out, "Node", member(uuid, "node"));
    html_term_code(out, "URN", member(uuid, "urn"));
    html_term_code(out, "Integer", member(uuid, "int"));
    html_term_code(out, "OID", member(uuid, "oid"));
    html_term(out, "Note", member(uuid, "note"));
    fputs("</dl>\n", out);
}

void answer_with_fields(FILE *out, const struct page_answer *answer)
{
    const json_t *uuid;
    size_t i;
    json_array_foreach(json_object_get(answer->document, "uuids"), i, uuid)
    {
        fputs("<div class=\"outcome\">", out);
        if (member(uuid, "error") != NULL) {
            write_invalid(out, uuid);
        } else {
            write_valid(out, uuid);
        }
        fputs("</div>\n", out);
    }
}
