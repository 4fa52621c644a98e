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

/* Input of an application's first well-known rule. All strings are valid as
 * long as the resolution. |input| is NUL-terminated, and may contain any other
 * octet. */
struct ddds_request {
    const char *input;
    size_t length;         /* of |input| */
    const char *roots;     /* as in struct ddds_options, or NULL */
    const char *services;  /* as in struct ddds_options, or NULL */
    const char *protocols; /* as in struct ddds_options, or NULL */
    bool is_local;         /* prefer an answer that needs no database, unless
                            |roots| have a key for the input */
};

/* The closeness of host names of the same node. */
#define DDDS_COLLOCATED ((unsigned)-1)

/* The step after the first well-known rule. */
enum ddds_beginning {
    DDDS_BEGIN_RULES,   /* query the rules at |key| */
    DDDS_BEGIN_DIRECT,  /* no query; use the rules of fall_back() for |key| */
    DDDS_BEGIN_UUID,    /* no query; |uuid| is the outcome */
    DDDS_BEGIN_ADDRESS, /* no query; the outcome is |address|, with the text
                           |key| and the services field |offers|; if that is
                           NULL, an outcome for each rule of fall_back() that
                           the client accepts */
};

/* The start of a resolution. The first well-known rule (RFC 3402 section 3)
 * writes the Application Unique String to |aus|, which holds |aus_size| octets,
 * at least 64 more than the input has, and the first key to |key|, as
 * ddds_key_parse writes it, which is not checked. It may set the other members,
 * which are zero before:
 *
 * - |urn| and |is_urn| if the input is a URN; |urn| has pieces of the input;
 * - |beginning| if it is not a query for rules, and the member that this needs;
 * - |port| if the input has one, which the hosts in the outcome get;
 * - |only_protocols|, if the input allows only these: a list. Other requested
 *   protocols are ignored; if no requested one is left, there is no outcome;
 * - |host_without_servers|: a fallback rule with the flag A comes into effect
 *   only if the rule with the flag S that was tried before it, for the same
 *   services, names SRV records that do not exist (RFC 2782);
 * - |facts|, data about the input for fall_back: a constant row of the
 *   application's own table, or NULL. The application owns it, and it is valid
 *   as long as the application;
 * - |services| and |protocols|, if the input restricts them: lists that replace
 *   those of the request, in static storage or from the request;
 * - |note|, a remark for users in static storage; why there is no outcome, if
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

/* Why the rules at a key led to no outcome. After fall_back has returned
 * another key, or rules, the first key means the key of these rules. */
struct ddds_dead_end {
    unsigned round;          /* number of previous calls of fall_back */
    enum ddds_reason reason; /* definite; DDDS_REASON_RESOLVED before the first
                                question (DDDS_BEGIN_DIRECT) */
    const struct ddds_rule *tried; /* the best acceptable rule at the first
                                      key, or NULL */
    bool is_published; /* a rule at the first key, in this round or before,
                          offers a requested service, even if it is unusable */
    bool is_denied;    /* SRV records deny the service (RFC 2782: the target
                          "."), or the caller rejected a result */
};

/* The maximum number of fallback rules. */
#define DDDS_FALLBACK_MAX 16

/* How to continue if no rules are published or those led to no outcome. Either
 * |count| rules of the application, in any order, with strings in |names| or
 * static storage; |because|, in static storage, is then the standard for the
 * trace. Or the rules at |key|, unless it is "". Without either, |because| is
 * the note of a result without outcomes, or NULL. */
struct ddds_fallback {
    char key[DDDS_KEY_SIZE];
    size_t count;
    struct ddds_rule rules[DDDS_FALLBACK_MAX];
    char names[DDDS_FALLBACK_MAX][DDDS_KEY_SIZE];
    const char *because;
};

/* The substitution expressions that an application allows. */
enum ddds_regexp_use {
    DDDS_REGEXP_ANY,      /* RFC 3404 */
    DDDS_REGEXP_CONSTANT, /* "!.*!URI!" with the flag U only: RFC 4848 section
                             2.2 */
    DDDS_REGEXP_NONE,     /* RFC 3958 section 2.2 */
};

/* The policy of an application. Zero means the default; |name|, |flags|,
 * |first_well_known_rule| and |read_services| are required. */
struct ddds_application {
    size_t size; /* set by DDDS_APPLICATION_INIT */

    /* Texts for users: the name, in lower case; the name in messages, for
     * example "LoST", or NULL if it equals |name|; a title of one line. Then
     * the specification, for example "RFC 6116", or NULL. */
    const char *name;
    const char *label;
    const char *title;
    const char *specification;

    /* Texts for users: the kind of input, the derivation of the first key, and
     * the kind of service, for example "URN", "the namespace identifier, below
     * urn.arpa" and "resolution service". */
    const char *subject;
    const char *first_key;
    const char *service;

    /* An example of an input, for users; or NULL. */
    const char *example;

    /* The domain of first keys, which the caller's roots replace. "": the
     * caller must give a root. NULL: none; roots are rejected with
     * DDDS_BAD_OPTION. */
    const char *root;

