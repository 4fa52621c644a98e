/* The SIP application: RFC 3263 section 4, from a SIP or SIPS URI to servers
 * and transports.
 *
 * The services field determines the transport. Records for unsupported
 * transports are ignored, regardless of order (section 4.1). If the domain
 * publishes no usable records, the client looks up SRV records for each of its
 * transports, then the addresses of the domain; these are fallback rules
 * (lib/DECISIONS.md, "SIP"). A port, a transport parameter or an address in the
 * URI makes some of these steps unnecessary (section 4.2).
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "app/grammars.h"
#include "app/policies.h"
#include "app/sip_uri.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/text.h"
#include "rule/services.h"

/* A transport: the library's |name|, and those in URIs, NAPTR and SRV records
 * (RFC 3263 section 8, RFC 4168, RFC 7118). WebSocket has no registered SRV
 * names. */
struct transport {
    const char *name;
    const char *parameter;
    const char *services;
    const char *servers; /* or NULL */
    uint16_t port;
    bool is_secure;
};

static const struct transport transports[] = {
    {"udp", "udp", "SIP+D2U", "_sip._udp.", 5060, false},
    {"tcp", "tcp", "SIP+D2T", "_sip._tcp.", 5060, false},
    {"tls", "tcp", "SIPS+D2T", "_sips._tcp.", 5061, true},
    {"sctp", "sctp", "SIP+D2S", "_sip._sctp.", 5060, false},
    {"tls-sctp", "sctp", "SIPS+D2S", "_sips._sctp.", 5061, true},
    {"ws", "ws", "SIP+D2W", NULL, 80, false},
    {"wss", "ws", "SIPS+D2W", NULL, 443, true},
};
enum { TRANSPORTS = sizeof transports / sizeof *transports };

_Static_assert(TRANSPORTS <= (int)DDDS_FALLBACK_MAX,
               "each transport may need a rule");

#define KNOWN_TRANSPORTS "udp, tcp, tls, sctp, tls-sctp, ws and wss"

static const struct transport *find_transport(struct ddds_span name)
{
    for (size_t i = 0; i < TRANSPORTS; i++) {
        if (ascii_is_word(name, transports[i].name)) {
            return &transports[i];
        }
    }
    return NULL;
}

/* ---- Properties of the input -------------------------------------------- */

/* Return true for a SIPS URI, which alone restricts the services. */
static bool is_secure(const struct ddds_start *start)
{
    return start->services != NULL;
}

/* Return the transport in the URI, or NULL. */
static const struct transport *named(const struct ddds_start *start)
{
    return start->facts;
}

/* ---- Choice of transports ------------------------------------------------ */

/* Return the default transport for an address, or a host with a port (section
 * 4.1). */
static const struct transport *usual_transport(bool is_secure)
{
    return &transports[is_secure ? 2 : 0];
}

/* Transports, in the order of tries. */
struct choice {
    const struct transport *transports[TRANSPORTS];
    size_t count;
};

/* Return true if |transport| is certain to exist without SRV records (section
 * 4.1). */
static bool is_usual(const struct transport *transport, bool is_secure)
{
    return is_secure ? transport == usual_transport(true)
                     : transport <= &transports[1];
}

/* Choose the client's transports that suit the URI, in the client's order. */
static void choose(const struct ddds_start *start, bool only_usual,
                   struct choice *choice)
{
    const char *next = start->protocols;
    struct ddds_span name;
    choice->count = 0;
    while (ascii_next_item(&next, &name)) {
        const struct transport *transport = find_transport(name);
        if (transport != NULL && choice->count < TRANSPORTS &&
            (transport->is_secure || !is_secure(start)) &&
            (!only_usual || is_usual(transport, is_secure(start)))) {
            choice->transports[choice->count++] = transport;
        }
    }
}

/* Find the transport of the URI; or those of the client, only the default ones
 * if it has any; otherwise the transport that the URI requires, so that a
 * message can report that the client does not support it. */
