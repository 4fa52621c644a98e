/* URIs as results: the schemes of services (RFC 6116 section 3.4.3 and the
 * registrations of Enumservices; RFC 4848 and the applications that use it),
 * and the syntax of schemes.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/uri_use.h"

#include <string.h>

#include "base/ascii.h"
#include "check/judge/application.h"
#include "check/judge/enumservices.h"
#include "check/judge/owner_strings.h"
#include "check/judge/registry.h"
#include "check/judge/services_field.h"
#include "base/domain.h"

/* ---- Schemes of services ---------------------------------------------- */

/* Protocols whose URIs have certain schemes, and services of rules without a
 * protocol (RFC 6011 section 2.3.1, LoRaWAN Backend Interfaces section 19).
 * Others may have any. The table is here, not in the descriptions of the
 * applications, because rules of all applications share the registry of these
 * tags (RFC 3958 section 7). */
static const struct {
    const char *word;
    const char *schemes;
    bool is_rfc3404; /* a protocol of RFC 3404, not a tag of RFC 3958 */
} schemes_of_words[] = {
    {"http", "http https", true},  {"https", "https", true},
    {"thttp", "http https", true}, {"ftp", "ftp ftps", true},
    {"ldap", "ldap ldaps", true},  {"gopher", "gopher", true},
    {"http", "http", false},       {"https", "https", false},
    {"HELD", "http https", false}, {"CCMP", "http https", false},
    {"SFUA.CFG", "https", false},  {"LWN", "http https", false},
    {"LWNS", "https", false},
};

/* Return the schemes of |word|; NULL: any. */
static const char *schemes_of(struct ddds_span word, bool is_rfc3404)
{
    for (size_t i = 0; i < sizeof schemes_of_words / sizeof *schemes_of_words;
         i++) {
        if (schemes_of_words[i].is_rfc3404 == is_rfc3404 &&
            ascii_is_word(word, schemes_of_words[i].word)) {
            return schemes_of_words[i].schemes;
        }
    }
    return NULL;
}

/* Append the words of |words| to |list|, separated by "or". */
static void add_choice(struct text *list, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words == ' ') {
            ddds_text_string(list, " or ");
        } else {
            ddds_text_char(list, *words);
        }
    }
}

/* Return true if URIs of |scheme| suit the Enumservice |service|. */
static bool suits_enumservice(struct ddds_span service, struct ddds_span scheme,
                              struct text *list)
{
    const struct enumservice *row = ddds_enumservice_find(service);
    struct ddds_span subtype = ddds_enumservice_subtype(service);
    if (row == NULL) {
        return true;
    }
    if (subtype.text != NULL) {
        bool is_sip =
            ascii_is_word(subtype, "sip") && ascii_is_word(scheme, "sips");
        if (!ddds_enumservice_lists(row->subtypes, subtype) || is_sip ||
            (subtype.length == scheme.length &&
             ascii_equal_span(subtype.text, scheme.text, scheme.length))) {
            return true;
        }
        ddds_text_add(list, subtype.text, subtype.length);
        return false;
    }
    const char *schemes = *row->subtypes != '\0' ? row->subtypes : row->schemes;
    if (ddds_enumservice_lists(schemes, scheme)) {
        return true;
    }
    add_choice(list, schemes);
    return false;
}

/* Return true if URIs of |scheme| suit one of the |count| words at |given|. */
static bool suits_words(const struct ddds_span *given, size_t count,
                        bool is_rfc3404, struct ddds_span scheme,
                        struct text *list)
{
    for (size_t i = 0; i < count; i++) {
        const char *schemes = schemes_of(given[i], is_rfc3404);
        if (schemes == NULL || ddds_enumservice_lists(schemes, scheme)) {
            return true;
        }
        ddds_text_string(list, i > 0 ? " or " : "");
        add_choice(list, schemes);
    }
    return count == 0;
}

static bool read_services(const struct ddds_application *application,
                          const char *text, struct ddds_services *services)
{
    struct ddds_error why;
    return application != NULL && *text != '\0' &&
           ddds_services_field_read(application, text, services, &why) ==
               DDDS_OK;
}

