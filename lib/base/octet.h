/* Classes of octets in URIs and URNs, shared by both parsers, with functions
 * that skip runs of octets and report unexpected octets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_OCTET_H
#define BASE_OCTET_H

#include <stdint.h>

#include <ddds/span.h>
#include <ddds/status.h>

#include "base/ascii.h"

/* Where an octet may be literal (RFC 3986 appendix A, RFC 8141 section 2). "%"
 * has no class, because it starts an encoding. */
enum octet_class {
    OCTET_ALNUM = 1,
    OCTET_LDH = 2,        /* letters, digits, "-": a namespace identifier */
    OCTET_SCHEME = 4,     /* likewise, with "+" and "." */
    OCTET_UNRESERVED = 8, /* equivalent to its encoding */
    OCTET_HOST = 16,      /* unreserved and sub-delims: a registered name */
    OCTET_USERINFO = 32,  /* likewise, with ":" */
    OCTET_PATH = 64,      /* pchar and "/": a path, an NSS */
    OCTET_QUERY = 128,    /* likewise, with "?": a query, a fragment */
};

/* Classes of every octet. NUL has none, so it ends every run. */
extern const uint8_t ddds_octet_classes[256];

static inline bool octet_is(char octet, unsigned classes)
{
    return (ddds_octet_classes[(unsigned char)octet] & classes) != 0;
}

/* Return true if |at| starts a non-empty path segment, NSS or component of a
 * URN; an invalid encoding does not. */
static inline bool octet_is_pchar(const char *at)
{
    return (octet_is(*at, OCTET_PATH) && *at != '/') ||
           (at[0] == '%' && ascii_hex_value((unsigned char)at[1]) >= 0 &&
            ascii_hex_value((unsigned char)at[2]) >= 0);
}

/* Return the end of the run of |classes| at |at|. */
static inline const char *octet_skip(const char *at, unsigned classes)
{
    while (octet_is(*at, classes)) {
        at++;
    }
    return at;
}

/* Return the end of the run of |classes| and %-encodings at |at|. */
static inline const char *octet_skip_encoded(const char *at, unsigned classes)
{
    for (;;) {
        at = octet_skip(at, classes);
        if (at[0] != '%' || ascii_hex_value((unsigned char)at[1]) < 0 ||
            ascii_hex_value((unsigned char)at[2]) < 0) {
            return at;
        }
        at += 3;
    }
}

static inline struct ddds_span octet_span(const char *begin, const char *end)
{
    return (struct ddds_span){begin, (size_t)(end - begin)};
}

/* Return the expected text at |**at|, the end of a run: |expected|, or
 * hexadecimal digits of an encoding; |*at| then moves to the wrong digit. */
const char *ddds_octet_expected(const char **at, const char *expected);

/* Set |error|: |expected| is missing at |at| in |text|. Return
 * DDDS_BAD_INPUT. */
ddds_status ddds_octet_refuse(const char *text, const char *at,
                              const char *expected, struct ddds_error *error);

/* Likewise, quoting |text|, for callers with several texts. */
ddds_status ddds_octet_refuse_quoted(const char *text, const char *at,
                                     const char *expected,
                                     struct ddds_error *error);

#endif
