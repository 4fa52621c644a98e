/* The fields of UUIDs as HTML.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/answers.h"

#include "serve/page/html.h"

static void write_invalid(FILE *out, const json_t *uuid)
{
    fputs("<p class=\"verdict\">", out);
    html_badge(out, "error", "Not a UUID");
    putc(' ', out);
    html_code(out, member(uuid, "uuid"));
    fputs("</p>\n<p>", out);
    html_text(out, member(uuid, "error"));
    fputs("</p>\n", out);
}

/* A term whose value is a number. */
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
    fputs("<p class=\"verdict\">", out);
    html_badge(out, "good", member(uuid, "type"));
    putc(' ', out);
    html_code(out, member(uuid, "uuid"));
    fputs("</p>\n<dl>\n", out);
    html_term(out, "Variant", member(uuid, "variant"));
    write_number(out, "Version", uuid, "version");
    html_term(out, "Time", member(uuid, "time"));
    write_number(out, "Clock sequence", uuid, "seq");
    html_term_code(out, "Node", member(uuid, "node"));
    html_term_code(out, "URN", member(uuid, "urn"));
    html_term_code(out, "Integer", member(uuid, "int"));
    html_term_code(out, "OID", member(uuid, "oid"));
    html_term(out, "Note", member(uuid, "note"));
    fputs("</dl>\n", out);
}

void answer_with_fields(FILE *out, const json_t *request,
                        const json_t *document)
{
    const json_t *uuid;
    size_t i;
    (void)request;
    json_array_foreach(json_object_get(document, "uuids"), i, uuid)
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
