/* Applications of the DDDS (RFC 3401 section 3).
 *
 * One algorithm serves all applications. Each is a constant struct of policy,
 * and callers may write their own.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_APPLICATION_H
#define DDDS_APPLICATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/export.h>
#include <ddds/question.h>
#include <ddds/reason.h>
#include <ddds/rule.h>
#include <ddds/span.h>
#include <ddds/status.h>
#include <ddds/urn.h>
#include <ddds/uuid.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an application's first well-known rule gets. All strings are valid as
 * long as the resolution. |input| may hold any octet but NUL, and ends with
 * one. */
struct ddds_request {
    const char *input;
    size_t length;         /* of |input| */
    const char *roots;     /* as in struct ddds_options, or NULL */
    const char *services;  /* as in struct ddds_options, or NULL */
    const char *protocols; /* as in struct ddds_options, or NULL */
    bool is_local;         /* prefer an answer that needs no database */
};

/* The closeness of hosts that are one node. */
#define DDDS_COLLOCATED ((unsigned)-1)

/* What to do after the first well-known rule. */
enum ddds_beginning {
    DDDS_BEGIN_RULES,   /* query the rules at |key| */
    DDDS_BEGIN_DIRECT,  /* no query; use the rules of fall_back() for |key| */
    DDDS_BEGIN_UUID,    /* no query; |uuid| is the outcome */
    DDDS_BEGIN_ADDRESS, /* no query; the outcome is |address|, of which |key| is
                           the text, and |offers| its services field; if that
                           is NULL, one outcome for each rule of fall_back()
                           that the client wants */
};

/* The start of a resolution. The first well-known rule (RFC 3402 section 3)
 * writes the Application Unique String to |aus|, which holds |aus_size|
 * octets, at least 64 more than the input has, and the first key to |key|. It
 * may set the other members, which are zero before:
 *
 * - |urn| and |is_urn| if the input is a URN; |urn| has pieces of the input;
 * - |beginning| if it is not a query for rules, and the member that this
 *   needs;
 * - |port| if the input has one, which the hosts in the outcome get;
 * - |only_protocols|, if the input allows only these: a list. Others that are
 *   wanted are left out; if none is left, there is no outcome;
 * - |host_without_servers|: a fallback rule with the flag A comes into effect
 *   only if the rule with the flag S that was tried before it, for the same
 *   services, names SRV records that do not exist (RFC 2782);
 * - |facts|, what fall_back needs to know of the input: a constant row of the
 *   application's own table, or NULL. The application owns it, and it is valid
 *   as long as the application;
 * - |services| and |protocols|, if the input restricts them: lists that
 *   replace those of the request, in static storage or from the request;
 * - |note|, a remark for people in static storage; why there is no outcome, if
 *   |beginning| is DDDS_BEGIN_DIRECT and there are no rules. */
struct ddds_start {
    char *aus;
    size_t aus_size;
    char key[DDDS_KEY_SIZE];
    char only_protocols[DDDS_FIELD_SIZE];
    enum ddds_beginning beginning;
    bool is_urn;
    struct ddds_urn urn;
    struct ddds_uuid uuid;
    struct ddds_address address;
    const char *offers; /* static storage, or NULL */
    uint16_t port;
    bool host_without_servers;
    const void *facts;
    const char *services;
    const char *protocols;
    const char *note;
};

/* How the rules at a key led to no outcome. After fall_back has named another
 * key, or given rules, the rules there are those at the first key. */
struct ddds_dead_end {
    unsigned round;          /* how often fall_back has been called before */
    enum ddds_reason reason; /* definite; DDDS_REASON_RESOLVED if there was no
                                question yet (DDDS_BEGIN_DIRECT) */
    const struct ddds_rule *tried; /* the best acceptable rule at the first
                                      key, or NULL */
    bool is_published; /* a rule at the first key, in this round or before,
                          offers a requested service, even if it is unusable */
    bool is_denied;    /* SRV records deny the service (RFC 2782: the target
                          "."), or the caller rejected a result */
};

/* The maximum number of fallback rules. */
#define DDDS_FALLBACK_MAX 16

