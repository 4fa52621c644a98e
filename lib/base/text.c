/* The less frequent pieces of a string: numbers and escapes.
 *
 * SPDX-License-Identifier: MIT */
#include "base/text.h"

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
