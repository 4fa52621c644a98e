/* Services: which protocol and which resolution services a rule leads to, in
 * the two grammars that several applications share (RFC 3404 section 4.4, RFC
 * 3958 section 6.5). Whether anybody wants them is not asked here.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/services.h"

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"

static ddds_status refuse(const char *text, const char *at,
                          const char *expected, struct ddds_error *error)
{
    char shown[ERROR_OCTET_SIZE];
    ddds_error_show(*at, shown);
    size_t offset = (size_t)(at - text);
    size_t length = strlen(text);
    return ddds_error_set(error, DDDS_MALFORMED, offset,
                          "services \"%.*s%s\": expected %s, found %s at %zu",
                          ddds_error_quoted(text, length), text,
                          ddds_error_ellipsis(length), expected, shown, offset);
}

/* ---- RFC 3404 ---------------------------------------------------------- */

/* Section 4.4: ALPHA *31ALPHANUM. */
enum { TOKEN_MAX = 32 };

/* Read one protocol or service and leave |*at| behind it; or on the octet that
 * does not fit, and return what was expected there. */
static const char *read_token(const char **at, struct ddds_span *token)
{
    const char *begin = *at;
    if (!ascii_is_alpha((unsigned char)*begin)) {
        return "a letter, with which a protocol or service begins";
    }
    while (ascii_is_alnum((unsigned char)**at) && *at < begin + TOKEN_MAX) {
        ++*at;
    }
    token->text = begin;
    token->length = (size_t)(*at - begin);
    if (**at == '\0' || **at == '+') {
        return NULL;
    }
    return token->length == TOKEN_MAX
               ? "\"+\" or the end after 32 characters, the most a protocol or "
                 "service may have"
               : "a letter, a digit or \"+\"";
}

ddds_status ddds_services_read(const char *text, struct ddds_services *services,
                               struct ddds_error *error)
{
    services->protocol_count = 0;
    services->service_count = 0;
    const char *at = text;
    const char *expected = NULL;
    if (*at != '+' && *at != '\0') {
        expected = read_token(&at, &services->protocols[0]);
        services->protocol_count = 1;
    }
    while (expected == NULL && *at == '+') {
        if (services->service_count == DDDS_SERVICES_MAX) {
            expected = "the end after 128 services";
            break;
        }
        at++;
        expected =
            read_token(&at, services->services + services->service_count);
        services->service_count++;
    }
    return expected == NULL ? DDDS_OK : refuse(text, at, expected, error);
}

/* ---- RFC 3958 ---------------------------------------------------------- */

static bool is_tag_octet(char octet)
{
    return ascii_is_alnum((unsigned char)octet) ||
           (octet != '\0' && strchr("+-._", octet) != NULL);
}

/* As read_token. */
static const char *read_tag(const char **at, struct ddds_span *tag)
{
    const char *begin = *at;
    if (!ascii_is_alnum((unsigned char)*begin)) {
        return "a letter or digit, with which a service or protocol begins";
    }
    while (is_tag_octet(**at)) {
        ++*at;
    }
    *tag = (struct ddds_span){begin, (size_t)(*at - begin)};
    return **at == '\0' || **at == ':'
               ? NULL
               : "a letter, a digit, \"+\", \"-\", \".\", \"_\" or \":\"";
}

ddds_status ddds_services_read_tags(const char *text,
                                    struct ddds_services *services,
                                    struct ddds_error *error)
{
    services->protocol_count = 0;
    services->service_count = 0;
    const char *at = text;
    const char *expected = NULL;
    if (*at != ':' && *at != '\0') {
        expected = read_tag(&at, &services->services[0]);
        services->service_count = 1;
    }
    while (expected == NULL && *at == ':') {
        if (services->protocol_count == DDDS_SERVICES_MAX) {
            expected = "the end after 128 protocols";
            break;
        }
        at++;
        expected =
            read_tag(&at, services->protocols + services->protocol_count);
        services->protocol_count++;
    }
    return expected == NULL ? DDDS_OK : refuse(text, at, expected, error);
}
