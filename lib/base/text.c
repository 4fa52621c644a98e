/* Less frequent functions of strings: numbers and escapes.
 *
 * SPDX-License-Identifier: MIT */
#include "base/text.h"

#include "base/ascii.h"

/* Copies double in length. */
void ddds_text_repeat(struct text *text, size_t length, size_t times)
{
    const size_t whole = times * length;
    for (size_t done = length; done < whole && !text->failed; done *= 2) {
        ddds_text_add(text, text->bytes + text->length - done,
                      done < whole - done ? done : whole - done);
    }
}

void ddds_text_number(struct text *text, uint64_t value)
{
    char digits[20];
    size_t begin = sizeof digits;
    do {
        digits[--begin] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    ddds_text_add(text, digits + begin, sizeof digits - begin);
}

void ddds_text_escape(struct text *text, unsigned char octet)
{
    const char escape[4] = {'\\', (char)('0' + octet / 100),
                            (char)('0' + octet / 10 % 10),
                            (char)('0' + octet % 10)};
    ddds_text_add(text, escape, sizeof escape);
}

static void add_printable(struct text *text, unsigned char octet)
{
    if (ascii_is_graphic(octet) || octet == ' ') {
        ddds_text_char(text, (char)octet);
    } else {
        ddds_text_escape(text, octet);
    }
}

void ddds_text_printable(struct text *text, const void *bytes, size_t length)
{
    const unsigned char *octets = bytes;
    for (size_t i = 0; i < length; i++) {
        add_printable(text, octets[i]);
    }
}

void ddds_text_quoted(struct text *text, const void *bytes, size_t length)
{
    const unsigned char *octets = bytes;
    ddds_text_char(text, '"');
    for (size_t i = 0; i < length; i++) {
        if (octets[i] == '"' || octets[i] == '\\') {
            ddds_text_char(text, '\\');
        }
        add_printable(text, octets[i]);
    }
    ddds_text_char(text, '"');
}
