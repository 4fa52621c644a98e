/* Services fields that their application cannot use, or that are not
 * registered, and their probable intention.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/services_field.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "check/judge/application.h"
#include "check/judge/enumservices.h"
#include "check/judge/registry.h"
#include "rule/services.h"

/* ---- Grammars ------------------------------------------------------- */

/* Return true if the services of an unknown application fit no grammar. */
static bool fits_no_grammar(const char *services, struct ddds_error *why)
{
    struct ddds_services read;
    read.size = sizeof read;
    const struct ddds_application *tags = ddds_application_s_naptr();
    const struct ddds_application *urn = ddds_application_urn();
    return tags->read_services(tags, services, &read, why) != DDDS_OK &&
           urn->read_services(urn, services, &read, why) != DDDS_OK;
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

/* ---- Intentions ----------------------------------------------------- */

static bool is_type_octet(char octet)
{
    return ascii_is_alnum((unsigned char)octet) || octet == '-';
}

/* Return true if |services| has a type of private networks, which clients
 * discard. */
static bool has_private_type(const char *services)
{
    while ((services = strchr(services, '+')) != NULL) {
        services++;
        if (ascii_begins_with(services, strlen(services), "P-")) {
            return true;
        }
    }
    return false;
}

/* Skip each "E2U" and "-" before the |*length| octets of a part; after "E2U" the
 * |*separator| is "+". Return the new begin. */
static const char *skip_prefixes(const char *part, size_t *length,
                                 char *separator)
{
    bool is_enum = ascii_begins_with(part, *length, "E2U");
    while (is_enum || (*length > 0 && *part == '-')) {
        *separator = is_enum ? '+' : *separator;
        part += is_enum ? 3 : 1;
        *length -= is_enum ? 3 : 1;
        is_enum = ascii_begins_with(part, *length, "E2U");
    }
    return part;
}

/* Return the length of |part|, of |length| octets, without "-E2U" at its end; 0
 * for words that stand for "E2U", as "X-E2U" does where services begin. */
static size_t without_suffix(const char *part, size_t length, bool is_first)
{
    bool has_suffix =
        length > 4 && ascii_equal_span(part + length - 4, "-E2U", 4);
    return !has_suffix ? length : is_first ? 0 : length - 4;
}

/* Append the parts of |services| to "E2U" with correct separators: ":" is kept,
 * any other becomes "+". */
static void suggest_enum(const char *services, struct text *meant)
{
    char separator = '+';
    ddds_text_string(meant, "E2U");
    for (const char *at = services; *at != '\0';) {
        size_t length = 0;
        while (is_type_octet(at[length])) {
            length++;
        }
        const char *end = at + length;
        const char *part = skip_prefixes(at, &length, &separator);
        length = without_suffix(part, length, part == services);
        if (length > 0) {
            ddds_text_char(meant, separator);
            ddds_text_add(meant, part, length);
            separator = *end == ':' ? ':' : '+';
        }
        for (at = end; *at != '\0' && !is_type_octet(*at);) {
            at++;
        }
    }
}

static bool find_whole(const struct ddds_application *application,
                       const char *services, char meant[REGISTRY_WORD_SIZE])
{
    if (application == ddds_application_peppol()) {
        snprintf(meant, REGISTRY_WORD_SIZE, "Meta:SMP");
        return true;
    }
    return application != NULL && !ddds_application_is_rfc3404(application) &&
           ddds_registry_find_field(application, services, meant);
}

bool ddds_services_field_suggest(const struct ddds_application *application,
                                 const char *services, struct text *meant)
{
    struct ddds_error why;
    char whole[REGISTRY_WORD_SIZE];
    if (application == ddds_application_enum()) {
        suggest_enum(services, meant);
    } else if (find_whole(application, services, whole)) {
        ddds_text_string(meant, whole);
    }
    return !meant->failed && meant->length > 0 &&
           !has_private_type(meant->bytes) &&
           strcmp(meant->bytes, services) != 0 &&
           !ddds_services_field_is_malformed(application, meant->bytes, &why);
}

/* ---- Unregistered names --------------------------------------------- */

static bool is_x_tag(struct ddds_span name)
{
    return ascii_begins_with(name.text, name.length, "x-");
}

/* Return true if |name| has a prefix of unregistered names. */
static bool is_private(struct ddds_span name)
{
    return is_x_tag(name) || ascii_begins_with(name.text, name.length, "P-");
}

/* Report |piece|, which is not a |what|. */
static void report(struct unregistered *found, struct ddds_span piece,
                   const char *what)
{
    *found = (struct unregistered){.piece = piece, .meant = ""};
    snprintf(found->what, sizeof found->what, "%s", what);
}

static bool is_resolution_service(struct ddds_span piece)
{
    return ddds_registry_has(ddds_registry_resolution_services, piece) ||
           ddds_registry_has(ddds_registry_retired_services, piece);
}

/* Find "I2C+rcds", with the protocol after a service. */
static bool find_swapped(const struct ddds_services *services,
                         struct unregistered *found)
{
    if (services->protocol_count != 1 || services->service_count != 1 ||
        !is_resolution_service(services->protocols[0]) ||
        !ddds_registry_has(ddds_registry_protocols, services->services[0])) {
        return false;
    }
    struct ddds_span service = services->protocols[0];
    struct ddds_span protocol = services->services[0];
    report(found,
           (struct ddds_span){
               service.text,
               (size_t)(protocol.text + protocol.length - service.text)},
           "protocol with its services");
    snprintf(found->meant, sizeof found->meant, "%.*s+%.*s",
             (int)protocol.length, protocol.text, (int)service.length,
             service.text);
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
        report(found, piece, "resolution service of RFC 2483");
        ddds_registry_find_like(piece, ddds_registry_resolution_services,
                                found->meant);
        found->is_retired =
            ddds_registry_has(ddds_registry_retired_services, piece);
        for (size_t k = 0;
             found->is_retired && ddds_registry_retired_services[k] != NULL;
             k++) {
            if (ascii_is_word(piece, ddds_registry_retired_services[k])) {
                snprintf(found->meant, sizeof found->meant, "%s",
                         ddds_registry_resolution_services[k % 8]);
            }
        }
        return true;
    }
    return false;
}

