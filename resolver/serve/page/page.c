/* Answers as HTML.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/page/page.h"

#include <stdlib.h>
#include <string.h>

const struct page_asset *page_find(const char *path)
{
    static const char front[] =
        "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\">"
        "<title>ddds</title>\n<h1>ddds</h1>\n"
        "<form action=\"/resolve\"><label>URN or URI <input name=\"input\">"
        "</label> <button>Resolve</button></form>\n</html>\n";
    static const struct page_asset assets[] = {
        {"/", "text/html; charset=utf-8", front, sizeof front - 1},
    };
    for (size_t i = 0; i < sizeof assets / sizeof assets[0]; i++) {
        if (strcmp(assets[i].path, path) == 0) {
            return &assets[i];
        }
    }
    return NULL;
}

/* Write |text| so that it is text wherever it stands. */
static void write_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            putc(*text, out);
        }
    }
}

void page_write(FILE *out, const struct page_answer *answer)
{
    char *text = json_dumps(answer->document, JSON_INDENT(2));
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>",
          out);
    write_text(out, answer->route);
    fputs("</title>\n<pre>", out);
    write_text(out, text != NULL ? text : "");
    fputs("</pre>\n</html>\n", out);
    free(text);
}
