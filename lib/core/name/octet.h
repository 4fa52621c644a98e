/* Classes of octets in URIs and URNs: one table for both grammars, and
 * functions that advance over octets and report what was expected.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_OCTET_H
#define NAME_OCTET_H

#include <stdint.h>

#include <ddds/span.h>
#include <ddds/status.h>

#include "base/ascii.h"
#include "base/hot.h"

/* Where an octet may represent itself (RFC 3986 appendix A, RFC 8141 section
 * 2). "%" never does: it begins an encoding. */
enum octet_class {
    OCTET_ALNUM = 1,
    OCTET_LDH = 2,        /* letters, digits, "-": a namespace identifier */
    OCTET_SCHEME = 4,     /* the same, "+" and "." */
    OCTET_UNRESERVED = 8, /* encoding it changes nothing */
    OCTET_HOST = 16,      /* unreserved and sub-delims: a registered name */
    OCTET_USERINFO = 32,  /* the same and ":" */
    OCTET_PATH = 64,      /* pchar and "/": a path, an NSS */
    OCTET_QUERY = 128,    /* the same and "?": a query, a fragment */
};

/* The classes of every octet. NUL has none, so that it ends every run. */
extern const uint8_t ddds_octet_classes[256];

static inline bool octet_is(char octet, unsigned classes)
{
    return (ddds_octet_classes[(unsigned char)octet] & classes) != 0;
}

/* Does a path segment, an NSS or a component of a URN begin here? A malformed
 * encoding does not. */
static inline bool octet_is_pchar(const char *at)
{
    return (octet_is(*at, OCTET_PATH) && *at != '/') ||
           (at[0] == '%' && ascii_hex_value((unsigned char)at[1]) >= 0 &&
            ascii_hex_value((unsigned char)at[2]) >= 0);
}

/* The end of the run at |at| of octets of |classes|. */
static inline const char *octet_skip(const char *at, unsigned classes)
{
    for (;; at += 4) { /* four at a time take half as long */
        if (!octet_is(at[0], classes)) {
            return at;
        }
        if (!octet_is(at[1], classes)) {
            return at + 1;
        }
        if (!octet_is(at[2], classes)) {
            return at + 2;
        }
        if (!octet_is(at[3], classes)) {
            return at + 3;
        }
    }
}

/* The end of the run at |at| of octets of |classes| and %-encodings. */
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

/* Return what was expected at |**at|, which ended a run of octets and
 * encodings: |expected|, or a hexadecimal digit if it begins an invalid
 * encoding; |*at| is then moved to the first wrong digit. */
COLD const char *ddds_octet_expected(const char **at, const char *expected);

/* Set |error| to say that |expected| is missing at |at|, which is within
 * |text|. Returns DDDS_BAD_INPUT. */
COLD ddds_status ddds_octet_refuse(const char *text, const char *at,
                                   const char *expected,
                                   struct ddds_error *error);

/* Set |error| to say that |expected| is missing at |at|, which is within
 * |text|, and quote |text|, for callers that have several. Returns
 * DDDS_BAD_INPUT. */
COLD ddds_status ddds_octet_refuse_quoted(const char *text, const char *at,
                                          const char *expected,
                                          struct ddds_error *error);

#endif
