/* Most expressions of a zone share a few EREs, and differ in the text of their
 * replacement: "!^.*$!mailto:user1@example.com!". Their findings are the same.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/likeness.h"

#include <string.h>

#include "base/limits.h"
#include "rule/ere_scan.h"

size_t ddds_likeness_second(const char *regexp, size_t length)
{
    return length == 0 || (unsigned char)regexp[0] >= 0x80
               ? length
               : ddds_ere_scan_delimiter(regexp, length, 1);
}

/* Return the length of the text at |at|, before a backslash or |end|. */
static size_t measure_text(const char *at, const char *end)
{
    const char *backslash = memchr(at, '\\', (size_t)(end - at));
    return (size_t)((backslash != NULL ? backslash : end) - at);
}

static bool is_reference(const char *at, const char *end)
{
    return end - at >= 2 && at[1] >= '1' && at[1] <= '9';
}

/* Compare both replacements by their back-references. */
static bool have_same_references(const char *one, const char *one_end,
                                 const char *other, const char *other_end)
{
    for (unsigned i = 0; i <= LIMIT_LIKE_REFERENCES; i++) {
        size_t length = measure_text(one, one_end);
        size_t other_length = measure_text(other, other_end);
        one += length;
        other += other_length;
        if ((length == 0) != (other_length == 0)) {
            return false;
        }
        if (one == one_end || other == other_end) {
            return one == one_end && other == other_end;
        }
        if (!is_reference(one, one_end) || !is_reference(other, other_end) ||
            one[1] != other[1]) {
            return false;
        }
        one += 2;
        other += 2;
    }
    return false;
}

bool ddds_likeness_holds(const char *other, size_t other_length, size_t second,
                         const char *regexp, size_t length)
{
    const size_t begin = second + 1;
    return begin < other_length && begin < length && length <= LIMIT_STRING &&
           other_length <= LIMIT_STRING && memcmp(other, regexp, begin) == 0 &&
           ddds_ere_scan_delimiter(other, other_length, begin) ==
               other_length - 1 &&
           ddds_ere_scan_delimiter(regexp, length, begin) == length - 1 &&
           have_same_references(other + begin, other + other_length - 1,
                                regexp + begin, regexp + length - 1);
}