/* What an application does if no rules are published or those led to no
 * outcome. Either it has |count| rules of its own, in any order, whose strings
 * are in |names| or in static storage; |because|, in static storage, names the
 * standard for the trace. Or the rules at |key| come next, if that is not "".
 * Without either, |because| says why, as the note of a result without outcomes;
 * or it is NULL. */
struct ddds_fallback {
    char key[DDDS_KEY_SIZE];
    size_t count;
    struct ddds_rule rules[DDDS_FALLBACK_MAX];
    char names[DDDS_FALLBACK_MAX][DDDS_KEY_SIZE];
    const char *because;
};

/* Which substitution expressions an application's rules may have. */
enum ddds_regexp_use {
    DDDS_REGEXP_ANY,      /* RFC 3404 */
    DDDS_REGEXP_CONSTANT, /* "!.*!URI!" with the flag U only: RFC 4848 section
                             2.2 */
    DDDS_REGEXP_NONE,     /* RFC 3958 section 2.2 */
};

/* The policy of an application. Zero in a member means the default; |name|,
 * |flags|, |first_well_known_rule| and |read_services| are required. */
struct ddds_application {
    size_t size; /* set by DDDS_APPLICATION_INIT */

    /* Its name for users, in lower case; its name in messages, for example
     * "LoST", or NULL if that is |name|; a title of one line; and the
     * specification that defines it, for example "RFC 6116", or NULL. */
    const char *name;
    const char *label;
    const char *title;
    const char *specification;

    /* For people: the kind of input, how the first key is derived from it, and
     * the kind of service, for example "URN", "the namespace identifier, below
     * urn.arpa" and "resolution service". */
    const char *subject;
    const char *first_key;
    const char *service;

    /* An input, for people; or NULL. */
    const char *example;

    /* The domain below which first keys are, which the caller's roots replace.
     * "": the caller has to give one. NULL: none; roots are rejected with
     * DDDS_BAD_OPTION. */
    const char *root;

    /* Derive the Application Unique String and the first key from the input
     * (RFC 3402 section 3). Fails with DDDS_BAD_INPUT, or with DDDS_BAD_OPTION
     * for unsupported roots, services or protocols. */
    ddds_status (*first_well_known_rule)(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error);

    /* The flags that it knows, some of "SAUPD" (RFC 3404 section 4.3, RFC 7553
     * section 5.2), and digits, which are for experiments: their output is that
     * of the flag P. With "p" in place of "P", a rule with this flag is not
     * terminal (LoRaWAN Backend Interfaces section 19.1). Rules with other
     * flags are skipped. */
    const char *flags;

    /* Split the services field |text| into |services|, of which it writes no
     * more than the size that this says. Fails with DDDS_MALFORMED if |text| is
     * outside the application's grammar; those of the library fail with
     * DDDS_BAD_OPTION if |services| does not say its size. */
    ddds_status (*read_services)(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error);

    /* Whether the |offered| service or protocol is what the client asks for.
     * NULL: compare them, ignoring case. */
    bool (*is_offered)(const struct ddds_application *self,
                       struct ddds_span wanted, struct ddds_span offered);

    /* Must a rule name what is requested? If set, a rule fits only if it names
     * a service (a requested one, if any are requested) and, if protocols are
     * requested, one of those (RFC 3958 section 2.2.2). If not, a field that
     * names no service or no protocol fits any request (RFC 3404 section
     * 4.4). */
    bool requires_tags;

    /* Does a rule that names a service and no protocol offer every protocol
     * (RFC 6408 section 5, steps c and e)? Otherwise it fits only if no
     * protocol is requested. It matters only with |requires_tags|. */
    bool protocol_is_optional;

    /* The service |general_service| is for all services whose names begin with
     * |service_family| (RFC 6408 section 5). If it is wanted, any of them will
     * do. If one of them is wanted, a rule that offers the general service will
     * do, too, unless a rule at the same key offers one of the family. Both are
     * NULL, or neither is. */
    const char *general_service;
    const char *service_family;

    /* The services and protocols to look for if neither the caller nor the
     * input restricts them, as lists; NULL: any. */
    const char *services;
    const char *protocols;

