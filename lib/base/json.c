/* JSON: strings and numbers.
 *
 * SPDX-License-Identifier: MIT */
#include "base/json.h"

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

void ddds_json_put_bool(struct json *json, bool value)
{
    if (value) {
        ddds_json_add(json, "true", 4);
    } else {
        ddds_json_add(json, "false", 5);
    }
}

void ddds_json_put_number(struct json *json, bool is_known, uint64_t value)
{
    char digits[20];
    size_t begin = sizeof digits;
    if (!is_known) {
        ddds_json_add(json, "null", 4);
        return;
    }
    do {
        digits[--begin] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    ddds_json_add(json, digits + begin, sizeof digits - begin);
}

/* ---- Strings ------------------------------------------------------------ */

static bool is_plain(unsigned char octet)
{
    return octet >= 0x20 && octet < 0x80 && octet != '"' && octet != '\\';
}

/* Return true if all 8 octets are plain. An octet is below N if subtracting N
 * borrows from its highest bit (Hacker's Delight 6-1). A borrow from the next
 * octet may cause a false alarm, which only costs a slower check. */
static bool are_plain(uint64_t octets)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t quote = octets ^ (ones * '"');
    uint64_t backslash = octets ^ (ones * '\\');
    return (((octets - ones * 0x20) | (quote - ones) | (backslash - ones) |
             octets) &
            (ones * 0x80)) == 0;
}

/* Copy octets of |from| until one is not plain, |length| at most; return how
 * many. Without eight at a time JSON would take a fifth more instructions. */
static size_t copy_plain(char *to, const char *from, size_t length)
{
    size_t at = 0;
    uint64_t octets;
    for (; length - at >= sizeof octets; at += sizeof octets) {
        memcpy(&octets, from + at, sizeof octets);
        if (!are_plain(octets)) {
            break;
        }
        memcpy(to + at, &octets, sizeof octets);
    }
    for (; at < length && is_plain((unsigned char)from[at]); at++) {
        to[at] = from[at];
    }
    return at;
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
    ddds_json_add(json, text, sizeof text);
}

/* Add |character| as one or two units of UTF-16 (RFC 8259 section 7). */
static void add_escaped(struct json *json, uint32_t character)
{
    static const char shorts[] = "\bb\tt\nn\ff\rr\"\"\\\\";
    for (const char *at = shorts; *at != '\0'; at += 2) {
        if (character == (unsigned char)*at) {
            ddds_json_add(json, "\\", 1);
            ddds_json_add(json, at + 1, 1);
            return;
        }
    }
    if (character >= 0x10000) {
        add_unit(json, 0xd800 + ((character - 0x10000) >> 10));
        character = 0xdc00 + (character & 0x3ff);
    }
    add_unit(json, character);
}

/* Add |span|, which is UTF-8, with escapes. */
static void add_characters(struct json *json, struct ddds_span span)
{
    size_t at = 0;
    while (at < span.length) {
        size_t end = at;
        while (end < span.length && is_plain((unsigned char)span.text[end])) {
            end++;
        }
        ddds_json_add(json, span.text + at, end - at);
        at = end;
        if (at < span.length) {
            size_t length = utf8_announced_length((unsigned char)span.text[at]);
            add_escaped(json, utf8_decode(span.text + at, length));
            at += length;
        }
    }
}

static void add_hex(struct json *json, struct ddds_span span)
{
    static const char digits[] = "0123456789abcdef";
    ddds_json_add(json, "\"", 1);
    for (size_t i = 0; i < span.length; i++) {
        unsigned char octet = (unsigned char)span.text[i];
        ddds_json_add(json, &digits[octet >> 4], 1);
        ddds_json_add(json, &digits[octet & 15], 1);
    }
    ddds_json_add(json, "\"", 1);
}

/* Add |span| in quotes. Return false, with nothing added, if it is not UTF-8.
 * Most strings are plain, and are checked while they are copied. */
static bool add_string(struct json *json, struct ddds_span span)
{
    size_t plain = 0;
    if (ddds_json_has_room(json, span.length + 2)) {
        char *at = json->bytes + json->length;
        plain = copy_plain(at + 1, span.text, span.length);
        if (plain == span.length) {
            at[0] = '"';
            at[1 + plain] = '"';
            json->length += plain + 2;
            return true;
        }
    }
    const char *rest = span.text + plain;
    size_t length = span.length - plain;
    if (!utf8_is_ascii(rest, length) && !utf8_is_wide(rest, length)) {
        return false;
    }
    ddds_json_add(json, "\"", 1);
    json->length += plain;
    add_characters(json, (struct ddds_span){rest, length});
    ddds_json_add(json, "\"", 1);
    return true;
}

void ddds_json_put_span(struct json *json, const char *name,
                        struct ddds_span span)
{
    if (span.text == NULL) {
        ddds_json_add(json, "null", 4);
    } else if (!add_string(json, span)) {
        ddds_json_add(json, "null,\"", 6);
        ddds_json_add(json, name, strlen(name));
        ddds_json_add(json, "_hex\":", 6);
        add_hex(json, span);
    }
}

void ddds_json_put_string(struct json *json, const char *name, const char *text)
{
    ddds_json_put_span(
        json, name, (struct ddds_span){text, text != NULL ? strlen(text) : 0});
}

void ddds_json_element(struct json *json, struct ddds_span span)
{
    const struct json before = *json;
    ddds_json_name(json, NULL);
    if (!add_string(json, span)) {
        *json = before;
    }
}
