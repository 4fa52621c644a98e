/* Guesses the application of a rule.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/application.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "check/judge/registry.h"
#include "base/domain.h"

/* RFC 3404 and DDI have their own first keys, whose rules lead to domains that
 * other applications use. */
bool ddds_application_shares_keys(const struct ddds_application *application)
{
    return application->root == NULL ||
           ddds_application_is_rfc3404(application) ||
           application == ddds_application_ddi();
}

bool ddds_application_is_rfc3404(const struct ddds_application *application)
{
    return application == ddds_application_urn() ||
           application == ddds_application_uri();
}

const char *ddds_application_label(const struct ddds_application *application)
{
    if (application == NULL) {
        return "RFC 3404";
    }
    return application->label != NULL ? application->label : application->name;
}

const char *ddds_application_cite(const struct ddds_application *application,
                                  char citation[CITATION_SIZE])
{
    const char *specification =
        application != NULL ? application->specification : NULL;
    snprintf(citation, CITATION_SIZE,
             specification != NULL ? "%.40s (%.60s)" : "%.40s",
             ddds_application_label(application), specification);
    return citation;
}

bool ddds_application_is_registry(const char *owner)
{
    return ddds_domain_is_within(owner, "urn.arpa") ||
           ddds_domain_is_within(owner, "uri.arpa");
}

bool ddds_application_is_3gpp_name(const char *owner)
{
    return ddds_domain_is_within(owner, "3gppnetwork.org");
}

/* Return true if the field has a resolution service of RFC 2483 or RFC 2168. */
static bool has_resolution_service(const char *services)
{
    for (const char *at = services; *at != '\0';) {
        size_t length = strcspn(at, "+");
        struct ddds_span word = {at, length};
        if (ddds_registry_has(ddds_registry_resolution_services, word) ||
            ddds_registry_has(ddds_registry_retired_services, word)) {
            return true;
        }
        at += length;
        at += *at == '+' ? 1 : 0;
    }
    return false;
}

static bool is_enum_field(const char *services, size_t length)
{
    return ascii_begins_with(services, length, "E2U") ||
           (length > 3 && ascii_begins_with(services + length - 3, 3, "E2U"));
}

/* Return true for "SIP+D2U", "SIPS_D2T", "SIPD2U". */
static bool is_sip_field(const char *services, size_t length)
{
    size_t word = ascii_begins_with(services, length, "SIPS") ? 4 : 3;
    if (!ascii_begins_with(services, length, "SIP") || length < word + 2) {
        return false;
    }
    size_t skipped = ascii_is_alnum((unsigned char)services[word]) ? 0 : 1;
    return ascii_begins_with(services + word + skipped, length - word - skipped,
                             "D2");
}

/* Return true if |owner| is below Peppol's zones, or the name of a participant:
 * a digest below the label of its scheme. With "iso6523" after that it is in
 * another, federated zone of eDelivery. */
static bool is_of_peppol(const char *owner)
{
    static const char scheme[] = ".iso6523-actorid-upis.";
    enum { DIGEST = 52 };
    return ddds_domain_is_within(owner, "peppol.org") ||
           (strcspn(owner, ".") == DIGEST &&
            strncmp(owner + DIGEST, scheme, sizeof scheme - 1) == 0 &&
            strstr(owner + DIGEST + 1, ".iso6523.") == NULL);
}

/* Return the application of "Meta:SMP", which OASIS BDXL 1.0 defines in
 * general: Peppol's policy only applies to its own names. */
static const struct ddds_application *guess_metadata(const char *owner)
{
    return is_of_peppol(owner) ? ddds_application_peppol()
                               : ddds_application_find("bdxl");
}

/* Return the application that knows the first service of the field. */
static const struct ddds_application *find_by_word(const char *services)
{
    struct ddds_services read;
    read.size = sizeof read;
    for (const struct ddds_application *const *each = ddds_applications();
         *each != NULL; each++) {
        if ((*each)->known_services != NULL &&
            (*each)->read_services(*each, services, &read, NULL) == DDDS_OK &&
            read.service_count > 0 &&
            ddds_registry_has_word(*each, REGISTRY_SERVICES,
                                   read.services[0])) {
            return *each;
        }
    }
    return NULL;
}

/* Return true if |regexp| matches every input, as in DDI, unlike most of URN
 * resolution. */
