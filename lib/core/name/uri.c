/* URIs (RFC 3986): parser, validation, and the canonical form from which RFC
 * 3404 makes Application Unique Strings.
 *
 * The parser for appendix A is recursive descent from left to right. Only the
 * authority needs lookahead, for its "@". Every read_ function moves |*at|
 * beyond its part and returns NULL, or moves |*at| to the unexpected octet and
 * returns the expected text.
 *
 * SPDX-License-Identifier: MIT */
#include "name/uri.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include <ddds/urn.h>

#include "base/error.h"
#include "base/text.h"
#include "base/octet.h"
#include "name/urn.h"

#define UNRESERVED_AND_SUB_DELIMS                                              \
    "a letter, a digit, %HH or one of -._~!$&'()*+,;="

static bool is_hex(char octet)
{
    return ascii_hex_value((unsigned char)octet) >= 0;
}

/* ---- IP literals: RFC 3986 section 3.2.2 -------------------------------- */

/* Parse a number of an IPv4 address: 0 to 255 without leading zeros. */
static const char *read_decimal_octet(const char **at)
{
    unsigned value = 0;
    const char *begin = *at;
    while (ascii_is_digit((unsigned char)**at)) {
        value = value * 10 + (unsigned)(**at - '0');
        if (value > 255 || (*at > begin && *begin == '0')) {
            return "a number from 0 to 255 without leading zeros";
        }
        ++*at;
    }
    return *at == begin ? "a number from 0 to 255" : NULL;
}

static const char *read_ipv4(const char **at)
{
    for (unsigned octets = 1;; octets++) {
        const char *expected = read_decimal_octet(at);
        if (expected != NULL || octets == 4) {
            return expected;
        }
        if (**at != '.') {
            return "\".\" between the numbers of an IPv4 address";
        }
        ++*at;
    }
}

/* Groups of an IPv6 address, at most eight. "::" may occur once, for one or
 * more groups of zeros. The last two may be an IPv4 address. */
struct groups {
    unsigned count;
    bool elided;
    bool has_ipv4;
};

/* Return true if no further group is allowed. */
static bool are_full(const struct groups *groups)
{
    return groups->has_ipv4 || groups->count == (groups->elided ? 7 : 8);
}

/* Parse a group, or an IPv4 address, which counts as two. */
static const char *read_group(const char **at, struct groups *groups)
{
    const char *end = *at;
    while (end < *at + 4 && is_hex(*end)) {
        end++;
    }
    if (end == *at) {
        return "one to four hexadecimal digits of the IPv6 address";
    }
    bool is_last = groups->elided ? groups->count <= 5 : groups->count == 6;
    if (*end == '.' && is_last) {
        groups->has_ipv4 = true;
        return read_ipv4(at);
    }
    groups->count++;
    *at = end;
    return NULL;
}

static const char *read_ipv6(const char **at)
{
    struct groups groups = {0, false, false};
    if (**at == ':') {
        groups.elided = true;
        ++*at;
        if (**at != ':') {
            return "a second \":\", as nothing is before the first";
        }
        ++*at;
    }
    bool may_end = groups.elided;
    while (!are_full(&groups) && !(may_end && **at == ']')) {
        const char *expected = read_group(at, &groups);
        if (expected != NULL) {
            return expected;
        }
        if (are_full(&groups) || **at != ':') {
            break;
        }
        ++*at;
        may_end = **at == ':' && !groups.elided;
        if (may_end) {
            groups.elided = true;
            ++*at;
        }
    }
    if (groups.elided || are_full(&groups)) {
        return NULL;
    }
    return **at == ']'
               ? "eight groups of an IPv6 address, or \"::\" in place of zeros"
               : "\":\" after a group of the IPv6 address";
}

static const char *read_ip_future(const char **at)
{
    const char *version = ++*at;
    while (is_hex(**at)) {
        ++*at;
    }
    if (*at == version) {
        return "a hexadecimal version of the IP address after \"v\"";
    }
    if (**at != '.') {
        return "\".\" after the version of the IP address";
    }
    const char *address = ++*at;
    *at = octet_skip(address, OCTET_USERINFO);
    return *at == address ? "the IP address after its version" : NULL;
}

static const char *read_ip_literal(const char **at)
{
    ++*at;
    const char *expected =
        **at == 'v' || **at == 'V' ? read_ip_future(at) : read_ipv6(at);
    if (expected == NULL && **at != ']') {
        expected = "\"]\" after the IP address";
    }
    *at += expected == NULL;
    return expected;
}

