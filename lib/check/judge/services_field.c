/* Services fields that their application cannot use, or that are not
 * registered, and what they were probably meant to be.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/services_field.h"

#include <string.h>

#include "base/ascii.h"
#include "check/judge/application.h"
#include "check/judge/enumservices.h"
#include "check/judge/registry.h"
#include "rule/services.h"

/* ---- Grammars ------------------------------------------------------- */

/* Services of an unknown application must fit one of the grammars. */
static bool fits_no_grammar(const char *services, struct ddds_error *why)
{
    struct ddds_services read;
    read.size = sizeof read;
    return ddds_services_read_tags(services, &read, why) != DDDS_OK &&
           ddds_services_read(services, &read, why) != DDDS_OK;
}

ddds_status ddds_services_field_read(const struct ddds_application *application,
                                     const char *services,
                                     struct ddds_services *read,
                                     struct ddds_error *why)
{
    return application == ddds_application_enum()
               ? ddds_services_read_enum(services, read, why)
               : application->read_services(application, services, read, why);
}

bool ddds_services_field_is_malformed(
    const struct ddds_application *application, const char *services,
    struct ddds_error *why)
{
    struct ddds_services read;
    read.size = sizeof read;
    if (application == NULL) {
        return fits_no_grammar(services, why);
    }
    return ddds_services_field_read(application, services, &read, why) !=
           DDDS_OK;
}

/* ---- What was meant ------------------------------------------------- */

static bool is_type_octet(char octet)
{
    return ascii_is_alnum((unsigned char)octet) || octet == '-';
}

/* Append the pieces of |services| to "E2U" with correct separators: ":"
 * stays, anything else becomes "+". */
static void suggest_enum(const char *services, struct text *meant)
{
    char separator = '+';
    ddds_text_string(meant, "E2U");
    for (const char *at = services; *at != '\0';) {
        size_t length = 0;
        while (is_type_octet(at[length])) {
            length++;
        }
        if (ascii_begins_with(at, length, "E2U")) {
            at += 3;
            length -= 3;
            separator = '+';
        }
        if (length > 0) {
            ddds_text_char(meant, separator);
            ddds_text_add(meant, at, length);
            at += length;
            separator = *at == ':' ? ':' : '+';
        }
        while (*at != '\0' && !is_type_octet(*at)) {
            at++;
        }
    }
}

static const char *find_whole(const struct ddds_application *application,
                              const char *services)
{
    if (application == ddds_application_sip()) {
        return ddds_registry_find_alike(services, ddds_registry_sip_fields);
    }
    if (application == ddds_application_peppol()) {
        return ddds_registry_peppol_fields[0];
    }
    if (application == NULL || ddds_application_is_rfc3404(application)) {
        return NULL;
    }
    return ddds_registry_find_alike(services, ddds_registry_tagged_fields);
}

bool ddds_services_field_suggest(const struct ddds_application *application,
                                 const char *services, struct text *meant)
{
    struct ddds_error why;
    if (application == ddds_application_enum()) {
        suggest_enum(services, meant);
    } else {
        const char *whole = find_whole(application, services);
        ddds_text_string(meant, whole != NULL ? whole : "");
    }
    return !meant->failed && meant->length > 0 &&
           strcmp(meant->bytes, services) != 0 &&
           !ddds_services_field_is_malformed(application, meant->bytes, &why);
}

/* ---- What no registry has ------------------------------------------- */

/* Return whether |name| has a prefix of unregistered names. */
static bool is_private(struct ddds_span name)
{
    return ascii_begins_with(name.text, name.length, "x-") ||
           ascii_begins_with(name.text, name.length, "P-");
}

static bool report(struct unregistered *found, struct ddds_span piece,
                   const char *what, const char *const *list)
{
    *found =
        (struct unregistered){.piece = piece,
                              .what = what,
                              .meant = ddds_registry_find_like(piece, list)};
    return true;
}

static bool is_resolution_service(struct ddds_span piece)
{
    return ddds_registry_has(ddds_registry_resolution_services, piece) ||
           ddds_registry_has(ddds_registry_retired_services, piece);
}