    /* The services and protocols that the application's specification or
     * registry has, as lists, for checks of zones (check.h): others are
     * probably mistakes. NULL: any can be meant. */
    const char *known_services;
    const char *known_protocols;

    /* The SRV records that services have, for checks of zones, as a list of
     * items TAG=LABELS: of a rule whose services field is TAG, or names TAG as
     * a protocol, the first labels of the replacement are LABELS, for example
     * "_turn._udp". A TAG with several items may have any of them; the first
     * has the registered name. NULL: none are known. */
    const char *known_servers;

    enum ddds_regexp_use regexp;

    /* Does a rule that is not terminal go by its replacement alone, whatever
     * its services and its expression are (RFC 6116 section 5.2.1)? */
    bool delegates_by_replacement;

    /* Once a rule has matched, are rules of a worse order closed (RFC 3403
     * section 4.1, RFC 3404 section 6), or still considered (RFC 3958 section
     * 2.2.2, RFC 6116 section 5.2)? */
    bool order_closes;

    /* Is one protocol, of those that the first key offers, pursued through
     * every key before another is begun (RFC 3958 section 2.2.5)? A rule then
     * leads to an outcome for each of its protocols. */
    bool pursues_one_protocol;

    /* Does the rank of the rules at the first key decide which protocol is
     * pursued first, and the order of the client only among protocols of rules
     * of one order and preference (RFC 5928 section 3, step 4)? Otherwise the
     * order of the client decides. */
    bool ranks_protocols;

    /* Do preferences share out the load among rules of one order, each with
     * the weight of 65535 less itself, in place of ranking them (3GPP TS
     * 29.303)? */
    bool preference_is_weight;

    /* Does the order of the requested services decide before the order and the
     * preference of rules (RFC 8917 section 3)? */
    bool service_decides;

    /* Are two names of hosts (flag A) names of one node, for each of its
     * interfaces (3GPP TS 29.303)? Once is then enough. NULL: they never
     * are. */
    bool (*is_same_node)(const struct ddds_application *self, const char *one,
                         const char *other);

    /* How close are two hosts in the network (3GPP TS 29.303 section 4.3.2):
     * DDDS_COLLOCATED if they are one node, else how many labels their names
     * have in common, counted from the right; 0 if that says nothing. |near| is
     * one that the client named. NULL: closeness means nothing, and the option
     * |near| is an error. */
    unsigned (*closeness)(const struct ddds_application *self, const char *host,
                          const char *near);

    /* Must a rule's URI be absolute, that is without a fragment (RFC 6116)? */
    bool uri_is_absolute;

    /* The default of the option max_hops; 0: 16. */
    unsigned max_hops;

    /* Write what to continue with after a |dead_end| to |fallback|, which is
     * zero before; leave it so if there is nothing more. Called again, up to
     * eight times in all, if that leads to no outcome. NULL: nothing. */
    void (*fall_back)(const struct ddds_application *self,
                      const struct ddds_start *start,
                      const struct ddds_dead_end *dead_end,
                      struct ddds_fallback *fallback);

    /* Does fall_back continue after a temporary failure, too (RFC 8686 section
     * 3.5)? */
    bool passes_failures;

    /* The port of a host of a rule with the flag A and the services |offered|,
     * if the input has no port; 0 if unknown. NULL: always unknown. */
    uint16_t (*default_port)(const struct ddds_application *self,
                             const struct ddds_services *offered);

    /* An explanation for people if the first key does not exist and the
     * database gives no detail; or NULL. */
    const char *unpublished;

    /* Do the rules at |key| list hosts (3GPP TS 23.003 section 28.3.2.2.5)?
     * Their replacements are then hosts, and rules need neither a service nor
     * the flag A. NULL: they never do. */
    bool (*lists_hosts)(const struct ddds_application *self, const char *key);

    /* For the application's own functions, which get it as |self|; nothing else
     * reads it. That of a described application is its description, which
     * copies of the application share: it is valid as long as the original. */
    const void *data;
};
#define DDDS_APPLICATION_INIT DDDS_INIT(struct ddds_application)

/* ---- The applications of the library ------------------------------------- */