static bool is_for_all(const char *regexp)
{
    size_t length = strlen(regexp);
    return length == 0 ||
           (length > 3 && regexp[3] == regexp[0] &&
            strncmp(regexp + 1, ".*", 2) == 0) ||
           (length > 5 && regexp[5] == regexp[0] &&
            strncmp(regexp + 1, "^.*$", 4) == 0);
}

/* "I2R+http": in RFC 9517 the protocol follows the service. */
static bool is_of_ddi(const struct ddds_rule *rule)
{
    const struct ddds_application *ddi = ddds_application_ddi();
    struct ddds_services read;
    read.size = sizeof read;
    return is_for_all(rule->regexp) &&
           ddi->read_services(ddi, rule->services, &read, NULL) == DDDS_OK &&
           read.service_count == 1 && read.protocol_count == 1 &&
           ddds_registry_has(ddds_registry_resolution_services,
                             read.services[0]) &&
           ddds_registry_has_word(ddi, REGISTRY_PROTOCOLS, read.protocols[0]);
}

/* Guess the application from S-NAPTR tags that are unknown to all
 * applications. */
static const struct ddds_application *
guess_by_tag(const char *owner, const char *services, const char *flags)
{
    size_t length = strlen(services);
    if (ascii_begins_with(services, length, "x-3gpp-") ||
        (ascii_begins_with(services, length, "x-") &&
         ddds_application_is_3gpp_name(owner))) {
        return ddds_application_three_gpp();
    }
    if (strstr(services, ":radius.") != NULL) {
        return ddds_application_radius();
    }
    return strpbrk(flags, "uU") != NULL ? ddds_application_u_naptr()
                                        : ddds_application_s_naptr();
}

static const struct ddds_application *
guess_by_services(const char *owner, const struct ddds_rule *rule)
{
    char meant[REGISTRY_WORD_SIZE];
    const char *services = rule->services;
    size_t length = strlen(services);
    if (is_enum_field(services, length)) {
        return ddds_application_enum();
    }
    if (is_sip_field(services, length)) {
        return ddds_application_sip();
    }
    if (is_of_ddi(rule)) {
        return ddds_application_ddi();
    }
    if (has_resolution_service(services)) {
        return ddds_application_urn();
    }
    const struct ddds_application *found = find_by_word(services);
    if (found == ddds_application_find("bdxl") ||
        ddds_registry_find_field(ddds_application_peppol(), services, meant)) {
        return guess_metadata(owner);
    }
    if (ascii_begins_with(services, length, "EPC+") || /* ONS 1.0.1 */
        ascii_begins_with(services, length, "http://www.ons.gs1.org/")) {
        return ddds_application_find("ons");
    }
    bool is_general = found == ddds_application_s_naptr() ||
                      found == ddds_application_u_naptr();
    if (found != NULL && !is_general) {
        return found;
    }
    bool is_tagged = strcspn(services, ":") > 0 &&
                     strchr(services, ':') != NULL &&
                     strstr(services, "://") == NULL;
    return is_general || is_tagged ? guess_by_tag(owner, services, rule->flags)
                                   : NULL;
}

static const struct ddds_application *guess_by_owner(const char *owner)
{
    for (const struct ddds_application *const *each = ddds_applications();
         *each != NULL; each++) {
        const char *root = (*each)->root;
        if (root != NULL && *root != '\0' &&
            ddds_domain_is_within(owner, root)) {
            return *each;
        }
    }
    if (ddds_application_is_3gpp_name(owner)) {
        return ddds_application_three_gpp();
    }
    if (is_of_peppol(owner)) {
        return ddds_application_peppol();
    }
    /* Trees of other operators, whose names contain the labels of the
     * specification. */
    if (strstr(owner, ".e164.") != NULL) {
        return ddds_application_enum();
    }
    return strstr(owner, ".gs1.id.") != NULL ? ddds_application_find("ons")
                                             : NULL;
}

const struct ddds_application *
ddds_application_guess(const char *owner, const struct ddds_rule *rule)
{
    /* IANA's record for the namespace is at ddi.urn.arpa itself. */
    if (ddds_domain_is_within(owner, "ddi.urn.arpa") &&
        strcmp(owner, "ddi.urn.arpa") != 0) {
        return ddds_application_ddi();
    }
    const struct ddds_application *by_services = guess_by_services(owner, rule);
    const struct ddds_application *by_owner =
        by_services == NULL || by_services == ddds_application_urn()
            ? guess_by_owner(owner)
            : NULL;
    return by_services == NULL || by_owner == ddds_application_uri()
               ? by_owner
               : by_services;
}
