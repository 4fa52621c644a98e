/* Unescaping of a NAPTR field in the form of a zone file (RFC 1035 section
 * 5.1).
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include <ddds/rule.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/escape.h"

static ddds_status refuse(struct ddds_error *error, size_t at, const char *why)
{
    return ddds_error_set(error, DDDS_MALFORMED, at,
                          "in a master file %s, at %zu", why, at);
}

/* Return why |octet|, read at |at|, is invalid in a field of |length| octets so
 * far; NULL if it is valid. */
static const char *find_fault(const char *at, int octet, size_t length)
{
    if (octet < 0 && !ascii_is_digit((unsigned char)at[1])) {
        return "a backslash at the end of a string is written \\\\";
    }
    if (octet < 0) {
        return "a backslash before a digit begins \\DDD: write a "
               "back-reference as \\\\1";
    }
    if (*at == '"') {
        return "a quote inside a string is written \\\"";
    }
    if (octet == 0) {
        return "this string holds a NUL octet";
    }
    return length == DDDS_FIELD_SIZE - 1 ? "a string has at most 255 octets"
                                         : NULL;
}

ddds_status ddds_field_unescape(const char *text, char field[DDDS_FIELD_SIZE],
                                struct ddds_error *error)
{
    const char *at = text;
    const char *end = text + strlen(text);
    size_t length = 0;
    if (end - text >= 2 && text[0] == '"' && end[-1] == '"') {
        at++;
        end--;
    }
    while (at < end) {
        const char *begin = at;
        int octet = ddds_escape_read(&at, end);
        const char *why = find_fault(begin, octet, length);
        if (why != NULL) {
            return refuse(error, (size_t)(begin - text), why);
        }
        field[length++] = (char)octet;
    }
    field[length] = '\0';
    return DDDS_OK;
}
