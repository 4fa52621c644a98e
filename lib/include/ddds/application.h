/* Applications of the DDDS (RFC 3401 section 3): what differs between them.
 *
 * One algorithm serves all; an application is a constant struct of policy.
 * A caller may bring one of its own.
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

/* What is asked for. Strings live as long as the resolution. */
struct ddds_request {
    const char *input;
    size_t length;        /* of |input| */
    const char *roots;    /* these three: see struct ddds_options; NULL if */
    const char *services; /* there are none */
    const char *protocols;
    bool is_local; /* an answer that needs no database is welcome */
};

/* How the first well-known rule leaves the matter. */
enum ddds_beginning {
    DDDS_BEGIN_RULES,   /* the rules at |key| are asked for */
    DDDS_BEGIN_DIRECT,  /* none are: the application's own rules for |key| do,
                           see fall_back */
    DDDS_BEGIN_UUID,    /* |uuid| is the answer; there is nothing to ask */
    DDDS_BEGIN_ADDRESS, /* |address|, which |key| spells, is the answer, for
                           what |offers| says in the way of a services field */
};

/* Where a resolution starts. The first well-known rule (RFC 3402 section 3)
 * writes the Application Unique String into |aus|, which holds |aus_size|
 * octets, no fewer than the input and 64 more, and the first key into |key|.
 * It may set the others, which are cleared:
 *
 * - |urn| and |is_urn| if the input is a URN, to say what the AUS left off
 *   (pieces of the input);
 * - |beginning|, if it is not by asking for rules, and what that needs;
 * - |port|, if the input names one: of the host that it leads to, 0 if not;
 * - |facts|, what fall_back needs to know of the input: a constant row of the
 *   application's own table, or NULL. The application owns it, and it is valid
 *   as long as the application;
 * - |services| and |protocols|, if the input narrows what may be used: lists
 *   in place of the request's, which live for ever or are the request's;
 * - |note|, which lives for ever, to say what a person should know. */
struct ddds_start {
    char *aus;
    size_t aus_size;
    char key[DDDS_KEY_SIZE];
    enum ddds_beginning beginning;
    bool is_urn;
    struct ddds_urn urn;
    struct ddds_uuid uuid;
    struct ddds_address address;
    const char *offers; /* lives for ever */
    uint16_t port;
    const void *facts;
    const char *services;
    const char *protocols;
    const char *note;
};

/* How rules came to nothing. */
struct ddds_dead_end {
    unsigned round;          /* 0: nobody has fallen back yet; 1: once ... */
    enum ddds_reason reason; /* a definite no; DDDS_REASON_RESOLVED if there was
                                no question yet (DDDS_BEGIN_DIRECT) */
    const struct ddds_rule *tried; /* of the rules at the first key, the best
                                      that would have done, or NULL */
    bool is_published; /* a rule at the first key names a requested service,
                          whether or not it could be used */
    bool is_denied;    /* servers said that they do not offer the service (RFC
                       2782: a target of "."), or the caller gave some up */
};

/* An application's own rules, which stand in for those that nobody published
 * or that led nowhere. |count| of them, sorted by nobody; they borrow |names|
 * for their replacements, or strings that live for ever. |because| lives for
 * ever, too: which standard says so, for the trace. */
#define DDDS_FALLBACK_MAX 16
struct ddds_fallback {
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

/* The policy. What is zero is the plain case. */
struct ddds_application {
    size_t size; /* set by DDDS_APPLICATION_INIT */

    /* How users call it, lower case, and what it is, in one line. */
    const char *name;
    const char *title;

    /* What an input of it is called, how the first key is made of one, and
     * what one of its services is called, for people: "URN", "the namespace
     * identifier, below urn.arpa", "resolution service". */
    const char *subject;
    const char *first_key;
    const char *service;

    /* The domain below which first keys live, and which the caller's roots
     * replace. NULL: there is none, and roots are refused with
     * DDDS_BAD_OPTION. */
    const char *root;

    /* RFC 3402 section 3: from the input to Application Unique String and
     * first key. Fails with DDDS_BAD_INPUT, or DDDS_BAD_OPTION for roots,
     * services or protocols that it cannot use. */
    ddds_status (*first_well_known_rule)(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error);