/* ---- Components: RFC 3986 section 3 ------------------------------------- */

bool ddds_uri_is_scheme(const char *text, size_t length)
{
    size_t run = 0;
    while (run < length && octet_is(text[run], OCTET_SCHEME)) {
        run++;
    }
    return length > 0 && run == length &&
           ascii_is_alpha((unsigned char)text[0]);
}

static const char *read_scheme(const char **at, struct ddds_uri *uri)
{
    const char *scheme = *at;
    if (!ascii_is_alpha((unsigned char)*scheme)) {
        return "a letter, with which the scheme of a URI begins";
    }
    *at = octet_skip(scheme, OCTET_SCHEME);
    if (**at != ':') {
        return "a letter, a digit or one of +-. in the scheme, or \":\" after "
               "it";
    }
    uri->scheme = octet_span(scheme, *at);
    ++*at;
    return NULL;
}

static bool ends_authority(char octet)
{
    return octet == '\0' || octet == '/' || octet == '?' || octet == '#';
}

static const char *read_port(const char **at, struct ddds_uri *uri)
{
    const char *port = ++*at;
    while (ascii_is_digit((unsigned char)**at)) {
        ++*at;
    }
    uri->port = octet_span(port, *at);
    return ends_authority(**at) ? NULL : "a digit of the port, or \"/\"";
}

static const char *read_userinfo(const char **at, struct ddds_uri *uri)
{
    const char *userinfo = *at;
    *at = octet_skip_encoded(userinfo, OCTET_USERINFO);
    if (**at != '@') {
        return ddds_octet_expected(at, UNRESERVED_AND_SUB_DELIMS
                                   ": in the user information");
    }
    uri->userinfo = octet_span(userinfo, *at);
    ++*at;
    return NULL;
}

static const char *read_host(const char **at, struct ddds_uri *uri)
{
    const char *host = *at;
    if (*host == '[') {
        const char *expected = read_ip_literal(at);
        uri->host = octet_span(host, *at);
        return expected;
    }
    *at = octet_skip_encoded(host, OCTET_HOST);
    uri->host = octet_span(host, *at);
    if (**at == ':' || ends_authority(**at)) {
        return NULL;
    }
    return ddds_octet_expected(at, UNRESERVED_AND_SUB_DELIMS " in the host");
}

/* Parse the authority, between "//" and the path. */
static const char *read_authority(const char **at, struct ddds_uri *uri)
{
    *at += 2;
    const char *expected = NULL;
    if ((*at)[strcspn(*at, "@/?#")] == '@') {
        expected = read_userinfo(at, uri);
    }
    if (expected == NULL) {
        expected = read_host(at, uri);
    }
    if (expected == NULL && **at == ':') {
        return read_port(at, uri);
    }
    if (expected == NULL && !ends_authority(**at)) {
        return "\":\" and a port, or \"/\", after the IP address";
    }
    return expected;
}

/* Parse path, query and fragment. */
static const char *read_rest(const char **at, struct ddds_uri *uri)
{
    const char *begin = *at;
    const char *expected = UNRESERVED_AND_SUB_DELIMS ":@/ in the path";
    *at = octet_skip_encoded(begin, OCTET_PATH);
    uri->path = octet_span(begin, *at);
    if (**at == '?') {
        begin = *at + 1;
        expected = UNRESERVED_AND_SUB_DELIMS ":@/? in the query";
        *at = octet_skip_encoded(begin, OCTET_QUERY);
        uri->query = octet_span(begin, *at);
    }
    if (**at == '#') {
        begin = *at + 1;
        expected = UNRESERVED_AND_SUB_DELIMS ":@/? in the fragment";
        *at = octet_skip_encoded(begin, OCTET_QUERY);
        uri->fragment = octet_span(begin, *at);
    }
    return **at == '\0' ? NULL : ddds_octet_expected(at, expected);
}

ddds_status ddds_uri_parse(const char *text, struct ddds_uri *uri,
                           struct ddds_error *error)
{
    struct ddds_uri parsed = {0};
    const char *at = text;
    const char *expected = read_scheme(&at, &parsed);
    if (expected == NULL && at[0] == '/' && at[1] == '/') {
        expected = read_authority(&at, &parsed);
    }
    if (expected == NULL) {
        expected = read_rest(&at, &parsed);
    }
    if (expected != NULL) {
        return ddds_octet_refuse(text, at, expected, error);
    }
    *uri = parsed;
    return DDDS_OK;
}

