/* UTF-8 (RFC 3629): lengths of characters.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Return the length that the first octet of a character announces; 0 if it is
 * invalid. */
static inline size_t utf8_announced_length(unsigned char first)
{
    if (first < 0x80) {
        return 1;
    }
    return first < 0xc2   ? 0
           : first < 0xe0 ? 2
           : first < 0xf0 ? 3
           : first < 0xf5 ? 4
                          : 0;
}

/* Return the length of the character at |text|, of which |left| octets may be
 * read; 0 if it is not UTF-8, including overlong forms, surrogates and
 * characters above U+10FFFF. */
static inline size_t utf8_length(const char *text, size_t left)
{
    const unsigned char *octets = (const unsigned char *)text;
    size_t length = left > 0 ? utf8_announced_length(octets[0]) : 0;
    if (length > left) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((octets[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool is_invalid = length > 1 && ((octets[0] == 0xe0 && octets[1] < 0xa0) ||
                                     (octets[0] == 0xed && octets[1] > 0x9f) ||
                                     (octets[0] == 0xf0 && octets[1] < 0x90) ||
                                     (octets[0] == 0xf4 && octets[1] > 0x8f));
    return is_invalid ? 0 : length;
}

/* Return the code point of the valid character |text| of |length| octets. */
static inline uint32_t utf8_decode(const char *text, size_t length)
{
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t point = (unsigned char)text[0] & masks[length];
    for (size_t i = 1; i < length; i++) {
        point = point << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return point;
}

/* Return true if all |length| octets are ASCII. The last octets are read in an
 * overlapping word. */
static inline bool utf8_is_ascii(const char *text, size_t length)
{
    uint64_t octets = 0;
    uint64_t seen = 0;
    if (length < sizeof octets) {
        while (length > 0) {
            seen |= (unsigned char)text[--length];
        }
        return (seen & 0x80) == 0;
    }
    const char *last = text + length - sizeof octets;
    for (; text < last; text += sizeof octets) {
        memcpy(&octets, text, sizeof octets);
        seen |= octets;
    }
    memcpy(&octets, last, sizeof octets);
    return ((seen | octets) & UINT64_C(0x8080808080808080)) == 0;
}

/* Return true if the |length| octets are UTF-8 and not only ASCII. */
static inline bool utf8_is_wide(const char *text, size_t length)
{
    if (utf8_is_ascii(text, length)) {
        return false;
    }
    size_t character = 1;
    for (size_t at = 0; at < length && character > 0; at += character) {
        character = utf8_length(text + at, length - at);
    }
    return character > 0;
}

#endif