bool ddds_uri_use_is_foreign(const struct clean_question *question,
                             struct ddds_span *service, struct text *list)
{
    const struct ddds_application *application = question->application;
    const struct ddds_span scheme = question->word;
    struct ddds_services services;
    services.size = sizeof services;
    if (application == ddds_application_peppol() ||
        !read_services(application, question->services, &services)) {
        return false;
    }
    bool is_enum = application == ddds_application_enum();
    for (size_t i = 0; i < services.service_count && is_enum; i++) {
        *service = services.services[i];
        if (!suits_enumservice(*service, scheme, list)) {
            return true;
        }
    }
    bool has_protocol = services.protocol_count > 0;
    if (is_enum || (!has_protocol && services.service_count == 0)) {
        return false;
    }
    *service = has_protocol ? services.protocols[0] : services.services[0];
    return !suits_words(has_protocol ? services.protocols : services.services,
                        has_protocol ? services.protocol_count
                                     : services.service_count,
                        ddds_application_is_rfc3404(application), scheme, list);
}

bool ddds_uri_use_needs_uri(const struct rule_view *view)
{
    struct ddds_services services;
    services.size = sizeof services;
    if (view->application == NULL || !view->application->requires_tags ||
        !read_services(view->application, view->rule->services, &services)) {
        return false;
    }
    for (size_t i = 0; i < services.protocol_count; i++) {
        if (schemes_of(services.protocols[i], false) == NULL) {
            return false;
        }
    }
    return services.protocol_count > 0;
}

bool ddds_uri_use_suggest(const struct rule_view *view, struct ddds_span scheme,
                          struct text *meant)
{
    struct ddds_services services;
    services.size = sizeof services;
    if (view->application != ddds_application_enum() ||
        !read_services(view->application, view->rule->services, &services) ||
        services.service_count != 1) {
        return false;
    }
    const struct enumservice *row = ddds_enumservice_find(services.services[0]);
    const char *usual = ddds_enumservice_for(scheme);
    ddds_text_string(meant, "E2U+");
    if (row != NULL && ddds_enumservice_lists(row->subtypes, scheme)) {
        ddds_text_string(meant, row->type);
        ddds_text_char(meant, ':');
        ddds_text_add(meant, scheme.text, scheme.length);
    } else {
        ddds_text_string(meant, usual != NULL ? usual : "");
    }
    return !meant->failed && meant->bytes[meant->length - 1] != '+';
}

/* ---- Syntax of schemes ------------------------------------------------ */

static bool is_scheme(const struct ddds_uri *uri, const char *scheme)
{
    return ascii_is_word(uri->scheme, scheme);
}

/* RFC 3966 section 3. */
static const char *find_tel_fault(const struct ddds_uri *uri)
{
    static const char context[] = ";phone-context=";
    const char *at = uri->path.text;
    const char *end = at + uri->path.length;
    size_t digits = 0;
    for (const char *each = at; each < end; each++) {
        if (ascii_begins_with(each, (size_t)(end - each), context)) {
            return NULL;
        }
    }
    if (at == end || *at != '+') {
        return "a tel URI begins with \"+\" and the country code, or has a "
               "phone-context";
    }
    for (at++; at < end && *at != ';'; at++) {
        if (strchr("-.()", *at) == NULL &&
            !ascii_is_digit((unsigned char)*at)) {
            return "a telephone number has only digits and the separators - . "
                   "( )";
        }
        digits += ascii_is_digit((unsigned char)*at) ? 1 : 0;
    }
    return digits == 0   ? "the telephone number is missing"
           : digits > 15 ? "a telephone number has at most 15 digits"
                         : NULL;
}

/* Return why |host|, without its port, is invalid, or NULL. */
static const char *find_host_fault(struct ddds_span host)
{
    char key[LIMIT_KEY_SIZE];
    if (host.length == 0) {
        return "the host is missing";
    }
    return host.text[0] == '[' ||
                   ddds_domain_is_address(host.text, host.length) ||
                   memchr(host.text, '%', host.length) != NULL ||
                   ddds_domain_parse_key(host.text, host.length, key, NULL) ==
                       DDDS_OK
               ? NULL
               : "the host is not a valid domain name";
}