bool ddds_uri_breaks_http(const struct ddds_uri *uri)
{
    static const char https[] = "https";
    size_t length = uri->scheme.length;
    bool is_http = (length == sizeof https - 1 || length == sizeof https - 2) &&
                   strncasecmp(uri->scheme.text, https, length) == 0;
    return is_http && (uri->host.length == 0 || uri->userinfo.text != NULL);
}

bool ddds_uri_is_plain(const char *text)
{
    if (!ascii_is_alpha((unsigned char)*text)) {
        return false;
    }
    const char *at = octet_skip(text + 1, OCTET_SCHEME);
    if (*at++ != ':') {
        return false;
    }
    if (at[0] == '/' && at[1] == '/') {
        at = octet_skip(at + 2, OCTET_HOST);
        if (!ends_authority(*at)) {
            return false;
        }
    } else if (!octet_is(*at, OCTET_PATH)) {
        return false;
    }
    at = octet_skip(at, OCTET_PATH);
    if (*at == '?') {
        at = octet_skip(at + 1, OCTET_QUERY);
    }
    return *at == '\0';
}

/* ---- Canonical form ------------------------------------------------------ */

enum letters { AS_THEY_ARE, LOWER };

/* Append |length| octets without encodings. */
static void add_plain(struct text *out, const char *octets, size_t length,
                      enum letters letters)
{
    size_t begin = out->length;
    ddds_text_add(out, octets, length);
    if (letters == LOWER) {
        for (size_t i = begin; i < out->length; i++) {
            out->bytes[i] = ascii_to_lower(out->bytes[i]);
        }
    }
}

/* Append an encoding, or the unreserved character that it encodes (RFC 3986
 * sections 6.2.2.1 and 6.2.2.2). */
static void add_encoding(struct text *out, const char *encoding,
                         enum letters letters)
{
    char octet = (char)(ascii_hex_value((unsigned char)encoding[1]) * 16 +
                        ascii_hex_value((unsigned char)encoding[2]));
    if (octet_is(octet, OCTET_UNRESERVED)) {
        add_plain(out, &octet, 1, letters);
        return;
    }
    const char upper[3] = {'%', ascii_to_upper(encoding[1]),
                           ascii_to_upper(encoding[2])};
    ddds_text_add(out, upper, sizeof upper);
}

static void add_component(struct text *out, struct ddds_span component,
                          enum letters letters)
{
    const char *at = component.text;
    const char *end = at + component.length;
    const char *encoding;
    while ((encoding = memchr(at, '%', (size_t)(end - at))) != NULL) {
        add_plain(out, at, (size_t)(encoding - at), letters);
        add_encoding(out, encoding, letters);
        at = encoding + 3;
    }
    add_plain(out, at, (size_t)(end - at), letters);
}

static void add_authority(struct text *out, const struct ddds_uri *uri)
{
    ddds_text_add(out, "//", 2);
    if (uri->userinfo.text != NULL) {
        add_component(out, uri->userinfo, AS_THEY_ARE);
        ddds_text_char(out, '@');
    }
    add_component(out, uri->host, LOWER);
    if (uri->port.text != NULL) {
        ddds_text_char(out, ':');
        ddds_text_add(out, uri->port.text, uri->port.length);
    }
}

bool ddds_uri_write(const struct ddds_uri *uri, char *canonical, size_t size)
{
    if (size == 0) {
        return false;
    }
    struct text out;
    ddds_text_init(&out, canonical, size);
    add_plain(&out, uri->scheme.text, uri->scheme.length, LOWER);
    ddds_text_char(&out, ':');
    if (uri->host.text != NULL) {
        add_authority(&out, uri);
    }
    add_component(&out, uri->path, AS_THEY_ARE);
    if (uri->query.text != NULL) {
        ddds_text_char(&out, '?');
        add_component(&out, uri->query, AS_THEY_ARE);
    }
    return !out.failed;
}

ddds_status ddds_uri_normalize(const char *text, char *canonical, size_t size,
                               struct ddds_error *error)
{
    if (ddds_urn_has_scheme(text)) {
        return ddds_urn_normalize(text, canonical, size, error);
    }
    struct ddds_uri uri = {0};
    ddds_status status = ddds_uri_parse(text, &uri, error);
    if (status != DDDS_OK) {
        return status;
    }
    assert(uri.scheme.text != NULL);
    if (!ddds_uri_write(&uri, canonical, size)) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "the canonical URI does not fit into %zu octets",
                              size);
    }
    return DDDS_OK;
}
