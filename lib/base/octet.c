/* Table of octet classes, and messages about unexpected octets.
 *
 * SPDX-License-Identifier: MIT */
#include "base/octet.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"

/* The rows are those of the ASCII table. Each name is a set of characters in
 * the grammar of RFC 3986. */
enum {
    no = 0,
    QM = OCTET_QUERY,                   /* ? */
    AT = QM | OCTET_PATH,               /* @ / */
    CO = AT | OCTET_USERINFO,           /* : */
    SU = CO | OCTET_HOST,               /* sub-delims */
    PL = SU | OCTET_SCHEME,             /* + */
    UN = SU | OCTET_UNRESERVED,         /* _ ~ */
    DO = UN | OCTET_SCHEME,             /* . */
    HY = UN | OCTET_SCHEME | OCTET_LDH, /* - */
    AN = HY | OCTET_ALNUM,              /* letters and digits */
};

/* clang-format off */
const uint8_t ddds_octet_classes[256] = {
    no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
    no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
    /*   !   "   #   $   %   &   '   (   )   *   +   ,   -   .   / */
    no, SU, no, no, SU, no, SU, SU, SU, SU, SU, PL, SU, HY, DO, AT,
    AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, CO, SU, no, SU, no, QM,
    AT, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN,
    AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, no, no, no, no, UN,
    no, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN,
    AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, AN, no, no, no, UN, no,
};
/* clang-format on */

const char *ddds_octet_expected(const char **at, const char *expected)
{
    if (**at != '%') {
        return expected;
    }
    ++*at;
    if (ascii_hex_value((unsigned char)**at) >= 0) {
        ++*at;
    }
    return "two hexadecimal digits after \"%\"";
}

enum { ENCODED_SIZE = sizeof " (write )" + 4 * (sizeof "%HH" - 1) };

/* Write how to %-encode the UTF-8 character at |at|, if |expected| mentions
 * encodings; otherwise "". */
static void advise_encoding(const char *at, const char *expected,
                            char advice[ENCODED_SIZE])
{
    size_t length = utf8_length(at, strnlen(at, 4));
    advice[0] = '\0';
    if (length < 2 || strstr(expected, "%HH") == NULL) {
        return;
    }
    int end = snprintf(advice, ENCODED_SIZE, " (write ");
    for (size_t i = 0; i < length; i++) {
        end += snprintf(advice + end, ENCODED_SIZE - (size_t)end, "%%%02X",
                        (unsigned)(unsigned char)at[i]);
    }
    snprintf(advice + end, ENCODED_SIZE - (size_t)end, ")");
}

ddds_status ddds_octet_refuse(const char *text, const char *at,
                              const char *expected, struct ddds_error *error)
{
    char shown[ERROR_OCTET_SIZE];
    ddds_error_show(*at, shown);
    char advice[ENCODED_SIZE];
    advise_encoding(at, expected, advice);
    size_t offset = (size_t)(at - text);
    return ddds_error_set(error, DDDS_BAD_INPUT, offset,
                          "expected %s, found %s%s at %zu", expected, shown,
                          advice, offset);
}

ddds_status ddds_octet_refuse_quoted(const char *text, const char *at,
                                     const char *expected,
                                     struct ddds_error *error)
{
    char shown[ERROR_OCTET_SIZE];
    ddds_error_show(*at, shown);
    char advice[ENCODED_SIZE];
    advise_encoding(at, expected, advice);
    size_t offset = (size_t)(at - text);
    size_t length = strlen(text);
    return ddds_error_set(error, DDDS_BAD_INPUT, offset,
                          "\"%.*s%s\": expected %s, found %s%s at %zu",
                          ERROR_QUOTE(text, length), expected, shown, advice,
                          offset);
}
