/* SIP and SIPS URIs (RFC 3261 section 25.1): the parts that determine the
 * server. The other parts are only checked for invalid octets.
 *
 *     sip:user:password@host:port;parameter=value?header=value
 *
 * The URI is parsed from left to right. Every read_ function moves |*at| after
 * its part and returns NULL, or leaves |*at| at the invalid octet and returns
 * the expected text.
 *
 * SPDX-License-Identifier: MIT */
#include "app/sip_uri.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/utf8.h"
#include "name/idna.h"
#include "base/octet.h"

/* Return true if |octet| is unreserved (RFC 2396, the base of RFC 3261), or in
 * |others|. */
static bool is_one_of(char octet, const char *others)
{
    return octet != '\0' &&
           (octet_is(octet, OCTET_UNRESERVED) ||
            strchr("!*'()", octet) != NULL || strchr(others, octet) != NULL);
}

/* Return the end of the unreserved octets, |others| and %-encodings at |at|. */
static const char *skip(const char *at, const char *others)
{
    const char *end = at;
    do {
        at = octet_skip_encoded(end, 0);
        for (end = at; is_one_of(*end, others); end++) {
        }
    } while (end > at);
    return end;
}

/* ---- Host and port ----------------------------------------------------- */

/* Parse the domain name of a host, possibly internationalised. */
static const char *read_name(const char **at, const char *end,
                             struct sip_uri *uri)
{
    struct ddds_error why;
    size_t length = (size_t)(end - *at);
    if (ddds_idna_parse_key(*at, length, uri->target, &why) != DDDS_OK) {
        if (!utf8_is_ascii(*at, length)) {
            uri->why = why;
        }
        *at += why.offset < length ? why.offset : length;
        return "the name of a host (letters, digits, \"-\", \"_\" and dots; "
               "labels of 63 octets at most, 253 in all), or an address";
    }
    *at = end;
    return NULL;
}

/* Parse the address of |family| between |begin| and |end|. Return false if
 * it is missing. */
static bool read_address(const char *begin, const char *end, int family,
                         struct sip_uri *uri)
{
    char text[DDDS_ADDRESS_TEXT_SIZE];
    size_t length = (size_t)(end - begin);
    if (length >= sizeof text) {
        return false;
    }
    memcpy(text, begin, length);
    text[length] = '\0';
    if (inet_pton(family, text, uri->address.octets) != 1) {
        return false;
    }
    uri->address.length = family == AF_INET ? 4 : 16;
    ddds_address_format(&uri->address, uri->target);
    return true;
}

/* Parse a host before |end|. */
static const char *read_host(const char **at, const char *end,
                             struct sip_uri *uri)
{
    uri->address.length = 0;
    if (**at == '[') {
        const char *bracket = memchr(*at, ']', (size_t)(end - *at));
        if (bracket == NULL || !read_address(*at + 1, bracket, AF_INET6, uri)) {
            ++*at;
            return "an IPv6 address and \"]\"";
        }
        *at = bracket + 1;
        return *at == end ? NULL : "nothing after the \"]\" of an address";
    }
    if (read_address(*at, end, AF_INET, uri)) {
        *at = end;
        return NULL;
    }
    return read_name(at, end, uri);
}

/* Return the end of the host at |at|. Colons within brackets belong to it. */
static const char *find_host_end(const char *at)
{
    const char *bracket = *at == '[' ? strchr(at, ']') : NULL;
    if (bracket != NULL) {
        return bracket + 1;
    }
    return at + strcspn(at, ":;?");
}

static const char *read_port(const char **at, struct sip_uri *uri)
{
    uint64_t port;
    const char *begin = *at;
    if (!ascii_read_number(at, begin + strlen(begin), UINT16_MAX, &port) ||
        port == 0) {
        *at = begin;
        return "a port from 1 to 65535";
    }
    uri->port = (uint16_t)port;
    return NULL;
}

/* Parse a host and an optional port. Without |has_scheme|, the colon may belong
 * to another scheme, which the message mentions. */
