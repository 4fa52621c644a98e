/* The escapes of zone files (RFC 1035 section 5.1): \DDD and \X.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_ESCAPE_H
#define BASE_ESCAPE_H

#include "base/ascii.h"

/* Return the octet at |*at|, which is before |end|, after unescaping, and move
 * |*at| after it. Return -1 without moving for an invalid escape. */
static inline int ddds_escape_read(const char **at, const char *end)
{
    const char *text = *at;
    if (text[0] != '\\') {
        *at = text + 1;
        return (unsigned char)text[0];
    }
    if (end - text < 2) {
        return -1;
    }
    if (!ascii_is_digit((unsigned char)text[1])) {
        *at = text + 2;
        return (unsigned char)text[1];
    }
    if (end - text < 4 || !ascii_is_digit((unsigned char)text[2]) ||
        !ascii_is_digit((unsigned char)text[3])) {
        return -1;
    }
    int octet = (text[1] - '0') * 100 + (text[2] - '0') * 10 + (text[3] - '0');
    if (octet > 255) {
        return -1;
    }
    *at = text + 4;
    return octet;
}

#endif