static void find_choice(const struct ddds_start *start, bool only_usual,
                        struct choice *choice)
{
    if (named(start) != NULL) {
        *choice = (struct choice){{named(start)}, 1};
        return;
    }
    choose(start, only_usual, choice);
    if (choice->count == 0 && only_usual) {
        choose(start, false, choice);
    }
    if (choice->count == 0) {
        *choice = (struct choice){{usual_transport(is_secure(start))}, 1};
    }
}

/* ---- The first well-known rule ----------------------------------------- */

static ddds_status check_protocols(const char *list, struct ddds_error *error)
{
    const char *next = list;
    struct ddds_span name;
    while (ascii_next_item(&next, &name)) {
        if (name.length > 0 && find_transport(name) == NULL) {
            return ddds_error_set(
                error, DDDS_BAD_OPTION, (size_t)(name.text - list),
                "unknown protocol \"%.*s%s\"; write one of " KNOWN_TRANSPORTS,
                ERROR_QUOTE(name.text, name.length));
        }
    }
    return DDDS_OK;
}

static ddds_status check_options(const struct ddds_request *request,
                                 struct ddds_error *error)
{
    if (request->services != NULL) {
        return ddds_error_set(
            error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
            "sip does not use services; request transports as "
            "protocols, such as udp,tcp,tls");
    }
    return check_protocols(request->protocols, error);
}

/* Return the transport in the parameter of |uri|: in a SIPS URI "tcp" is TLS
 * (RFC 3261 section 26.2.2). NULL if it has none. */
static const struct transport *find_named(const struct sip_uri *uri)
{
    const struct transport *exact = find_transport(uri->transport);
    if (exact != NULL && (exact->is_secure || !uri->is_secure)) {
        return exact;
    }
    for (size_t i = 0; i < TRANSPORTS; i++) {
        if (transports[i].is_secure && uri->is_secure &&
            ascii_is_word(uri->transport, transports[i].parameter)) {
            return &transports[i];
        }
    }
    return NULL;
}

static ddds_status refuse_transport(const struct ddds_request *request,
                                    const struct sip_uri *uri,
                                    struct ddds_error *error)
{
    const struct ddds_span *transport = &uri->transport;
    bool is_known = find_transport(*transport) != NULL;
    size_t offset = (size_t)(transport->text - request->input);
    return ddds_error_set(error, DDDS_BAD_INPUT, offset,
                          "transport \"%.*s%s\" %s, at %zu",
                          ERROR_QUOTE(transport->text, transport->length),
                          is_known ? "cannot be secure, as a SIPS URI demands"
                                   : "is unknown: there are " KNOWN_TRANSPORTS,
                          offset);
}

/* Return true if the client supports |transport|. */
static bool is_supported(const struct ddds_start *start,
                         const struct transport *transport)
{
    const char *next = start->protocols;
    struct ddds_span name;
    while (ascii_next_item(&next, &name)) {
        if (find_transport(name) == transport) {
            return true;
        }
    }
    return false;
}

/* The target is an address: the input contains the answer. If the client does
 * not support the transport, use rules that report this. */
static void begin_with_address(struct ddds_start *start,
                               const struct sip_uri *uri)
{
    struct choice choice;
    find_choice(start, true, &choice);
    const struct transport *transport = choice.transports[0];
    if (!is_supported(start, transport)) {
        start->beginning = DDDS_BEGIN_DIRECT;
        return;
    }
    start->beginning = DDDS_BEGIN_ADDRESS;
    start->address = uri->address;
    start->offers = transport->services;
    start->port = uri->port != 0 ? uri->port : transport->port;
}