/* Find "I2C+rcds", which has its protocol after a service. */
static bool find_swapped(const struct ddds_services *services,
                         struct unregistered *found)
{
    struct text meant;
    if (services->protocol_count != 1 || services->service_count != 1 ||
        !is_resolution_service(services->protocols[0]) ||
        !ddds_registry_has(ddds_registry_protocols, services->services[0])) {
        return false;
    }
    struct ddds_span service = services->protocols[0];
    struct ddds_span protocol = services->services[0];
    *found = (struct unregistered){
        .piece = {service.text,
                  (size_t)(protocol.text + protocol.length - service.text)},
        .what = "protocol with its services",
    };
    ddds_text_init(&meant, found->memory, sizeof found->memory);
    ddds_text_add(&meant, protocol.text, protocol.length);
    ddds_text_char(&meant, '+');
    ddds_text_add(&meant, service.text, service.length);
    found->meant = meant.failed ? NULL : meant.bytes;
    return true;
}

static bool find_resolution_service(const struct ddds_services *services,
                                    struct unregistered *found)
{
    if (find_swapped(services, found)) {
        return true;
    }
    for (size_t i = 0; i < services->service_count; i++) {
        struct ddds_span piece = services->services[i];
        if (ddds_registry_has(ddds_registry_resolution_services, piece)) {
            continue;
        }
        report(found, piece, "resolution service of RFC 2483",
               ddds_registry_resolution_services);
        found->is_retired =
            ddds_registry_has(ddds_registry_retired_services, piece);
        for (size_t k = 0;
             found->is_retired && ddds_registry_retired_services[k] != NULL;
             k++) {
            if (ascii_is_word(piece, ddds_registry_retired_services[k])) {
                found->meant = ddds_registry_resolution_services[k % 8];
            }
        }
        return true;
    }
    return false;
}

/* Report the type of |service|, which is not registered. */
static bool report_type(struct unregistered *found, struct ddds_span service)
{
    struct ddds_span subtype = ddds_enumservice_subtype(service);
    if (subtype.text != NULL) {
        service.length = (size_t)(subtype.text - 1 - service.text);
    }
    const char *meant = ddds_enumservice_like(service);
    *found = (struct unregistered){
        .piece = service,
        .what = "registered Enumservice",
        .meant = meant != NULL || subtype.text != NULL
                     ? meant
                     : ddds_enumservice_for(service),
    };
    return true;
}

/* Report |service|, which lacks its subtype, or has another than those of
 * |row|. A single subtype is what was meant. */
static bool report_subtype(struct unregistered *found, struct ddds_span service,
                           const struct enumservice *row)
{
    struct text meant;
    *found = (struct unregistered){
        .piece = service,
        .what = ddds_enumservice_subtype(service).text == NULL
                    ? "registered Enumservice without a subtype"
                    : "registered Enumservice",
    };
    ddds_text_init(&meant, found->memory, sizeof found->memory);
    ddds_text_string(&meant, row->type);
    if (*row->subtypes != '\0') {
        ddds_text_char(&meant, ':');
        ddds_text_string(&meant, row->subtypes);
    }
    found->meant =
        meant.failed || strchr(row->subtypes, ' ') != NULL ? NULL : meant.bytes;
    return true;
}

static bool find_enumservice(const struct ddds_services *services,
                             struct unregistered *found)
{
    for (size_t i = 0; i < services->service_count; i++) {
        struct ddds_span service = services->services[i];
        const struct enumservice *row = ddds_enumservice_find(service);
        struct ddds_span subtype = ddds_enumservice_subtype(service);
        if (row == NULL && !is_private(service)) {
            return report_type(found, service);
        }
        if (row != NULL && (subtype.text != NULL || *row->subtypes != '\0') &&
            (subtype.text == NULL ||
             !ddds_enumservice_lists(row->subtypes, subtype))) {
            return report_subtype(found, service, row);
        }
    }
    return false;
}

/* "aaa+ap16777251": RFC 6408 section 4. */
static bool is_service_tag(struct ddds_span tag)
{
    static const char diameter[] = "aaa+ap";
    size_t length = sizeof diameter - 1;
    if (ddds_registry_has(ddds_registry_service_tags, tag) || is_private(tag)) {
        return true;
    }
    for (size_t i = length; i < tag.length; i++) {
        if (!ascii_is_digit((unsigned char)tag.text[i])) {
            return false;
        }
    }
    return tag.length > length && tag.text[length] != '0' &&
           ascii_begins_with(tag.text, tag.length, diameter);
}

