/* The RADIUS application: RFC 7585 section 3.4.3, from a realm to its servers,
 * as used by eduroam and OpenRoaming.
 *
 * Protocol tags are compared as a whole (section 2.1.1.1). A deployed pair
 * differs from the RFC: eduroam publishes "x-eduroam:radius.tls", which means
 * "radius.tls.tcp".
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "app/grammars.h"
#include "app/policies.h"
#include "app/rfc3958.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/domain.h"

/* Port if the records have none (RFC 6614 section 2.1, RFC 7360). */
enum { RADIUS_PORT = 2083 };

/* Return the realm, which starts after the last "@". */
static struct ddds_span find_realm(const struct ddds_request *request)
{
    const char *at = strrchr(request->input, '@');
    const char *realm = at != NULL ? at + 1 : request->input;
    return (struct ddds_span){realm, strlen(realm)};
}

/* Skip |word|, then |least| to three digits and a dot. Return NULL if |at|
 * does not match. */
static const char *skip_code(const char *at, const char *word, size_t least)
{
    size_t length = strlen(word);
    if (strncmp(at, word, length) != 0) {
        return NULL;
    }
    size_t digits = strspn(at + length, "0123456789");
    at += length + digits;
    return digits >= least && digits <= 3 && *at == '.' ? at + 1 : NULL;
}

/* The realms of mobile networks, wlan.mncNNN.mccNNN.3gppnetwork.org, are a
 * private tree of names; OpenRoaming publishes them in DNS below
 * pub.3gppnetwork.org (RFC 7585 section 3.4.3, step 3). */
static void make_public(struct ddds_start *start)
{
    static const char private_tree[] = "3gppnetwork.org";
    static const char public_tree[] = "pub.3gppnetwork.org";
    const char *tree = skip_code(start->key, "wlan.mnc", 2);
    tree = tree != NULL ? skip_code(tree, "mcc", 3) : NULL;
    if (tree != NULL && strcmp(tree, private_tree) == 0) {
        memcpy(start->key + (tree - start->key), public_tree,
               sizeof public_tree);
        start->note = "the realms of mobile networks are looked up below "
                      "pub.3gppnetwork.org (OpenRoaming)";
    }
}

/* The realms of EAP methods, such as tls.eap.arpa, do not exist in DNS, and
 * must not be looked up there (RFC 9965). That of EAP-NOOB is older (RFC
 * 9140). */
static void exclude(struct ddds_start *start)
{
    if (ddds_domain_is_within(start->key, "eap.arpa") ||
        ddds_domain_is_within(start->key, "eap-noob.arpa")) {
        start->beginning = DDDS_BEGIN_DIRECT;
        start->facts = NULL;
        start->note =
            "names below eap.arpa do not exist in DNS, and must not be "
            "looked up there (RFC 9965)";
    }
}

static uint16_t default_port(const struct ddds_application *self,
                             const struct ddds_services *offered)
{
    (void)self;
    (void)offered;
    return RADIUS_PORT;
}

/* Deployed pairs of tags, and the protocol tag of RFC 7585 that they mean. */
static const struct {
    const char *service;
    const char *protocol;
    const char *meant;
} deployed[] = {
    {"x-eduroam", "radius.tls", "radius.tls.tcp"},
};

static bool has_tag(const struct ddds_span *tags, size_t count, const char *tag)
{
    for (size_t i = 0; i < count; i++) {
        if (ascii_is_word(tags[i], tag)) {
            return true;
        }
    }
    return false;
}

/* Read the tags, and add the protocols that deployed pairs mean. */
ddds_status ddds_radius_read_services(const struct ddds_application *self,
                                      const char *text,
                                      struct ddds_services *services,
                                      struct ddds_error *error)
{
    ddds_status status =
        ddds_rfc3958_read_services(self, text, services, error);
    for (size_t i = 0;
         status == DDDS_OK && i < sizeof deployed / sizeof *deployed; i++) {
        if (services->protocol_count < DDDS_SERVICES_MAX &&
            has_tag(services->services, services->service_count,
                    deployed[i].service) &&
            has_tag(services->protocols, services->protocol_count,
                    deployed[i].protocol)) {
            services->protocols[services->protocol_count++] =
                (struct ddds_span){deployed[i].meant,
                                   strlen(deployed[i].meant)};
        }
    }
    return status;
}

/* The services of RFC 7585 section 2.1.1.1, and their tags at the default SRV
 * names. */
struct usual_service {
    const char *service;
    const char *over_tls;
    const char *over_dtls;
};

static const struct usual_service usual[] = {
    {"aaa+auth", "aaa+auth:radius.tls.tcp", "aaa+auth:radius.dtls.udp"},
    {"aaa+acct", "aaa+acct:radius.tls.tcp", "aaa+acct:radius.dtls.udp"},
    {"aaa+dynauth", "aaa+dynauth:radius.tls.tcp",
     "aaa+dynauth:radius.dtls.udp"},
};

/* Return the first of these services in the list |services|, or NULL. It has
 * none for eduroam, whose realms must publish their membership. */
static const struct usual_service *find_usual(const char *services)
{
    struct ddds_span item;
    while (ascii_next_item(&services, &item)) {
        for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
            if (ascii_is_word(item, usual[i].service)) {
                return &usual[i];
            }
        }
    }
    return NULL;
}