static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    struct sip_uri uri;
    ddds_status status = check_options(request, error);
    status = status != DDDS_OK
                 ? status
                 : ddds_sip_uri_parse(request->input, &uri, error);
    if (status != DDDS_OK) {
        return status;
    }
    const struct transport *transport =
        uri.transport.text != NULL ? find_named(&uri) : NULL;
    if (uri.transport.text != NULL && transport == NULL) {
        return refuse_transport(request, &uri, error);
    }
    memcpy(start->key, uri.target, sizeof start->key);
    struct text aus;
    ddds_text_init(&aus, start->aus, start->aus_size);
    ddds_text_string(&aus, uri.target);
    start->facts = transport;
    start->port = uri.port;
    start->services = uri.is_secure ? "SIPS" : NULL;
    start->protocols = request->protocols != NULL ? request->protocols
                       : transport != NULL        ? transport->name
                                                  : self->protocols;
    if (uri.address.length > 0) {
        begin_with_address(start, &uri);
    } else if (transport != NULL || uri.port != 0) {
        start->beginning = DDDS_BEGIN_DIRECT;
    }
    return aus.failed ? ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                       "the host is too long")
                      : DDDS_OK;
}

/* ---- Services ---------------------------------------------------------- */

/* Parse "SIP+D2U" or "SIPS+D2T". For an unknown transport the protocol is "D2"
 * and its letter, which no client requests. */
ddds_status ddds_sip_read_services(const struct ddds_application *self,
                                   const char *text,
                                   struct ddds_services *services,
                                   struct ddds_error *error)
{
    (void)self;
    if (ddds_services_clear(services, error) != DDDS_OK) {
        return DDDS_BAD_OPTION;
    }
    size_t length = strlen(text);
    size_t word = strcspn(text, "+");
    struct ddds_span service = {text, word};
    bool is_ours =
        ascii_is_word(service, "SIP") || ascii_is_word(service, "SIPS");
    if (!is_ours || length != word + 4 ||
        !ascii_equal_span(text + word, "+D2", 3) ||
        !ascii_is_alnum((unsigned char)text[word + 3])) {
        return ddds_error_set(
            error, DDDS_MALFORMED, DDDS_NO_OFFSET,
            "services \"%.*s%s\": expected \"SIP+D2\" or \"SIPS+D2\" and the "
            "letter of a transport (RFC 3263 section 4.1)",
            ERROR_QUOTE(text, length));
    }
    services->service_count = services->protocol_count = 1;
    services->services[0] = service;
    services->protocols[0] = (struct ddds_span){text + word + 1, 3};
    for (size_t i = 0; i < TRANSPORTS; i++) {
        if (ascii_equal(text, transports[i].services)) {
            const char *name = transports[i].name;
            services->protocols[0] = (struct ddds_span){name, strlen(name)};
        }
    }
    return DDDS_OK;
}

static uint16_t default_port(const struct ddds_application *self,
                             const struct ddds_services *offered)
{
    (void)self;
    const struct transport *transport =
        offered->protocol_count > 0 ? find_transport(offered->protocols[0])
                                    : NULL;
    return transport != NULL ? transport->port : 0;
}

/* ---- Fallback rules ---------------------------------------------------- */

static void add_rule(struct ddds_fallback *fallback, const char *flags,
                     const char *services, const char *replacement)
{
    size_t place = fallback->count++;
    fallback->rules[place] = (struct ddds_rule){
        .preference = (uint16_t)place,
        .flags = flags,
        .services = services,
        .regexp = "",
        .replacement = replacement,
    };
}

/* Section 4.1: SRV records below the domain, for each transport. */
static void add_servers(const struct ddds_start *start,
                        struct ddds_fallback *fallback)
{
    struct choice choice;
    find_choice(start, false, &choice);
    fallback->because = "SRV records of the domain (RFC 3263 section 4.1)";
    for (size_t i = 0; i < choice.count; i++) {
        const struct transport *transport = choice.transports[i];
        struct text name;
        ddds_text_init(&name, fallback->names[fallback->count], DDDS_KEY_SIZE);
        ddds_text_string(&name,
                         transport->servers != NULL ? transport->servers : "");
        ddds_text_string(&name, start->key);
        if (transport->servers != NULL && !name.failed) {
            add_rule(fallback, "s", transport->services, name.bytes);
        }
    }
}