/* RFC 3261 section 25.1: [user "@"] host [":" port], parameters, headers. */
static const char *find_sip_fault(const struct ddds_uri *uri)
{
    const char *at = uri->path.text;
    const char *end = at + uri->path.length;
    if (uri->host.text != NULL) {
        return "a sip URI has no \"//\"";
    }
    for (const char *each = at; each < end; each++) {
        at = *each == '@' ? each + 1 : at;
    }
    size_t length = 0;
    while (at + length < end && strchr(";:?", at[length]) == NULL) {
        length++;
    }
    return at < end && *at == '['
               ? NULL
               : find_host_fault((struct ddds_span){at, length});
}

/* RFC 6068 section 2: the addresses may also be in the header fields. */
static const char *find_mail_fault(const struct ddds_uri *uri)
{
    if (uri->host.text != NULL) {
        return "a mailto URI has no \"//\"";
    }
    bool has_address = memchr(uri->path.text, '@', uri->path.length) != NULL ||
                       (uri->path.length == 0 && uri->query.text != NULL);
    return has_address ? NULL : "a mailto URI needs an address with \"@\"";
}

const char *ddds_uri_use_fault(const struct ddds_uri *uri)
{
    static const char *const with_numbers[] = {"tel",  "sip", "sips", "h323",
                                               "pres", "im",  "sms",  NULL};
    static const char *const with_hosts[] = {"http", "https", "ftp", NULL};
    if (ddds_registry_has(with_numbers, uri->scheme) &&
        ascii_begins_with(uri->path.text, uri->path.length, "++")) {
        return "the number begins with \"+\" twice";
    }
    if (is_scheme(uri, "tel")) {
        return uri->host.text != NULL ? "a tel URI has no \"//\""
                                      : find_tel_fault(uri);
    }
    if (is_scheme(uri, "sip") || is_scheme(uri, "sips")) {
        return find_sip_fault(uri);
    }
    if (is_scheme(uri, "mailto")) {
        return find_mail_fault(uri);
    }
    if (ddds_registry_has(with_hosts, uri->scheme)) {
        return uri->host.text == NULL ? "\"//\" and a host are missing"
                                      : find_host_fault(uri->host);
    }
    return NULL;
}

/* ---- Telephone numbers ------------------------------------------------ */

/* Correct a number without "+": it may have its country code, the international
 * prefix 00, or the trunk prefix 0 instead of the country code. */
bool ddds_uri_use_mend_number(const char *literal, const char *owner,
                              struct text *meant)
{
    static const char scheme[] = "tel:";
    enum { SHORTEST = 8, CODE = 2 };
    char number[NUMBER_SIZE];
    const char *digits = literal + sizeof scheme - 1;
    size_t count = strlen(literal) < sizeof scheme ? 0 : strlen(digits);
    size_t known = ddds_owner_number(owner, number);
    if (count < SHORTEST || known < SHORTEST ||
        !ascii_begins_with(literal, sizeof scheme, scheme) ||
        strspn(digits, "0123456789") != count) {
        return false;
    }
    size_t zeros = strspn(digits, "0");
    const char *rest = digits + zeros;
    size_t length = count - zeros;
    ddds_text_string(meant, "tel:+");
    if (zeros != 1 && strncmp(rest, number, CODE) == 0) {
        ddds_text_string(meant, rest);
        return true;
    }
    if (zeros == 1 && length < known &&
        strcmp(number + known - length, rest) == 0) {
        ddds_text_string(meant, number);
        return true;
    }
    return false;
}

/* ---- Peppol ----------------------------------------------------------- */

const char *ddds_uri_use_metadata_fault(const struct ddds_uri *uri,
                                        enum check_code *code)
{
    *code = CODE_PLAIN_METADATA;
    if (is_scheme(uri, "http")) {
        return "Peppol metadata services use https only";
    }
    if (!is_scheme(uri, "https")) {
        return "a Peppol metadata service has an https URI";
    }
    *code = CODE_ODD_METADATA;
    if (uri->port.length > 0 && !ascii_is_word(uri->port, "443")) {
        return "Peppol metadata services use port 443";
    }
    if (uri->userinfo.text != NULL) {
        return "it has a user name";
    }
    return uri->query.text != NULL
               ? "it has a query, but clients append to the path"
               : NULL;
}
