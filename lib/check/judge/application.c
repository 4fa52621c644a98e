/* Guesses which application a rule is for.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/application.h"

#include <string.h>

#include "base/ascii.h"
#include "check/judge/registry.h"
#include "name/domain.h"

bool ddds_application_shares_keys(const struct ddds_application *application)
{
    return application != ddds_application_enum() &&
           application != ddds_application_peppol();
}

bool ddds_application_is_rfc3404(const struct ddds_application *application)
{
    return application == ddds_application_urn() ||
           application == ddds_application_uri();
}

const char *ddds_application_label(const struct ddds_application *application)
{
    static const struct {
        const char *name;
        const char *label;
    } labels[] = {
        {"enum", "ENUM"},          {"sip", "SIP"},
        {"radius", "RADIUS"},      {"s-naptr", "S-NAPTR"},
        {"u-naptr", "U-NAPTR"},    {"3gpp", "3GPP"},
        {"peppol", "Peppol"},      {"urn", "URN resolution"},
        {"uri", "URI resolution"}, {"ddi", "DDI"},
    };
    if (application == NULL) {
        return "RFC 3404";
    }
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        if (strcmp(application->name, labels[i].name) == 0) {
            return labels[i].label;
        }
    }
    return application->name;
}

bool ddds_application_is_registry(const char *owner)
{
    return ddds_domain_is_within(owner, "urn.arpa") ||
           ddds_domain_is_within(owner, "uri.arpa");
}

/* Return whether the field has a resolution service of RFC 2483 or RFC
 * 2168. */
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

/* "SIP+D2U", "SIPS_D2T", "SIPD2U". */
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

/* Is |owner| below Peppol's zones, or the name of one of its participants? */
static bool is_of_peppol(const char *owner)
{
    return ddds_domain_is_within(owner, "tech.peppol.org") ||
           strstr(owner, ".iso6523-actorid-upis.") != NULL;
}

/* The application of "Meta:SMP", which OASIS BDXL 1.0 defines for everyone:
 * elsewhere Peppol's policy does not hold. */
static const struct ddds_application *guess_metadata(const char *owner)
{
    return is_of_peppol(owner) ? ddds_application_peppol()
                               : ddds_application_u_naptr();
}

/* Infer the application from S-NAPTR tags, of which |service| is the first:
 * RADIUS and others have their own applications. */
static const struct ddds_application *guess_by_tag(const char *owner,
                                                   struct ddds_span service,
                                                   const char *services,
                                                   const char *flags)
{
    if (ascii_begins_with(service.text, service.length, "x-3gpp-")) {
        return ddds_application_three_gpp();
    }
    if (ascii_is_word(service, "x-eduroam") ||
        strstr(services, ":radius.") != NULL) {
        return ddds_application_radius();
    }
    if (ascii_is_word(service, "Meta")) {
        return guess_metadata(owner);
    }
    return strpbrk(flags, "uU") != NULL ? ddds_application_u_naptr()
                                        : ddds_application_s_naptr();
}

static const struct ddds_application *
guess_by_services(const char *owner, const struct ddds_rule *rule)
{
    const char *services = rule->services;
    size_t length = strlen(services);
    struct ddds_span first = {services, strcspn(services, ":")};
    if (is_enum_field(services, length)) {
        return ddds_application_enum();
    }
    if (is_sip_field(services, length)) {
        return ddds_application_sip();
    }
    if (has_resolution_service(services)) {
        return ddds_application_urn();
    }
    const char *field =
        ddds_registry_find_alike(services, ddds_registry_peppol_fields);
    if (field != NULL && strcmp(field, "Meta:SMP") == 0) {
        return guess_metadata(owner);
    }
    bool is_tagged = first.length < length && first.length > 0 &&
                     strstr(services, "://") == NULL;
    return is_tagged || ddds_registry_has(ddds_registry_service_tags, first) ||
                   ascii_begins_with(services, length, "aaa+ap")
               ? guess_by_tag(owner, first, services, rule->flags)
               : NULL;
}

static const struct ddds_application *guess_by_owner(const char *owner)
{
    static const struct {
        const char *domain;
        const struct ddds_application *(*application)(void);
    } trees[] = {
        {"e164.arpa", ddds_application_enum},
        {"urn.arpa", ddds_application_urn},
        {"uri.arpa", ddds_application_uri},
        {"3gppnetwork.org", ddds_application_three_gpp},
    };
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        if (ddds_domain_is_within(owner, trees[i].domain)) {
            return trees[i].application();
        }
    }
    if (is_of_peppol(owner)) {
        return ddds_application_peppol();
    }
    return strstr(owner, ".e164.") != NULL ? ddds_application_enum() : NULL;
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
