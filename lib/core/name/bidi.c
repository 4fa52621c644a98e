/* Right-to-left labels. Bidirectional classes are approximated by blocks of
 * code points; libidn2 rejects unassigned and disallowed code points in them.
 *
 * SPDX-License-Identifier: MIT */
#include "name/bidi.h"

#include <stdint.h>

#include "base/utf8.h"

/* Decode the UTF-8 character |text| of |length| octets. */
static uint32_t decode(const char *text, size_t length)
{
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t point = (unsigned char)text[0] & masks[length];
    for (size_t i = 1; i < length; i++) {
        point = point << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return point;
}

static bool is_within(uint32_t point, uint32_t first, uint32_t last)
{
    return point >= first && point <= last;
}

/* Bidirectional classes of Unicode: EN; AN; R and AL. */
enum kind { OTHER, EUROPEAN_DIGIT, ARABIC_DIGIT, RTL_LETTER };

static enum kind kind_of(uint32_t point)
{
    if (is_within(point, '0', '9') || is_within(point, 0x6f0, 0x6f9)) {
        return EUROPEAN_DIGIT;
    }
    if (is_within(point, 0x660, 0x669) || is_within(point, 0x10d30, 0x10d39)) {
        return ARABIC_DIGIT;
    }
    return is_within(point, 0x590, 0x8ff) || is_within(point, 0xfb1d, 0xfdff) ||
                   is_within(point, 0xfe70, 0xfeff) ||
                   is_within(point, 0x10800, 0x10fff) ||
                   is_within(point, 0x1e800, 0x1efff)
               ? RTL_LETTER
               : OTHER;
}

/* Return the set of kinds in |label|, as bits. */
static unsigned find_kinds(const char *label, size_t length)
{
    unsigned kinds = 0;
    size_t size;
    for (size_t at = 0; at < length; at += size) {
        size = utf8_length(label + at, length - at);
        if (size == 0) {
            break;
        }
        kinds |= 1U << kind_of(decode(label + at, size));
    }
    return kinds;
}

bool ddds_bidi_is_rtl(const char *label, size_t length)
{
    return (find_kinds(label, length) &
            (1U << RTL_LETTER | 1U << ARABIC_DIGIT)) != 0;
}

bool ddds_bidi_has_one_kind(const char *label, size_t length)
{
    const unsigned both = 1U << EUROPEAN_DIGIT | 1U << ARABIC_DIGIT;
    return (find_kinds(label, length) & both) != both;
}