    /* The flags that it knows, of "SAUP" (RFC 3404 section 4.3). A rule with
     * any other is passed over. */
    const char *flags;

    /* Split the services field |text|. Fails with DDDS_MALFORMED if it is
     * outside the application's grammar. */
    ddds_status (*read_services)(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error);

    /* Is the |offered| service or protocol what is |wanted|? NULL: if they are
     * the same in any case. */
    bool (*is_offered)(struct ddds_span wanted, struct ddds_span offered);

    /* Must a rule name what is requested? If set, a rule fits only if it names
     * a service (a requested one, if any are requested) and, if protocols are
     * requested, one of those (RFC 3958 section 2.2.2). If not, a field that
     * names no service or no protocol fits any request (RFC 3404 section
     * 4.4). */
    bool requires_tags;

    /* What is wanted when neither the caller nor the input says, as lists;
     * NULL: anything. */
    const char *services;
    const char *protocols;

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

    /* Do preferences share out the load among rules of one order, each with
     * the weight of 65535 less itself, in place of ranking them (3GPP TS
     * 29.303)? */
    bool preference_is_weight;

    /* Are two names of hosts (flag A) names of one node, for each of its
     * interfaces (3GPP TS 29.303)? Once is then enough. NULL: they never
     * are. */
    bool (*is_same_node)(const char *one, const char *other);

    /* Must a rule's URI be absolute, that is without a fragment (RFC 6116)? */
    bool uri_is_absolute;

    /* A limit on delegations of its own, or 0. */
    unsigned max_hops;

    /* Rules to go on with when those of the first key come to a |dead_end|.
     * Asked again if they, too, come to nothing, up to four times; |fallback|
     * is cleared, and left so if there are none (any more). NULL: there never
     * are. */
    void (*fall_back)(const struct ddds_application *self,
                      const struct ddds_start *start,
                      const struct ddds_dead_end *dead_end,
                      struct ddds_fallback *fallback);

    /* The port of a host that a rule names (flag A) for what it |offered|, if
     * the input names none; 0: there is no telling. NULL: there never is. */
    uint16_t (*default_port)(const struct ddds_application *self,
                             const struct ddds_services *offered);

    /* What to tell a person when the first key is not there and the database
     * does not say why; or NULL. */
    const char *unpublished;
};
#define DDDS_APPLICATION_INIT DDDS_INIT(struct ddds_application)

/* ---- The applications that the library brings ---------------------------- */

/* Each function returns a constant application: never NULL, valid as long as
 * the library is loaded, and usable by any number of threads. */

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
 * the transports that the client supports, of udp, tcp, tls, sctp, tls-sctp, ws
 * and wss; there is one service. */
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

/* The application called |name|, or NULL; NULL for a |name| that is NULL. */
DDDS_API const struct ddds_application *ddds_application_find(const char *name);

/* All of them, NULL-terminated, in the order in which they are documented. */
DDDS_API const struct ddds_application *const *ddds_applications(void);

/* The one that |input| is for when nobody says: urn if it begins with "urn:",
 * otherwise uri, also if |input| is NULL. */
DDDS_API const struct ddds_application *ddds_application_for(const char *input);

/* ---- Applications that a file describes -------------------------------- */

/* Read the description of an application in the file at |path|, or in |length|
 * octets at |text|, which details call |name|; ddds-app(5) has the format.
 * Whoever opens one frees it, after all resolutions that use it; until then
 * several threads may use it. Its members may be changed before the first. NULL
 * on failure: DDDS_UNREADABLE, DDDS_SYNTAX with a detail that begins
 * FILE:LINE:COLUMN, DDDS_LIMIT for more than 65536 octets, DDDS_NO_MEMORY. */
DDDS_API struct ddds_application *
ddds_application_open(const char *path, struct ddds_error *error);
DDDS_API struct ddds_application *
ddds_application_read(const char *name, const char *text, size_t length,
                      struct ddds_error *error);

/* Free what one of these two gave; NULL is fine. */
DDDS_API void ddds_application_free(struct ddds_application *application);

#ifdef __cplusplus
}
#endif

#endif