/* RFC 7542 section 2.2: a realm has two or more labels (section 3 explains
 * why), which start and end with letters or digits. |realm| starts at |offset|;
 * |key| is that realm in A-labels. */
static ddds_status check_labels(const char *key, struct ddds_span realm,
                                size_t offset, struct ddds_error *error)
{
    if (strchr(key, '.') != NULL && key[0] != '-' &&
        key[strlen(key) - 1] != '-' && strstr(key, ".-") == NULL &&
        strstr(key, "-.") == NULL) {
        return DDDS_OK;
    }
    return ddds_error_set(error, DDDS_BAD_INPUT, offset,
                          "\"%.*s%s\" is not a realm: a realm has at least two "
                          "labels, which begin and end with letters or digits "
                          "(RFC 7542 section 2.2), at %zu",
                          ERROR_QUOTE(realm.text, realm.length), offset);
}

static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    struct ddds_span realm = find_realm(request);
    size_t end = (size_t)(realm.text - request->input) + realm.length;
    if (realm.length > 0 && realm.text[realm.length - 1] == '.') {
        return ddds_error_set(error, DDDS_BAD_INPUT, end - 1,
                              "a realm has no final dot: servers that take it "
                              "for another realm forward it to themselves "
                              "(RFC 7585 section 3.4.1), at %zu",
                              end - 1);
    }
    const char *underscore = memchr(realm.text, '_', realm.length);
    if (underscore != NULL) {
        size_t at = (size_t)(underscore - request->input);
        return ddds_error_set(error, DDDS_BAD_INPUT, at,
                              "a realm has letters, digits and hyphens only "
                              "(RFC 7542 section 2.2), at %zu",
                              at);
    }
    ddds_status status =
        ddds_rfc3958_start_domain(request, realm, start, error);
    if (status == DDDS_OK) {
        status = check_labels(start->key, realm, end - realm.length, error);
    }
    if (status == DDDS_OK) {
        start->facts = find_usual(request->services != NULL ? request->services
                                                            : self->services);
        make_public(start);
        exclude(start);
    }
    return status;
}

static void add_usual(struct ddds_fallback *fallback, const char *prefix,
                      const char *realm, const char *services)
{
    size_t length = strlen(prefix);
    if (length + strlen(realm) >= DDDS_KEY_SIZE) {
        return;
    }
    size_t i = fallback->count++;
    memcpy(fallback->names[i], prefix, length);
    memcpy(fallback->names[i] + length, realm, strlen(realm) + 1);
    fallback->rules[i] = (struct ddds_rule){
        .preference = (uint16_t)i,
        .flags = "s",
        .services = services,
        .regexp = "",
        .replacement = fallback->names[i],
    };
}

/* Steps 8 and 13: if no record has the service, servers may be at the default
 * names. If a record has it but leads to no host, none exist (step 10).
 * Addresses of the realm are never used instead (section 3.3, "SRV lookup").
 * For DTLS the registered name (sections 2.1.2 and 7) precedes the name in step
 * 13. */
static void fall_back(const struct ddds_application *self,
                      const struct ddds_start *start,
                      const struct ddds_dead_end *dead_end,
                      struct ddds_fallback *fallback)
{
    (void)self;
    static const char tls[] = "_radiustls._tcp.";
    static const char dtls[] = "_radiusdtls._udp.";
    static const char dtls_of_step[] = "_radiustls._udp.";
    const struct usual_service *service = start->facts;
    if (dead_end->round > 0 || dead_end->is_published || service == NULL ||
        strlen(start->key) + strlen(dtls) >= DDDS_KEY_SIZE) {
        return;
    }
    fallback->because = "RFC 7585 section 3.4.3, step 13, and section 7";
    add_usual(fallback, tls, start->key, service->over_tls);
    add_usual(fallback, dtls, start->key, service->over_dtls);
    add_usual(fallback, dtls_of_step, start->key, service->over_dtls);
}

const struct ddds_application ddds_policy_radius = {
    .size = sizeof ddds_policy_radius,
    .name = "radius",
    .label = "RADIUS",
    .title = "the RADIUS/TLS servers of a realm",
    .specification = "RFC 7585",
    .subject = "realm",
    .example = "user@example.org",
    .first_key = "the realm itself, after the last \"@\"",
    .service = "RADIUS service",
    .first_well_known_rule = first_well_known_rule,
    .flags = "SA",
    .read_services = ddds_radius_read_services,
    .requires_tags = true,
    .services = "aaa+auth",
    .protocols = "radius.tls.tcp",
    .known_services = "aaa+auth,aaa+acct,aaa+dynauth,x-eduroam",
    .known_protocols = "radius.tls.tcp,radius.dtls.udp,radius.tls,radius.dtls",
    .known_servers =
        "radius.tls=_radsec._tcp,radius.tls=_radiustls._tcp,"
        "radius.tls.tcp=_radiustls._tcp,radius.tls.tcp=_radsec._tcp,"
        "radius.dtls=_radiusdtls._udp,radius.dtls.udp=_radiusdtls._udp,"
        "radius.dtls.udp=_radiustls._udp",
    .regexp = DDDS_REGEXP_NONE,
    .pursues_one_protocol = true,
    .fall_back = fall_back,
    .default_port = default_port,
};
