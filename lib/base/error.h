/* Filling a struct ddds_error: the only way in the library.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stddef.h>

#include <ddds/status.h>

#include "base/hot.h"

/* How much of |length| octets at |text| a detail quotes: the reason comes after
 * it and must not be cut off. No character of UTF-8 is broken. Used with
 * "%.*s%s". */
enum { ERROR_QUOTED = 100 };

static inline int ddds_error_quoted(const char *text, size_t length)
{
    if (length <= ERROR_QUOTED) {
        return (int)length;
    }
    int quoted = ERROR_QUOTED;
    while (quoted > 0 && ((unsigned char)text[quoted] & 0xc0) == 0x80) {
        quoted--;
    }
    return quoted;
}

static inline const char *ddds_error_ellipsis(size_t length)
{
    return length > ERROR_QUOTED ? "..." : "";
}

/* Return the length of |detail| without the ", at N" that ddds_error_set has
 * appended, if it has. */
int ddds_error_plain_length(const char *detail);

/* Room for an octet as details show it. */
enum { ERROR_OCTET_SIZE = 8 };

/* What leads to an error is not what is usually run (status.h). */
COLD ddds_status ddds_error_set(struct ddds_error *error, ddds_status status,
                                size_t offset, const char *format, ...);

/* Write |octet| as it is shown where something else was expected: "x" with its
 * quotes, \DDD, or "the end" without them for a string's NUL. */
void ddds_error_show(char octet, char shown[ERROR_OCTET_SIZE]);

/* Write what is at |offset| of the |length| octets at |text|, which may hold
 * NULs: an octet as ddds_error_show writes it, "the end", or \000. */
void ddds_error_show_at(const char *text, size_t length, size_t offset,
                        char shown[ERROR_OCTET_SIZE]);

/* Set |error|, unless it is NULL, to say that allocation failed, and return
 * DDDS_NO_MEMORY. */
COLD ddds_status ddds_error_no_memory(struct ddds_error *error);

#endif