/* Return whether |tag| is a service of RFC 3588 section 5.2, which old Diameter
 * nodes look for. */
static bool is_old_diameter(struct ddds_span tag)
{
    static const char *const tags[] = {"AAA+D2T", "AAA+D2S", NULL};
    return ddds_registry_has(tags, tag);
}

/* Write |tag| without the zeros before its application id into |found|, if it
 * has any. */
static void mend_application_id(struct ddds_span tag,
                                struct unregistered *found)
{
    static const char diameter[] = "aaa+ap";
    size_t length = sizeof diameter - 1;
    size_t zeros = 0;
    struct text meant;
    if (!ascii_begins_with(tag.text, tag.length, diameter)) {
        return;
    }
    while (length + zeros < tag.length && tag.text[length + zeros] == '0') {
        zeros++;
    }
    ddds_text_init(&meant, found->memory, sizeof found->memory);
    ddds_text_string(&meant, diameter);
    ddds_text_add(&meant, tag.text + length + zeros,
                  tag.length - length - zeros);
    if (zeros > 0 && !meant.failed && meant.length > length) {
        found->meant = meant.bytes;
    }
}

static bool find_tag(const struct ddds_services *services,
                     struct unregistered *found)
{
    for (size_t i = 0; i < services->service_count; i++) {
        struct ddds_span tag = services->services[i];
        if (!is_service_tag(tag) && !is_old_diameter(tag)) {
            report(found, tag, "registered S-NAPTR service",
                   ddds_registry_service_tags);
            mend_application_id(tag, found);
            return true;
        }
    }
    for (size_t i = 0; i < services->protocol_count; i++) {
        if (!ddds_registry_has(ddds_registry_protocol_tags,
                               services->protocols[i]) &&
            !is_private(services->protocols[i])) {
            return report(found, services->protocols[i],
                          "registered S-NAPTR protocol",
                          ddds_registry_protocol_tags);
        }
    }
    return false;
}

/* Return whether the names of |application| are in the registries of
 * S-NAPTR. */
static bool has_tags(const struct ddds_application *application)
{
    return application == ddds_application_s_naptr() ||
           application == ddds_application_u_naptr() ||
           application == ddds_application_radius() ||
           application == ddds_application_three_gpp();
}

/* Look for the whole field in |list|. */
static bool find_in_list(const char *services, const char *what,
                         const char *const *list, struct unregistered *found)
{
    struct ddds_span all = {services, strlen(services)};
    return !ddds_registry_has(list, all) && report(found, all, what, list);
}

bool ddds_services_field_find_unregistered(
    const struct ddds_application *application, const char *services,
    struct unregistered *found)
{
    struct ddds_services read;
    read.size = sizeof read;
    struct ddds_error why;
    struct ddds_span all = {services, strlen(services)};
    if (*services == '\0') {
        return false;
    }
    if (application == NULL) {
        return !is_old_diameter(all) &&
               !ddds_registry_has(ddds_registry_other_fields, all) &&
               report(found, all, "service of a known application",
                      ddds_registry_tagged_fields);
    }
    if (application == ddds_application_sip()) {
        return find_in_list(services, "SIP service", ddds_registry_sip_fields,
                            found);
    }
    if (ddds_registry_has(ddds_registry_metadata_fields, all)) {
        return false;
    }
    if (application == ddds_application_peppol()) {
        return find_in_list(services, "Peppol service",
                            ddds_registry_peppol_fields, found);
    }
    if (ascii_begins_with(services, all.length, "Meta:")) {
        return find_in_list(services, "metadata service of BDXL",
                            ddds_registry_metadata_fields, found);
    }
    if (application->read_services(application, services, &read, &why) !=
        DDDS_OK) {
        return false;
    }
    if (ddds_application_is_rfc3404(application)) {
        return find_resolution_service(&read, found);
    }
    if (application == ddds_application_enum()) {
        return find_enumservice(&read, found);
    }
    return has_tags(application) && find_tag(&read, found);
}