/* Each of these functions returns a constant application in static storage,
 * never NULL, which any number of threads may use. */

/* URN: RFC 3404, by the namespace of a URN, below urn.arpa. */
DDDS_API const struct ddds_application *ddds_application_urn(void);

/* URI: RFC 3404, by the scheme of a URI, below uri.arpa. */
DDDS_API const struct ddds_application *ddds_application_uri(void);

/* ENUM: RFC 6116, from a telephone number such as "+44 20 7946 0148". Services
 * are Enumservices, "sip" or "email:mailto"; there are no protocols. */
DDDS_API const struct ddds_application *ddds_application_enum(void);

/* S-NAPTR: RFC 3958, from a domain, by the tag of a service. */
DDDS_API const struct ddds_application *ddds_application_s_naptr(void);

/* U-NAPTR: RFC 4848, which adds URIs to S-NAPTR. */
DDDS_API const struct ddds_application *ddds_application_u_naptr(void);

/* SIP: RFC 3263 section 4, from a SIP or SIPS URI, or a domain. Protocols are
 * the transports that the client supports, of udp, tcp, tls, sctp, tls-sctp,
 * ws and wss; there is one service. */
DDDS_API const struct ddds_application *ddds_application_sip(void);

/* Peppol: OASIS BDXL, from a participant's identifier, SCHEME::VALUE. The root
 * is the zone of the SML. */
DDDS_API const struct ddds_application *ddds_application_peppol(void);

/* RADIUS: RFC 7585, from a realm or a user name with a realm; with the service
 * tags that are deployed. */
DDDS_API const struct ddds_application *ddds_application_radius(void);

/* 3GPP: TS 29.303, from the domain of an access point, a tracking area or a
 * node. Services are "x-3gpp-pgw" and the like, protocols "x-s5-gtp". */
DDDS_API const struct ddds_application *ddds_application_three_gpp(void);

/* DDI: RFC 9517, from a URN of the namespace "ddi", by the agency that it
 * names; U-NAPTR after the first key. */
DDDS_API const struct ddds_application *ddds_application_ddi(void);

/* The library's application called |name|, or NULL if that is unknown or NULL.
 * Static storage. */
DDDS_API const struct ddds_application *ddds_application_find(const char *name);

/* All applications of the library, followed by NULL: URN and URI, then in the
 * order of ddds-apps(7). Most have no function of their own here, and are found
 * by name. Static storage. */
DDDS_API const struct ddds_application *const *ddds_applications(void);

/* The default application for |input|: that of ddds_application_urn if it
 * begins with "urn:", otherwise, or if it is NULL, that of
 * ddds_application_uri. Never NULL. */
DDDS_API const struct ddds_application *ddds_application_for(const char *input);

/* ---- Applications that a file describes -------------------------------- */

/* Read the description of an application from the file |path|, in the format
 * of ddds-app(5). The caller frees the application with ddds_application_free,
 * after all resolutions that use it. Its members may be changed before the
 * first use; then any number of threads may use it. Returns NULL on failure:
 * DDDS_UNREADABLE, DDDS_SYNTAX (the detail begins FILE:LINE:COLUMN),
 * DDDS_LIMIT (more than 65536 octets) or DDDS_NO_MEMORY. */
DDDS_API struct ddds_application *
ddds_application_open(const char *path, struct ddds_error *error);

/* Read the description of an application from the |length| octets at |text|,
 * in the format of ddds-app(5); messages call it |name|. The caller frees the
 * application with ddds_application_free, after all resolutions that use it.
 * Its members may be changed before the first use; then any number of threads
 * may use it. Returns NULL on failure: DDDS_SYNTAX (the detail begins
 * NAME:LINE:COLUMN), DDDS_LIMIT (more than 65536 octets) or DDDS_NO_MEMORY. */
DDDS_API struct ddds_application *
ddds_application_read(const char *name, const char *text, size_t length,
                      struct ddds_error *error);

/* Free |application|, which ddds_application_open or ddds_application_read
 * returned; it may be NULL. */
DDDS_API void ddds_application_free(struct ddds_application *application);

#ifdef __cplusplus
}
#endif

#endif
