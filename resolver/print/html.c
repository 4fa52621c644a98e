/* SPDX-License-Identifier: MIT */
#include "print/html.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include <ddds/uri.h>

#include "print/xml.h"
#include "text/printable.h"

/* ---- Text ---------------------------------------------------------------- */

/* Escape |octet|. Single quotes too, as they may delimit a value. */
static void write_octet(FILE *out, char octet)
{
    if (octet == '\'') {
        fputs("&#39;", out);
    } else {
        print_markup_octet(out, octet);
    }
}

/* Return true if |character| is invisible, or reorders others. */
static bool is_unseen(uint32_t character)
{
    static const uint32_t ranges[][2] = {
        {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},
        {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
        {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (character >= ranges[i][0] && character <= ranges[i][1]) {
            return true;
        }
    }
    return false;
}

void html_span(FILE *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        uint32_t character = 0;
        size_t octets = printable_decode(text + at, length - at, &character);
        if (octets == 0) {
            fprintf(out, "\\%03u", (unsigned char)text[at++]);
        } else if (is_unseen(character)) {
            fprintf(out, "&lt;U+%04X&gt;", (unsigned)character);
            at += octets;
        } else if (octets == 1) {
            write_octet(out, text[at++]);
        } else {
            fwrite(text + at, 1, octets, out);
            at += octets;
        }
    }
}

void html_text(FILE *out, const char *text)
{
    if (text != NULL) {
        html_span(out, text, strlen(text));
    }
}

void html_value(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\0') {
            fputs("&#xfffd;", out);
        } else if (text[i] != '\r') { /* browsers send CR LF */
            write_octet(out, text[i]);
        }
    }
}

void html_code(FILE *out, const char *text)
{
    fputs("<code dir=\"ltr\">", out);
    html_text(out, text);
    fputs("</code>", out);
}

void html_link(FILE *out, const char *address)
{
    struct ddds_uri uri;
    bool is_web = (strncasecmp(address, "http://", 7) == 0 ||
                   strncasecmp(address, "https://", 8) == 0) &&
                  ddds_uri_parse(address, &uri, NULL) == DDDS_OK &&
                  !ddds_uri_breaks_http(&uri);
    if (is_web) {
        fputs("<a rel=\"noopener noreferrer nofollow\" href=\"", out);
        html_span(out, address, strlen(address));
        fputs("\">", out);
    }
    html_code(out, address);
    fputs(is_web ? "</a>" : "", out);
}

/* ---- Elements ------------------------------------------------------------ */

void html_badge(FILE *out, const char *kind, const char *word)
{
    static const struct {
        const char *kind;
        const char *sign;
    } signs[] = {{"good", "✓"},    {"bad", "✕"},  {"error", "✕"},
                 {"warning", "!"}, {"info", "i"}, {"other", "–"}};
    const char *sign = "–";
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strcmp(signs[i].kind, kind) == 0) {
            sign = signs[i].sign;
        }
    }
    fprintf(out,
            "<span class=\"badge %s\"><span aria-hidden=\"true\">%s</span> ",
            kind, sign);
    html_text(out, word);
    fputs("</span>", out);
}

void html_term(FILE *out, const char *name, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        fprintf(out, "<dt>%s</dt><dd>", name);
        html_text(out, text);
        fputs("</dd>\n", out);
    }
}

void html_term_code(FILE *out, const char *name, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        fprintf(out, "<dt>%s</dt><dd>", name);
        html_code(out, text);
        fputs("</dd>\n", out);
    }
}

void html_table(FILE *out, const char *caption, const char *const *heads)
{
    fprintf(out,
            "<div class=\"wide\" tabindex=\"0\" role=\"group\" "
            "aria-label=\"%s\"><table><caption class=\"unseen\">%s</caption>"
            "<thead><tr>",
            caption, caption);
    for (; *heads != NULL; heads++) {
        fprintf(out, "<th scope=\"col\">%s</th>", *heads);
    }
    fputs("</tr></thead><tbody>\n", out);
}

void html_table_end(FILE *out)
{
    fputs("</tbody></table></div>\n", out);
}
