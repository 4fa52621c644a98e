/* URNs (RFC 8141): parser, validation, comparison.
 *
 * The grammar is regular, and is parsed in a single pass from left to right.
 * Every read_ function moves |*at| beyond its part and returns NULL, or moves
 * |*at| to the unexpected octet and returns the expected text. Rules of
 * particular namespaces are in namespace.c.
 *
 * SPDX-License-Identifier: MIT */
#include "name/urn.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "name/namespace.h"
#include "base/octet.h"

enum { SCHEME_LENGTH = 4, NID_MIN = 2, NID_MAX = 32 };

static const char scheme[] = "urn:";

#define PCHAR "a letter, a digit, %HH or one of -._~!$&'()*+,;=:@"

/* Return the first octet of |text| that differs from "urn:". */
static const char *skip_scheme(const char *text)
{
    size_t length = 0;
    while (length < SCHEME_LENGTH &&
           ascii_to_lower(text[length]) == scheme[length]) {
        length++;
    }
    return text + length;
}

bool ddds_urn_has_scheme(const char *text)
{
    return skip_scheme(text) == text + SCHEME_LENGTH;
}

/* Further restrictions of RFC 8141 section 5.1 concern registration only:
 * "xn--x" and "X-x" may be used. */
static bool has_bounds_of_nid(const char *text, size_t length)
{
    return length >= NID_MIN && length <= NID_MAX && text[0] != '-' &&
           text[length - 1] != '-';
}

bool ddds_urn_is_nid(const char *text, size_t length)
{
    size_t run = 0;
    while (run < length && octet_is(text[run], OCTET_LDH)) {
        run++;
    }
    return run == length && has_bounds_of_nid(text, length);
}

/* Return why the |length| octets before |*at| are not a namespace identifier,
 * and move |*at| to the unexpected octet. */
static const char *refuse_nid(const char **at, size_t length)
{
    const char *nid = *at - length;
    const char *last = nid + (length < NID_MAX ? length : NID_MAX) - 1;
    if (length == 0 || *nid == '-') {
        *at = nid;
        return "a letter or digit at the beginning of the namespace "
               "identifier";
    }
    if (*last == '-' && (**at == ':' || length >= NID_MAX)) {
        *at = last;
        return "a letter or digit at the end of the namespace identifier";
    }
    if (length >= NID_MAX) {
        *at = last + 1;
        return "\":\" after a namespace identifier of 32 characters, the most "
               "it may have";
    }
    return **at == ':' ? "a second character in the namespace identifier"
                       : "a letter, digit or \"-\" in the namespace "
                         "identifier, or \":\" after it";
}

/* Parse the namespace identifier and the colon. */
static const char *read_nid(const char **at, struct ddds_urn *urn)
{
    const char *nid = *at;
    *at = octet_skip(nid, OCTET_LDH);
    size_t length = (size_t)(*at - nid);
    if (**at != ':' || !has_bounds_of_nid(nid, length)) {
        return refuse_nid(at, length);
    }
    urn->nid = octet_span(nid, *at);
    ++*at;
    return NULL;
}

static const char *read_nss(const char **at, struct ddds_urn *urn)
{
    const char *nss = *at;
    if (!octet_is_pchar(nss)) {
        return ddds_octet_expected(
            at, PCHAR " at the beginning of the namespace-specific string");
    }
    *at = octet_skip_encoded(nss, OCTET_PATH);
    urn->nss = octet_span(nss, *at);
    switch (**at) {
    case '\0':
    case '#':
        return NULL;
    case '?':
        /* RFC 8141 section 2: no other use of "?" is defined here. */
        if ((*at)[1] == '+' || (*at)[1] == '=') {
            return NULL;
        }
        ++*at;
        return "\"+\" (r-component) or \"=\" (q-component) after \"?\"";
    default:
        return ddds_octet_expected(at,
                                   PCHAR "/ in the namespace-specific string");
    }
}

/* RFC 8141 section 2.3.1: the r-component ends at "?=" or "#", although the
 * grammar would let it continue. */
static const char *read_r(const char **at, struct ddds_urn *urn)
{
    const char *r = *at += 2;
    if (!octet_is_pchar(r)) {
        return ddds_octet_expected(at, PCHAR
                                   " at the beginning of the r-component");
    }
    *at = octet_skip_encoded(r, OCTET_PATH);
    while (**at == '?' && (*at)[1] != '=') {
        *at = octet_skip_encoded(*at + 1, OCTET_PATH);
    }
    urn->r = octet_span(r, *at);
    if (**at != '\0' && **at != '?' && **at != '#') {
        return ddds_octet_expected(at, PCHAR "/? in the r-component");
    }
    return NULL;
}

static const char *read_q(const char **at, struct ddds_urn *urn)
{
    const char *q = *at += 2;
    if (!octet_is_pchar(q)) {
        return ddds_octet_expected(at, PCHAR
                                   " at the beginning of the q-component");
    }
    *at = octet_skip_encoded(q, OCTET_QUERY);
    urn->q = octet_span(q, *at);
    if (**at != '\0' && **at != '#') {
        return ddds_octet_expected(at, PCHAR "/? in the q-component");
    }
    return NULL;
}

