/* Any octets as UTF-8. A second reader, which decodes code points, must find
 * the same characters.
 *
 * SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "fuzz.h"

/* The octets of the character at |text|, by its code point; 0: invalid (RFC
 * 3629 section 3). */
static size_t decode(const uint8_t *text, size_t left)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = 1;
    uint32_t point = text[0];
    if (point >= 0xc0) {
        length = point >= 0xf0 ? 4 : point >= 0xe0 ? 3 : 2;
        point &= 0x7fU >> length;
    } else if (point >= 0x80) {
        return 0;
    }
    if (text[0] >= 0xf8 || length > left) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if (text[i] >> 6 != 2) {
            return 0;
        }
        point = point << 6 | (text[i] & 0x3f);
    }
    bool is_point = point >= least[length] && point <= 0x10ffff &&
                    (point < 0xd800 || point > 0xdfff);
    return is_point ? length : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    bool is_ascii = true;
    bool is_valid = true;
    for (size_t i = 0; i < size; i++) {
        size_t length = decode(data + i, size - i);
        require(utf8_length(text + i, size - i) == length);
        require(length == 0 || utf8_announced_length(data[i]) == length);
        is_ascii &= data[i] < 0x80;
    }
    for (size_t i = 0; i < size && is_valid;) {
        size_t length = decode(data + i, size - i);
        is_valid = length > 0;
        i += length;
    }
    require(utf8_length(text, 0) == 0);
    require(utf8_is_ascii(text, size) == is_ascii);
    require(utf8_is_wide(text, size) == (is_valid && !is_ascii));
    return 0;
}
