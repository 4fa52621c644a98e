/* JSON, value by value.
 *
 * SPDX-License-Identifier: MIT */
#include "base/json.h"

#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

void ddds_json_begin(struct json *json, char *bytes, size_t size)
{
    *json = (struct json){.bytes = bytes, .size = size};
}

size_t ddds_json_end(struct json *json)
{
    if (json->size > 0) {
        json->bytes[json->length < json->size ? json->length : 0] = '\0';
    }
    return json->length;
}

static void add(struct json *json, const char *bytes, size_t length)
{
    if (json->length < json->size && length < json->size - json->length) {
        memcpy(json->bytes + json->length, bytes, length);
    }
    json->length += length;
}

static void add_string(struct json *json, const char *text)
{
    add(json, text, strlen(text));
}

/* What stands before each value: a comma, and the name of the member with what
 * follows it. */
static void add_name(struct json *json, const char *name, const char *suffix)
{
    if (json->has_before) {
        add(json, ",", 1);
    }
    json->has_before = true;
    if (name != NULL) {
        add(json, "\"", 1);
        add_string(json, name);
        add_string(json, suffix);
        add(json, "\":", 2);
    }
}

void ddds_json_open(struct json *json, const char *name, char bracket)
{
    add_name(json, name, "");
    add(json, &bracket, 1);
    json->has_before = false;
}

void ddds_json_close(struct json *json, char bracket)
{
    add(json, &bracket, 1);
    json->has_before = true;
}

void ddds_json_null(struct json *json, const char *name)
{
    add_name(json, name, "");
    add(json, "null", 4);
}

void ddds_json_bool(struct json *json, const char *name, bool value)
{
    add_name(json, name, "");
    add_string(json, value ? "true" : "false");
}

void ddds_json_number(struct json *json, const char *name, uint64_t value)
{
    char digits[21];
    struct text text;
    ddds_text_init(&text, digits, sizeof digits);
    ddds_text_number(&text, value);
    add_name(json, name, "");
    add(json, digits, text.length);
}

void ddds_json_known(struct json *json, const char *name, bool is_known,
                     uint64_t value)
{
    if (is_known) {
        ddds_json_number(json, name, value);
    } else {
        ddds_json_null(json, name);
    }
}

/* ---- Strings -------------------------------------------------------------- */

static bool is_utf8(struct ddds_span span)
{
    return utf8_is_ascii(span.text, span.length) ||
           utf8_is_wide(span.text, span.length);
}

static bool is_plain(unsigned char octet)
{
    return octet >= 0x20 && octet < 0x80 && octet != '"' && octet != '\\';
}

static void add_unit(struct json *json, uint32_t unit)
{
    static const char digits[] = "0123456789ABCDEF";
    const char text[6] = {'\\',
                          'u',
                          digits[unit >> 12 & 15],
                          digits[unit >> 8 & 15],
                          digits[unit >> 4 & 15],
                          digits[unit & 15]};
    add(json, text, sizeof text);
}

/* Add |character| as one unit of UTF-16, or as two (RFC 8259 section 7). */
static void add_escaped(struct json *json, uint32_t character)
{
    static const char shorts[] = "\bb\tt\nn\ff\rr\"\"\\\\";
    for (const char *at = shorts; *at != '\0'; at += 2) {
        if (character == (unsigned char)*at) {
            add(json, "\\", 1);
            add(json, at + 1, 1);
            return;
        }
    }
    if (character >= 0x10000) {
        add_unit(json, 0xd800 + ((character - 0x10000) >> 10));
        character = 0xdc00 + (character & 0x3ff);
    }
    add_unit(json, character);
}

/* The character of |length| octets at |text|, which are UTF-8. */
static uint32_t decode(const char *text, size_t length)
{
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t character = (unsigned char)text[0] & masks[length];
    for (size_t i = 1; i < length; i++) {
        character = character << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return character;
}

static void add_text(struct json *json, struct ddds_span span)
{
    size_t at = 0;
    add(json, "\"", 1);
    while (at < span.length) {
        size_t end = at;
        while (end < span.length && is_plain((unsigned char)span.text[end])) {
            end++;
        }
        add(json, span.text + at, end - at);
        at = end;
        if (at < span.length) {
            size_t length = utf8_announced_length((unsigned char)span.text[at]);
            add_escaped(json, decode(span.text + at, length));
            at += length;
        }
    }
    add(json, "\"", 1);
}

static void add_hex(struct json *json, struct ddds_span span)
{
    static const char digits[] = "0123456789abcdef";
    add(json, "\"", 1);
    for (size_t i = 0; i < span.length; i++) {
        unsigned char octet = (unsigned char)span.text[i];
        add(json, &digits[octet >> 4], 1);
        add(json, &digits[octet & 15], 1);
    }
    add(json, "\"", 1);
}

void ddds_json_span(struct json *json, const char *name, struct ddds_span span)
{
    if (span.text == NULL) {
        ddds_json_null(json, name);
    } else if (is_utf8(span)) {
        add_name(json, name, "");
        add_text(json, span);
    } else if (name != NULL) {
        ddds_json_null(json, name);
        add_name(json, name, "_hex");
        add_hex(json, span);
    }
}

void ddds_json_string(struct json *json, const char *name, const char *text)
{
    ddds_json_span(json, name,
                   (struct ddds_span){text, text != NULL ? strlen(text) : 0});
}