/* Report the type of |service|, which is not registered. */
static void report_type(struct unregistered *found, struct ddds_span service)
{
    struct ddds_span subtype = ddds_enumservice_subtype(service);
    if (subtype.text != NULL) {
        service.length = (size_t)(subtype.text - 1 - service.text);
    }
    const char *usual = ddds_enumservice_for(service);
    report(found, service, "registered Enumservice");
    if (!ddds_enumservice_find_like(service, found->meant) &&
        subtype.text == NULL && usual != NULL) {
        snprintf(found->meant, sizeof found->meant, "%s", usual);
    }
}

/* Report |service|, which lacks its subtype, or has another than those of
 * |row|. A single subtype is the correction. */
static void report_subtype(struct unregistered *found, struct ddds_span service,
                           const struct enumservice *row)
{
    report(found, service,
           ddds_enumservice_subtype(service).text == NULL
               ? "registered Enumservice without a subtype"
               : "registered Enumservice");
    found->has_no_subtype = *row->subtypes == '\0';
    if (strchr(row->subtypes, ' ') == NULL) {
        snprintf(found->meant, sizeof found->meant, "%s%s%s", row->type,
                 *row->subtypes != '\0' ? ":" : "", row->subtypes);
    }
}

static bool find_enumservice(const struct ddds_services *services,
                             struct unregistered *found)
{
    for (size_t i = 0; i < services->service_count; i++) {
        struct ddds_span service = services->services[i];
        const struct enumservice *row = ddds_enumservice_find(service);
        struct ddds_span subtype = ddds_enumservice_subtype(service);
        if (row == NULL && !is_private(service)) {
            report_type(found, service);
            return true;
        }
        if (row != NULL && (subtype.text != NULL || *row->subtypes != '\0') &&
            (subtype.text == NULL ||
             !ddds_enumservice_lists(row->subtypes, subtype))) {
            report_subtype(found, service, row);
            return true;
        }
    }
    return false;
}