static const char *read_host_and_port(const char **at, bool has_scheme,
                                      struct sip_uri *uri)
{
    const char *expected = read_host(at, find_host_end(*at), uri);
    if (expected != NULL || **at != ':') {
        return expected;
    }
    ++*at;
    expected = read_port(at, uri);
    return expected == NULL || has_scheme
               ? expected
               : "a port from 1 to 65535, if this is a host and not a URI, "
                 "which begins with \"sip:\" or \"sips:\"";
}

/* ---- User and parameters ----------------------------------------------- */

/* Skip "user:password@", if there is an "@", which is not allowed elsewhere. */
static const char *read_user(const char **at)
{
    const char *end = strchr(*at, '@');
    if (end == NULL) {
        return NULL;
    }
    const char *begin = *at;
    *at = skip(begin, "&=+$,;?/:");
    if (*at != end || end == begin) {
        return ddds_octet_expected(at, "a user, and \"@\" after it");
    }
    ++*at;
    return NULL;
}

/* Take the parameter |name| with its |value|. |has_target| records whether an
 * maddr parameter was parsed before. */
static const char *take_parameter(struct ddds_span name, const char **value,
                                  const char *end, struct sip_uri *uri,
                                  bool *has_target)
{
    if (ascii_is_word(name, "transport")) {
        if (uri->transport.text != NULL) {
            return "no second transport";
        }
        uri->transport = (struct ddds_span){*value, (size_t)(end - *value)};
    }
    if (ascii_is_word(name, "maddr")) {
        if (*has_target) {
            return "no second maddr";
        }
        *has_target = true;
        return read_host(value, end, uri);
    }
    return NULL;
}

static const char *read_parameters(const char **at, struct sip_uri *uri)
{
    static const char octets[] = "[]/:&+$";
    bool has_target = false;
    while (**at == ';') {
        const char *begin = ++*at;
        *at = skip(begin, octets);
        struct ddds_span name = {begin, (size_t)(*at - begin)};
        const char *value = *at;
        if (**at == '=') {
            value = ++*at;
            *at = skip(value, octets);
        }
        if (name.length == 0) {
            *at = begin;
            return ddds_octet_expected(at, "the name of a parameter");
        }
        const char *expected =
            take_parameter(name, &value, *at, uri, &has_target);
        if (expected != NULL) {
            *at = value;
            return expected;
        }
    }
    return NULL;
}

/* Parse the rest of a URI after host and port. */
static const char *read_rest(const char **at, struct sip_uri *uri)
{
    const char *expected = read_parameters(at, uri);
    if (expected == NULL && **at == '?') {
        *at = skip(*at + 1, "[]/?:+$=&");
    }
    return expected;
}

/* ---- The URI ----------------------------------------------------------- */

/* Return the length of |scheme| if |text| starts with it, otherwise 0. */
static size_t skip_scheme(const char *text, const char *scheme)
{
    size_t length = strlen(scheme);
    return strlen(text) >= length && ascii_equal_span(text, scheme, length)
               ? length
               : 0;
}

ddds_status ddds_sip_uri_parse(const char *text, struct sip_uri *uri,
                               struct ddds_error *error)
{
    *uri = (struct sip_uri){.is_secure = skip_scheme(text, "sips:") > 0};
    size_t scheme =
        uri->is_secure ? skip_scheme(text, "sips:") : skip_scheme(text, "sip:");
    const char *at = text + scheme;
    const char *expected = scheme > 0 ? read_user(&at) : NULL;
    expected =
        expected != NULL ? expected : read_host_and_port(&at, scheme > 0, uri);
    if (expected == NULL && scheme > 0) {
        expected = read_rest(&at, uri);
    }
    if (expected == NULL && *at != '\0') {
        expected = ddds_octet_expected(
            &at, scheme > 0 ? "the end, a parameter or a header"
                            : "the end; a URI begins with \"sip:\" or "
                              "\"sips:\"");
    }
    if (expected != NULL && uri->why.status != DDDS_OK) {
        bool is_bad = uri->why.status == DDDS_MALFORMED;
        return ddds_error_set(error, is_bad ? DDDS_BAD_INPUT : uri->why.status,
                              (size_t)(at - text), "%s", uri->why.detail);
    }
    return expected == NULL ? DDDS_OK
                            : ddds_octet_refuse(text, at, expected, error);
}