    /* Derive the Application Unique String and the first key from the input
     * (RFC 3402 section 3). Fails with DDDS_BAD_INPUT, or with DDDS_BAD_OPTION
     * for unsupported roots, services or protocols, and must then also fill
     * |error|, unless that is NULL, as ddds_error_set does. */
    ddds_status (*first_well_known_rule)(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error);

    /* The known flags, some of "SAUPD" (RFC 3404 section 4.3, RFC 7553 section
     * 5.2), and digits, which are for experiments: their output is that of the
     * flag P. With "p" instead of "P", a rule with this flag is not terminal
     * (LoRaWAN Backend Interfaces section 19.1). Other letters are
     * DDDS_BAD_OPTION. Rules with other flags are skipped. */
    const char *flags;

    /* Split the services field |text| into |services|, whose |size| limits the
     * written members. Fails with DDDS_MALFORMED if |text| is outside of the
     * application's grammar; functions of the library fail with DDDS_BAD_OPTION
     * if the size is not set. */
    ddds_status (*read_services)(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error);

    /* Return true if the |offered| service or protocol satisfies |wanted|.
     * NULL: compare them, ignoring case. */
    bool (*is_offered)(const struct ddds_application *self,
                       struct ddds_span wanted, struct ddds_span offered);

    /* Rules must name what is requested: a service (a requested one, if any
     * are) and, if protocols are requested, one of these (RFC 3958 section
     * 2.2.2). Otherwise a field without services or without protocols satisfies
     * any request (RFC 3404 section 4.4). */
    bool requires_tags;

    /* A rule with a service and no protocol offers every protocol (RFC 6408
     * section 5, steps c and e). Otherwise it is only acceptable if no protocol
     * is requested. Only relevant with |requires_tags|. */
    bool protocol_is_optional;

    /* The general service for all services whose names start with
     * |service_family| (RFC 6408 section 5). Any of them satisfies a request
     * for the general service. The general service satisfies a request for one
     * of them, unless a rule at the same key offers a service of the family.
     * Both are NULL, or neither is. */
    const char *general_service;
    const char *service_family;

    /* Default services and protocols, as lists, unless the caller or the input
     * restricts them; NULL: any. */
    const char *services;
    const char *protocols;

    /* The services and protocols of the application's specification or
     * registry, as lists, for checks of zones (check.h): others are probably
     * mistakes. NULL: any is possible. The services may be complete fields. */
    const char *known_services;
    const char *known_protocols;

    /* SRV names of services, for checks of zones, as a list of items
     * TAG=LABELS. A rule with the services field TAG, or with TAG as a protocol
     * in it, has a replacement that starts with LABELS, for example
     * "_turn._udp". Of several items with the same TAG, any is valid, and the
     * first has the registered name. NULL: unknown. */
    const char *known_servers;

    enum ddds_regexp_use regexp;

    /* Rules that are not terminal use only their replacement, regardless of
     * services and expression (RFC 6116 section 5.2.1). */
    bool delegates_by_replacement;

    /* After a rule has matched, worse orders are closed (RFC 3403 section 4.1,
     * RFC 3404 section 6). Otherwise they are still considered (RFC 3958
     * section 2.2.2, RFC 6116 section 5.2). */
    bool order_closes;

    /* A protocol, of those that the first key offers, is pursued through every
     * key before the next (RFC 3958 section 2.2.5). A rule then leads to an
     * outcome for each of its protocols. */
    bool pursues_one_protocol;

    /* The rank of the rules at the first key determines the order of protocols.
     * The client's order only applies within rules of the same order and
     * preference (RFC 5928 section 3, step 4). Otherwise the client's order
     * determines it. */
    bool ranks_protocols;

    /* Preferences balance the load among rules of the same order, with the
     * weight 65535 minus preference, instead of ranking them (3GPP TS
     * 29.303). */
    bool preference_is_weight;

    /* The order of requested services precedes order and preference of rules
     * (RFC 8917 section 3). */
    bool service_decides;

    /* Return true if two host names (flag A) belong to the same node, for its
     * interfaces (3GPP TS 29.303), so that one outcome is enough. NULL: they
     * never do. */
    bool (*is_same_node)(const struct ddds_application *self, const char *one,
                         const char *other);

    /* Return the closeness of two hosts in the network (3GPP TS 29.303 section
     * 4.3.2). It is DDDS_COLLOCATED for the same node, else the number of
     * common labels from the right; 0 if that is meaningless. |near| was named
     * by the client. NULL: the option |near| is an error. */
    unsigned (*closeness)(const struct ddds_application *self, const char *host,
                          const char *near);

    /* URIs of rules must be absolute, without a fragment (RFC 6116). */
    bool uri_is_absolute;

    /* The default of the option max_hops; 0: 16. */
    unsigned max_hops;