/* Section 4.2: the domain is a host. |tried|, unless it is NULL, has missing
 * SRV records: its transport is fixed. */
static void add_addresses(const struct ddds_start *start,
                          const struct ddds_rule *tried,
                          struct ddds_fallback *fallback)
{
    struct choice choice;
    find_choice(start, true, &choice);
    fallback->because =
        start->port != 0
            ? "a port is named, so the host is (RFC 3263 section 4.2)"
            : "addresses of the domain (RFC 3263 section 4.2)";
    for (size_t i = 0; tried == NULL && i < choice.count; i++) {
        add_rule(fallback, "a", choice.transports[i]->services, start->key);
    }
    if (tried != NULL) {
        add_rule(fallback, "a", tried->services, start->key);
    }
}

/* Return true if SRV records are missing, and the service was not denied: then
 * addresses may be used. */
static bool lack_servers(const struct ddds_dead_end *dead_end)
{
    return dead_end->reason == DDDS_REASON_NO_SERVERS && !dead_end->is_denied &&
           dead_end->tried != NULL &&
           ddds_flags_interpret(dead_end->tried->flags, "SA") ==
               DDDS_NEXT_SERVERS;
}

static bool lack_rules(const struct ddds_dead_end *dead_end)
{
    return !dead_end->is_published &&
           (dead_end->reason == DDDS_REASON_NO_NAME ||
            dead_end->reason == DDDS_REASON_NO_DATA ||
            dead_end->reason == DDDS_REASON_NO_RULE);
}

/* Order of fallbacks:
 * 1. Before any query: a port makes the domain a host, and a transport
 *    parameter replaces the NAPTR records.
 * 2. Without usable NAPTR records: SRV records, a rule for each transport.
 * 3. Without SRV records: addresses. */
static void fall_back(const struct ddds_application *self,
                      const struct ddds_start *start,
                      const struct ddds_dead_end *dead_end,
                      struct ddds_fallback *fallback)
{
    (void)self;
    bool is_first = dead_end->round == 0;
    if (is_first && start->beginning == DDDS_BEGIN_DIRECT && start->port != 0) {
        add_addresses(start, NULL, fallback);
        return;
    }
    if (is_first &&
        (start->beginning == DDDS_BEGIN_DIRECT || lack_rules(dead_end))) {
        add_servers(start, fallback);
        if (fallback->count == 0) {
            add_addresses(start, NULL, fallback);
        }
        return;
    }
    if (lack_servers(dead_end)) {
        add_addresses(start, is_first ? dead_end->tried : NULL, fallback);
    }
}

const struct ddds_application ddds_policy_sip = {
    .size = sizeof ddds_policy_sip,
    .name = "sip",
    .label = "SIP",
    .title = "the servers for a SIP or SIPS URI",
    .specification = "RFC 3263",
    .subject = "SIP URI or domain",
    .example = "sip:alice@example.com",
    .first_key = "the host of the URI, or its maddr parameter",
    .service = "service",
    .first_well_known_rule = first_well_known_rule,
    .flags = "SA",
    .read_services = ddds_sip_read_services,
    .protocols = "udp,tcp,tls",
    .known_services = "SIP+D2U,SIP+D2T,SIPS+D2T,SIP+D2S,SIPS+D2S,SIP+D2W,"
                      "SIPS+D2W",
    .known_servers = "SIP+D2U=_sip._udp,SIP+D2T=_sip._tcp,SIPS+D2T=_sips._tcp,"
                     "SIPS+D2T=_sip._tls,SIP+D2S=_sip._sctp,"
                     "SIPS+D2S=_sips._sctp",
    .regexp = DDDS_REGEXP_NONE,
    .fall_back = fall_back,
    .default_port = default_port,
};
