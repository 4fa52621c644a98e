/* Construction of struct ddds_error.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stddef.h>

#include <ddds/status.h>

/* Number of octets that a detail quotes of |length| octets at |text|: limited,
 * so that the reason after the quotation is not cut off, at a boundary of UTF-8
 * characters. Used with "%.*s%s". */
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

#define ERROR_QUOTE(text, length)                                              \
    ddds_error_quoted(text, length), text, ddds_error_ellipsis(length)

/* Return the length of |detail| without a ", at N" at its end. */
int ddds_error_plain_length(const char *detail);

/* Size of an octet in a detail. */
enum { ERROR_OCTET_SIZE = 8 };

/* Write |octet| for a message about an unexpected octet: "x" in quotes, \DDD,
 * or "the end" for a string's NUL. */
void ddds_error_show(char octet, char shown[ERROR_OCTET_SIZE]);

/* Write the octet at |offset| of the |length| octets at |text|, which may
 * contain NULs, like ddds_error_show; \000 for a NUL, "the end" at |length|. */
void ddds_error_show_at(const char *text, size_t length, size_t offset,
                        char shown[ERROR_OCTET_SIZE]);

/* Set |error|, unless it is NULL: an allocation failed. Return
 * DDDS_NO_MEMORY. */
static inline ddds_status ddds_error_no_memory(struct ddds_error *error)
{
    (void)ddds_error_set(error, DDDS_NO_MEMORY, DDDS_NO_OFFSET, "%s",
                         ddds_status_text(DDDS_NO_MEMORY));
    return DDDS_NO_MEMORY;
}

#endif