    /* Write the continuation after a |dead_end| to |fallback|, which is zero
     * initially. If |key| and |count| remain zero, the dead end is final. If
     * the continuation leads to no outcome, this is called again, at most eight
     * times in total. NULL: every dead end is final. */
    void (*fall_back)(const struct ddds_application *self,
                      const struct ddds_start *start,
                      const struct ddds_dead_end *dead_end,
                      struct ddds_fallback *fallback);

    /* fall_back continues after temporary failures, too (RFC 8686 section
     * 3.5). */
    bool passes_failures;

    /* Return the port of a host of a rule with the flag A and the services
     * |offered|, if the input has none; 0 if unknown. NULL: always unknown. */
    uint16_t (*default_port)(const struct ddds_application *self,
                             const struct ddds_services *offered);

    /* An explanation for users if the first key does not exist and the database
     * has no detail; or NULL. */
    const char *unpublished;

    /* Return true if the rules at |key| list hosts (3GPP TS 23.003 section
     * 28.3.2.2.5). Their replacements are then hosts, without need for a
     * service or the flag A. NULL: they never do. */
    bool (*lists_hosts)(const struct ddds_application *self, const char *key);

    /* For the application's own functions, which get it as |self|. In a
     * described application it is the description, shared by copies of the
     * application, and valid as long as the original. */
    const void *data;
};
#define DDDS_APPLICATION_INIT DDDS_INIT(struct ddds_application)

/* ---- The applications of the library ------------------------------------- */

/* Each of these functions returns a constant application in static storage,
 * usable by any number of threads; never NULL. */

/* URN: RFC 3404, by the namespace of a URN, below urn.arpa. */
DDDS_API const struct ddds_application *ddds_application_urn(void);

/* URI: RFC 3404, by the scheme of a URI, below uri.arpa. */
DDDS_API const struct ddds_application *ddds_application_uri(void);

/* ENUM: RFC 6116, from a telephone number such as "+44 20 7946 0148". Services
 * are Enumservices, "sip" or "email:mailto"; protocols are refused. */
DDDS_API const struct ddds_application *ddds_application_enum(void);

/* S-NAPTR: RFC 3958, from a domain, by the tag of a service. */
DDDS_API const struct ddds_application *ddds_application_s_naptr(void);

/* U-NAPTR: RFC 4848, which adds URIs to S-NAPTR. */
DDDS_API const struct ddds_application *ddds_application_u_naptr(void);

/* SIP: RFC 3263 section 4, from a SIP or SIPS URI, or a domain. Protocols are
 * the transports that the client supports, of udp, tcp, tls, sctp, tls-sctp, ws
 * and wss; services are refused. */
DDDS_API const struct ddds_application *ddds_application_sip(void);

/* Peppol: OASIS BDXL, from a participant's identifier, SCHEME::VALUE. The root
 * is the zone of the SML. */
DDDS_API const struct ddds_application *ddds_application_peppol(void);

/* RADIUS: RFC 7585, from a realm or a user name with a realm; with deployed
 * service tags. */
DDDS_API const struct ddds_application *ddds_application_radius(void);

/* 3GPP: TS 29.303, from the domain of an access point, a tracking area or a
 * node. Services are "x-3gpp-pgw" and similar, protocols "x-s5-gtp". */
DDDS_API const struct ddds_application *ddds_application_three_gpp(void);

/* DDI: RFC 9517, from a URN of the namespace "ddi", by its agency; U-NAPTR
 * after the first key. */
DDDS_API const struct ddds_application *ddds_application_ddi(void);

/* Return the library's application |name|; NULL if |name| is unknown or NULL.
 * Static storage. */
DDDS_API const struct ddds_application *ddds_application_find(const char *name);

/* Return all applications of the library, NULL-terminated: URN and URI, then in
 * the order of ddds-apps(7). Most have no function here, and are found by name.
 * Static storage. */
DDDS_API const struct ddds_application *const *ddds_applications(void);

/* Return the default application for |input|: that of ddds_application_urn if
 * it starts with "urn:"; otherwise, or if it is NULL, that of
 * ddds_application_uri. Never NULL. */
DDDS_API const struct ddds_application *ddds_application_for(const char *input);

/* ---- Described applications -------------------------------------------- */

/* Read the description of an application from the file |path|, in the format of
 * ddds-app(5). The caller frees the application with ddds_application_free,
 * after all resolutions that use it. Its members may be changed before the
 * first use; then any number of threads may use it. Returns NULL on failure:
 * DDDS_UNREADABLE, DDDS_SYNTAX (the detail starts with FILE:LINE:COLUMN),
 * DDDS_LIMIT (more than 65536 octets) or DDDS_NO_MEMORY. */
DDDS_API struct ddds_application *
ddds_application_open(const char *path, struct ddds_error *error);

/* Read the description of an application from the |length| octets at |text|, in
 * the format of ddds-app(5); messages call it |name|. The caller frees the
 * application with ddds_application_free, after all resolutions that use it.
 * Its members may be changed before the first use; then any number of threads
 * may use it. Returns NULL on failure: DDDS_SYNTAX (the detail starts with
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
