/* Services: protocol and resolution services of a rule, in the grammars of RFC
 * 3404 section 4.4, RFC 3958 section 6.5 and RFC 6116 section 3.4.3. Whether
 * they are known or requested is not checked here.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/services.h"

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"

static ddds_status refuse(const char *text, const char *at,
                          const char *expected, struct ddds_error *error)
{
    char shown[ERROR_OCTET_SIZE];
    ddds_error_show(*at, shown);
    size_t offset = (size_t)(at - text);
    size_t length = strlen(text);
    return ddds_error_set(error, DDDS_MALFORMED, offset,
                          "services \"%.*s%s\": expected %s, found %s at %zu",
                          ERROR_QUOTE(text, length), expected, shown, offset);
}

ddds_status ddds_services_clear(struct ddds_services *services,
                                struct ddds_error *error)
{
    if (services->size <= sizeof services->size) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "a struct does not say its size: initialize it "
                              "with DDDS_SERVICES_INIT");
    }
    services->protocol_count = 0;
    services->service_count = 0;
    return DDDS_OK;
}

/* ---- RFC 3404 ---------------------------------------------------------- */

/* Section 4.4: ALPHA *31ALPHANUM. */
enum { TOKEN_MAX = 32 };

/* Read a protocol or service, and leave |*at| after it. On failure leave |*at|
 * on the wrong octet, and return the expected text. */
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

/* Read a resolution service: a token, or I=I (RFC 2483 section 4.9), which RFC
 * 3404 section 4.4.1 lists although its grammar forbids it. Return like
 * read_token. */
static const char *read_service(const char **at, struct ddds_span *token)
{
    const char *begin = *at;
    if (ascii_equal_span(begin, "I=I", 3) &&
        (begin[3] == '\0' || begin[3] == '+')) {
        *token = (struct ddds_span){begin, 3};
        *at += 3;
        return NULL;
    }
    return read_token(at, token);
}

ddds_status ddds_services_read(const char *text, struct ddds_services *services,
                               struct ddds_error *error)
{
    if (ddds_services_clear(services, error) != DDDS_OK) {
        return DDDS_BAD_OPTION;
    }
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
            read_service(&at, services->services + services->service_count);
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

/* Like read_token. */
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
    if (ddds_services_clear(services, error) != DDDS_OK) {
        return DDDS_BAD_OPTION;
    }
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

/* ---- RFC 6116 ---------------------------------------------------------- */

/* Section 3.4.3: 1*32(ALPHA / DIGIT / "-"), for types and subtypes. */
enum { TYPE_MAX = 32 };

static const char *read_type(const char **at)
{
    const char *begin = *at;
    while ((ascii_is_alnum((unsigned char)**at) || **at == '-') &&
           *at < begin + TYPE_MAX) {
        ++*at;
    }
    return *at > begin ? NULL : "a letter, a digit or \"-\", for a type";
}

/* Like read_token: type *(":" subtype). */
static const char *read_enumservice(const char **at, struct ddds_span *service)
{
    const char *begin = *at;
    const char *expected = read_type(at);
    while (expected == NULL && **at == ':') {
        ++*at;
        expected = read_type(at);
    }
    *service = (struct ddds_span){begin, (size_t)(*at - begin)};
    if (expected == NULL && **at != '\0' && **at != '+') {
        expected = "\":\", \"+\" or the end after a type of up to 32 letters, "
                   "digits and \"-\"";
    }
    return expected;
}

static bool is_e2u(const char *text, size_t length)
{
    return length == 3 && ascii_equal_span(text, "E2U", 3);
}

/* Read the parts between "+" as Enumservices, including "E2U". */
static const char *read_pieces(const char **at, struct ddds_services *services)
{
    const char *expected = NULL;
    for (;; ++*at) {
        if (services->service_count == DDDS_SERVICES_MAX) {
            return "the end after 128 Enumservices";
        }
        expected =
            read_enumservice(at, services->services + services->service_count);
        services->service_count++;
        if (expected != NULL || **at == '\0') {
            return expected;
        }
    }
}

/* "E2U+sip", or the form of RFC 2916, "sip+E2U". */
ddds_status ddds_services_read_enum(const char *text,
                                    struct ddds_services *services,
                                    struct ddds_error *error)
{
    if (ddds_services_clear(services, error) != DDDS_OK) {
        return DDDS_BAD_OPTION;
    }
    const char *at = text;
    const char *expected = read_pieces(&at, services);
    if (expected != NULL) {
        return refuse(text, at, expected, error);
    }
    struct ddds_span *all = services->services;
    size_t last = --services->service_count;
    if (last > 0 && is_e2u(all[0].text, all[0].length)) {
        memmove(all, all + 1, last * sizeof *all);
        return DDDS_OK;
    }
    if (last > 0 && is_e2u(all[last].text, all[last].length)) {
        return DDDS_OK;
    }
    bool is_bare = is_e2u(all[0].text, all[0].length);
    return is_bare ? refuse(text, at, "\"+\" and an Enumservice", error)
                   : refuse(text, text, "\"E2U+\" and an Enumservice", error);
}

/* ---- Lists of services ------------------------------------------------- */

/* Return true if |item| may be the name of a service. */
static bool is_list_item(struct ddds_span item)
{
    for (size_t i = 0; i < item.length; i++) {
        if (!ascii_is_graphic((unsigned char)item.text[i])) {
            return false;
        }
    }
    return item.length > 0;
}

bool ddds_services_is_list(const char *list, size_t *offset)
{
    const char *next = list;
    struct ddds_span item;
    for (size_t count = 0; ascii_next_item(&next, &item); count++) {
        if (!is_list_item(item) || count == LIMIT_SERVICES) {
            *offset = (size_t)(item.text - list);
            return false;
        }
    }
    return true;
}