static const char *read_f(const char **at, struct ddds_urn *urn)
{
    const char *f = *at += 1;
    *at = octet_skip_encoded(f, OCTET_QUERY);
    urn->f = octet_span(f, *at);
    if (**at != '\0') {
        return ddds_octet_expected(at, PCHAR "/? in the f-component");
    }
    return NULL;
}

/* Parse a URN; on failure |urn| has the parts before the error. */
static const char *read_urn(const char **at, struct ddds_urn *urn)
{
    *urn = (struct ddds_urn){0};
    const char *nid = *at + SCHEME_LENGTH;
    *at = skip_scheme(*at);
    if (*at != nid) {
        return "\"urn:\" at the beginning";
    }
    const char *expected = read_nid(at, urn);
    if (expected == NULL) {
        expected = read_nss(at, urn);
    }
    if (expected == NULL && **at == '?' && (*at)[1] == '+') {
        expected = read_r(at, urn);
    }
    if (expected == NULL && **at == '?') {
        expected = read_q(at, urn);
    }
    if (expected == NULL && **at == '#') {
        expected = read_f(at, urn);
    }
    return expected;
}

ddds_status ddds_urn_read(const char *text, struct ddds_urn *urn,
                          struct ddds_error *error)
{
    const char *at = text;
    const char *expected = read_urn(&at, urn);
    return expected == NULL ? DDDS_OK
                            : ddds_octet_refuse(text, at, expected, error);
}

ddds_status ddds_urn_parse(const char *text, struct ddds_urn *urn,
                           struct ddds_error *error)
{
    struct ddds_urn parsed;
    ddds_status status = ddds_urn_read(text, &parsed, error);
    if (status == DDDS_OK) {
        *urn = parsed;
    }
    return status;
}

/* Write the digits of encodings in |nss| in upper case. */
static void raise_encodings(char *nss, size_t length)
{
    char *end = nss + length;
    while ((nss = memchr(nss, '%', (size_t)(end - nss))) != NULL) {
        nss[1] = ascii_to_upper(nss[1]);
        nss[2] = ascii_to_upper(nss[2]);
        nss += 3;
    }
}

bool ddds_urn_write(const struct ddds_urn *urn, char *canonical, size_t size)
{
    size_t nid = urn->nid.length;
    size_t nss = urn->nss.length;
    assert(urn->nid.text != NULL && urn->nss.text != NULL);
    if (size <= SCHEME_LENGTH + nid + 1 + nss) {
        return false;
    }
    memcpy(canonical, scheme, SCHEME_LENGTH);
    canonical += SCHEME_LENGTH;
    for (size_t i = 0; i < nid; i++) {
        canonical[i] = ascii_to_lower(urn->nid.text[i]);
    }
    canonical[nid] = ':';
    canonical += nid + 1;
    memcpy(canonical, urn->nss.text, nss);
    canonical[nss] = '\0';
    raise_encodings(canonical, nss);
    ddds_namespace_canonicalize(urn, canonical);
    return true;
}

ddds_status ddds_urn_normalize(const char *text, char *canonical, size_t size,
                               struct ddds_error *error)
{
    struct ddds_urn urn;
    const char *at = text;
    const char *expected = read_urn(&at, &urn);
    if (expected != NULL) {
        return ddds_octet_refuse(text, at, expected, error);
    }
    if (!ddds_urn_write(&urn, canonical, size)) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "the canonical URN does not fit into %zu octets",
                              size);
    }
    return DDDS_OK;
}

/* Return true if |length| octets differ at most in the case of %-encodings. */
static bool equal_nss(const char *one, const char *other, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (one[i] != other[i]) {
            return false;
        }
        if (one[i] == '%') {
            if (!ascii_equal_span(one + i + 1, other + i + 1, 2)) {
                return false;
            }
            i += 2;
        }
    }
    return true;
}

ddds_status ddds_urn_equal(const char *one, const char *other, bool *equal,
                           struct ddds_error *error)
{
    const char *const texts[2] = {one, other};
    struct ddds_urn urns[2];
    for (size_t i = 0; i < 2; i++) {
        const char *at = texts[i];
        const char *expected = read_urn(&at, &urns[i]);
        if (expected != NULL) {
            return ddds_octet_refuse_quoted(texts[i], at, expected, error);
        }
    }
    *equal =
        urns[0].nid.length == urns[1].nid.length &&
        ascii_equal_span(urns[0].nid.text, urns[1].nid.text,
                         urns[0].nid.length) &&
        ((urns[0].nss.length == urns[1].nss.length &&
          equal_nss(urns[0].nss.text, urns[1].nss.text, urns[0].nss.length)) ||
         ddds_namespace_equal(&urns[0], &urns[1]));
    return DDDS_OK;
}