/* Return true if |tag| is a service of RFC 3588 section 5.2, for old Diameter
 * nodes. */
static bool is_old_diameter(struct ddds_span tag)
{
    static const char *const tags[] = {"AAA+D2T", "AAA+D2S", NULL};
    return ddds_registry_has(tags, tag);
}

/* Write |tag| without leading zeros in its application ID (RFC 6408 section 4)
 * into |found|, if it has any. */
static void mend_application_id(struct ddds_span tag,
                                struct unregistered *found)
{
    static const char diameter[] = "aaa+ap";
    size_t length = sizeof diameter - 1;
    size_t zeros = 0;
    if (!ascii_begins_with(tag.text, tag.length, diameter)) {
        return;
    }
    while (length + zeros < tag.length && tag.text[length + zeros] == '0') {
        zeros++;
    }
    if (zeros > 0 && length + zeros < tag.length) {
        snprintf(found->meant, sizeof found->meant, "%s%.*s", diameter,
                 (int)(tag.length - length - zeros), tag.text + length + zeros);
    }
}

/* Return true if no registry has |word|, so that clients are unlikely to know
 * it. For tags that start with "x-" see
 * ddds_services_field_find_unregistered. */
static bool is_unknown(const struct ddds_application *application,
                       enum registry_place place, bool is_3gpp,
                       struct ddds_span word)
{
    char meant[REGISTRY_WORD_SIZE];
    return !is_private(word) ||
           (is_x_tag(word) &&
            (is_3gpp ||
             (ddds_registry_find_word(application, place, word, meant) &&
              is_x_tag((struct ddds_span){meant, strlen(meant)}))));
}

/* Return a tag of 3GPP without its network capabilities and UE usage types (TS
 * 29.303 annex B), which are the operator's values; other words unchanged. */
static struct ddds_span cut_values(struct ddds_span word)
{
    size_t length = word.length;
    for (size_t at = is_x_tag(word) ? length : 0; at-- > 0;) {
        const char *piece = word.text + at + 1;
        size_t rest = length - at - 1;
        if (word.text[at] != '+') {
            continue;
        }
        if (rest <= sizeof "nc-" - 1 ||
            (!ascii_begins_with(piece, rest, "nc-") &&
             !ascii_begins_with(piece, rest, "ue-"))) {
            return word;
        }
        length = at;
    }
    return (struct ddds_span){word.text, length};
}

/* Report |word|, which is not a word of |application|. */
static void report_word(struct unregistered *found,
                        const struct ddds_application *application,
                        enum registry_place place, struct ddds_span word)
{
    char citation[CITATION_SIZE];
    const char *what = place == REGISTRY_SERVICES ? "service" : "protocol";
    report(found, word, what);
    if (application->known_services == NULL ||
        application == ddds_application_s_naptr() ||
        application == ddds_application_u_naptr()) {
        snprintf(found->what, sizeof found->what, "%s %s",
                 is_x_tag(word) ? "known" : "registered S-NAPTR", what);
    } else {
        snprintf(found->what, sizeof found->what, "%s of %s", what,
                 ddds_application_cite(application, citation));
    }
    ddds_registry_find_word(application, place, word, found->meant);
}

/* Find the first of |words|, of the field |services|, that no rule of
 * |application| can have. Some are the application's own names for the text of
 * the field. */
