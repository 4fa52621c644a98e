/* JSON as Jansson writes it: without white space, in ASCII.
 *
 * SPDX-License-Identifier: MIT */
#include "print/json_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "print/json_members.h"
#include "text/printable.h"

/* Add the comma after the value before, and the name of the member. */
static void add_name(struct json_line *json, const char *name)
{
    line_add(json->line, json->has_before ? "," : "");
    if (name != NULL) {
        line_add(json->line, "\"");
        line_add(json->line, name);
        line_add(json->line, "\":");
    }
    json->has_before = true;
}

void json_line_open(struct json_line *json, const char *name, char bracket)
{
    add_name(json, name);
    line_add_octets(json->line, &bracket, 1);
    json->has_before = false;
}

void json_line_close(struct json_line *json, char bracket)
{
    line_add_octets(json->line, &bracket, 1);
    json->has_before = true;
}

void json_line_null(struct json_line *json, const char *name)
{
    add_name(json, name);
    line_add(json->line, "null");
}

void json_line_bool(struct json_line *json, const char *name, bool value)
{
    add_name(json, name);
    line_add(json->line, value ? "true" : "false");
}

void json_line_number(struct json_line *json, const char *name, unsigned number)
{
    add_name(json, name);
    line_add_number(json->line, number);
}

void json_line_known(struct json_line *json, const char *name, bool is_known,
                     unsigned number)
{
    if (is_known) {
        json_line_number(json, name, number);
    } else {
        json_line_null(json, name);
    }
}

/* ---- Strings ------------------------------------------------------------ */

static bool is_plain(unsigned char octet)
{
    return octet >= 0x20 && octet < 0x80 && octet != '"' && octet != '\\';
}

/* Add |character| as one unit of UTF-16, or as two (RFC 8259 section 7). */
static void add_escaped(struct line *line, uint32_t character)
{
    static const char escapes[] = "\bb\tt\nn\ff\rr\"\"\\\\";
    char text[32];
    const char *known = strchr(escapes, (int)character);
    if (character > 0 && character < 0x80 && known != NULL) {
        snprintf(text, sizeof text, "\\%c", known[1]);
    } else if (character < 0x10000) {
        snprintf(text, sizeof text, "\\u%04X", character);
    } else {
        snprintf(text, sizeof text, "\\u%04X\\u%04X",
                 0xd800 + ((character - 0x10000) >> 10),
                 0xdc00 + (character & 0x3ff));
    }
    line_add(line, text);
}

static bool is_utf8(struct ddds_span span)
{
    uint32_t character;
    size_t size = 1;
    for (size_t i = 0; i < span.length && size > 0; i += size) {
        size =
            (unsigned char)span.text[i] < 0x80
                ? 1
                : printable_decode(span.text + i, span.length - i, &character);
    }
    return size > 0;
}

static void add_string(struct line *line, struct ddds_span span)
{
    uint32_t character;
    line_add(line, "\"");
    for (size_t i = 0; i < span.length;) {
        size_t begin = i;
        while (i < span.length && is_plain((unsigned char)span.text[i])) {
            i++;
        }
        line_add_octets(line, span.text + begin, i - begin);
        if (i < span.length) {
            i += printable_decode(span.text + i, span.length - i, &character);
            add_escaped(line, character);
        }
    }
    line_add(line, "\"");
}

static void add_hex(struct json_line *json, const char *name,
                    struct ddds_span span)
{
    char digits[3];
    line_add(json->line, ",\"");
    line_add(json->line, name);
    line_add(json->line, "_hex\":\"");
    for (size_t i = 0; i < span.length; i++) {
        snprintf(digits, sizeof digits, "%02x", (unsigned char)span.text[i]);
        line_add(json->line, digits);
    }
    line_add(json->line, "\"");
}

void json_line_span(struct json_line *json, const char *name,
                    struct ddds_span span)
{
    if (span.text == NULL) {
        json_line_null(json, name);
    } else if (is_utf8(span)) {
        add_name(json, name);
        add_string(json->line, span);
    } else {
        json_line_null(json, name);
        add_hex(json, name, span);
    }
}

void json_line_string(struct json_line *json, const char *name,
                      const char *text)
{
    json_line_span(json, name,
                   (struct ddds_span){text, text != NULL ? strlen(text) : 0});
}

void json_line_tree(struct json_line *json, const char *name, json_t *tree)
{
    char *text = make_json_text(tree);
    add_name(json, name);
    line_add(json->line, text);
    free(text);
}