static bool find_word(const struct ddds_application *application,
                      enum registry_place place, bool is_3gpp,
                      const char *services, const struct ddds_span *words,
                      size_t count, struct unregistered *found)
{
    uintptr_t begin = (uintptr_t)services;
    uintptr_t end = begin + strlen(services);
    for (size_t i = 0; i < count; i++) {
        struct ddds_span word = cut_values(words[i]);
        uintptr_t at = (uintptr_t)word.text;
        bool is_there = at >= begin && at < end;
        if (is_there && !is_old_diameter(word) &&
            !ddds_registry_knows(application, place, word) &&
            is_unknown(application, place, is_3gpp, word)) {
            report_word(found, application, place, word);
            return true;
        }
    }
    return false;
}

/* Find a protocol of RFC 7585 without its transport, which only consortia, whose
 * services begin with "x-", write so (lib/DECISIONS.md, "RADIUS tags"). */
static bool find_short_protocol(const struct ddds_application *application,
                                const struct ddds_services *read,
                                struct unregistered *found)
{
    static const struct {
        const char *word;
        const char *meant;
    } shorts[] = {{"radius.tls", "radius.tls.tcp"},
                  {"radius.dtls", "radius.dtls.udp"}};
    for (size_t i = 0; i < read->service_count; i++) {
        if (is_private(read->services[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < 2 * read->protocol_count; i++) {
        struct ddds_span word = read->protocols[i / 2];
        if (ascii_is_word(word, shorts[i % 2].word)) {
            report_word(found, application, REGISTRY_PROTOCOLS, word);
            snprintf(found->meant, sizeof found->meant, "%s",
                     shorts[i % 2].meant);
            return true;
        }
    }
    return false;
}

static bool find_tag(const struct ddds_application *application, bool is_3gpp,
                     const char *services, const struct ddds_services *read,
                     struct unregistered *found)
{
    if (find_word(application, REGISTRY_SERVICES, is_3gpp, services,
                  read->services, read->service_count, found)) {
        mend_application_id(found->piece, found);
        return true;
    }
    return find_short_protocol(application, read, found) ||
           find_word(application, REGISTRY_PROTOCOLS, is_3gpp, services,
                     read->protocols, read->protocol_count, found);
}

static bool find_sip_field(struct ddds_span field, struct unregistered *found)
{
    const struct ddds_application *sip = ddds_application_sip();
    if (ddds_registry_has_word(sip, REGISTRY_SERVICES, field)) {
        return false;
    }
    report(found, field, "SIP service");
    ddds_registry_find_word(sip, REGISTRY_SERVICES, field, found->meant);
    return true;
}

/* Judge the complete |field| of an unknown application. */
static bool find_any_field(struct ddds_span field, struct unregistered *found)
{
    if (is_old_diameter(field)) {
        return false;
    }
    report(found, field, "service of a known application");
    ddds_registry_find_field(NULL, field.text, found->meant);
    return true;
}

/* Replace the application's names for tags of |services|, which are in |read|,
 * by the text of the field. */
static void read_as_written(const char *services, struct ddds_services *read)
{
    struct ddds_services tags;
    tags.size = sizeof tags;
    const struct ddds_application *s_naptr = ddds_application_s_naptr();
    if (s_naptr->read_services(s_naptr, services, &tags, NULL) == DDDS_OK &&
        tags.service_count == read->service_count &&
        tags.protocol_count == read->protocol_count) {
        *read = tags;
    }
}

bool ddds_services_field_find_unregistered(
    const struct ddds_application *application, bool is_3gpp,
    const char *services, struct unregistered *found)
{
    struct ddds_services read;
    read.size = sizeof read;
    struct ddds_error why;
    struct ddds_span all = {services, strlen(services)};
    if (*services == '\0') {
        return false;
    }
    if (application == NULL) {
        return find_any_field(all, found);
    }
    if (application == ddds_application_sip()) {
        return find_sip_field(all, found);
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
    read_as_written(services, &read);
    return application->known_services != NULL &&
           find_tag(application, is_3gpp, services, &read, found);
}
