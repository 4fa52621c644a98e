/* Options of a resolution: capabilities of the client, and limits.
 *
 * ddds_resolve and ddds_engine_new take them. They change which answers are
 * acceptable, never how the algorithm of RFC 3402 works.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_OPTIONS_H
#define DDDS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ddds_step; /* result.h */

/* The options of a resolution or an engine. Zero in any member means the
 * default; functions that take a pointer to this struct take NULL for all
 * defaults. Strings and contexts must stay valid until the resolution or engine
 * is freed; the struct itself is copied. */
struct ddds_options {
    size_t size; /* set by DDDS_OPTIONS_INIT */

    /* Services and protocols that the client can use: comma-separated lists in
     * order of preference, such as "I2L,I2R" and "thttp". NULL: any. A rule is
     * acceptable if it offers one of the services and one of the protocols. For
     * most applications a field without services (or without protocols)
     * satisfies every request; see |requires_tags| of struct
     * ddds_application. */
    const char *services;
    const char *protocols;

    /* Domains of first keys, instead of the application's, such as urn.arpa: a
     * comma-separated list. An entry "example.net" replaces that domain for
     * every input. An entry such as "nid:foo=urn.example.net" or
     * "scheme:http=uri.example.net" applies to a namespace or scheme, and its
     * domain is itself the first key. */
    const char *roots;

    bool dns;                   /* query the database even for inputs that need
                                   no lookup, such as urn:uuid; an entry of
                                   |roots| for all inputs, or for the
                                   namespace, implies it */
    bool all;                   /* find every outcome, not only the best */
    bool no_q;                  /* do not append the q-component of a URN to
                                   the URIs (RFC 8141 section 2.3.2) */
    bool no_addresses;          /* do not look up the addresses of hosts */
    bool require_authenticated; /* reject answers that no validating resolver
                                   has authenticated (DNSSEC) */

    unsigned max_hops;    /* delegations on a path; 0: the application's limit,
                             or 16 */
    unsigned max_queries; /* DNS queries per input, including repetitions and
                             those for aliases. A question counts at least as
                             one, for addresses as two. 0: 64 */

    /* Milliseconds from the start of a resolution until it ends with
     * DDDS_REASON_TIMEOUT; 0: never. This is for ddds_resolve and
     * ddds_resolution_start. An engine reads no clock and ignores it: its
     * caller must call ddds_engine_stop when the time is over. */
    unsigned deadline;

    /* Return 32 random bits for the weighted choice among servers of equal
     * priority (RFC 2782). If NULL, an engine prefers the server with the
     * greater weight, and a resolution uses random numbers seeded by the
     * system. */
    uint32_t (*random)(void *context);
    void *random_context; /* passed to |random| */

    /* Names of the client's own hosts: a comma-separated list, in any case,
     * with optional final dots. A proxy must not send to itself (RFC 7585
     * sections 3.4.3, step 19, and 3.4.4), so these servers are removed from
     * the outcome, whose |note| lists them. A rule without other hosts is a
     * dead end: DDDS_REASON_NO_SERVERS. NULL: none. */
    const char *own_hosts;

    /* Names of hosts or nodes, a comma-separated list in order of preference,
     * in any case, with optional final dots. They are the other list when a
     * pair of nodes is selected (3GPP TS 29.303 section 4.3.2). All outcomes
     * are found, as with |all|. Those closest to one of these hosts come first;
     * ties are ordered by this list, then by the original order. The same
     * applies to the endpoints of an outcome. NULL: no such order. */
    const char *near;

    /* Called with each step after its question has been answered and its rules
     * have been judged, for progress or logs; or NULL. Later steps may change
     * verdicts: a chosen rule may become a dead end. Steps without a question
     * are only in the result. |step| is valid until this returns; it must not
     * use the engine or the resolution. */
    void (*on_step)(void *context, const struct ddds_step *step);
    void *step_context; /* passed to |on_step| */

    /* Sort records that tie, such as rules of the same order and preference, in
     * the canonical order of RFC 4034 section 6.3, for reproducible results.
     * Name servers return them in any order. Otherwise they remain in the order
     * of the answer. */
    bool sorts_ties;

    unsigned max_steps; /* limit for all matches of expressions; a step that
                           reads many octets counts as several; 0: 1,500,000, a
                           few hundredths of a second */

    /* Called with the octets of memory that a resolution would use with an
     * answer, before it takes the answer. Not included are outputs of the rules
     * and their compiled expressions, which may take several times as much.
     * Called again with all octets that it uses afterwards, unless it is done:
     * not after the last answer. If it returns false, the resolution ends
     * with DDDS_REASON_LIMIT. It must not use the resolution. NULL: always
     * true. Ignored by engines, and by resolutions with zones in memory, which
     * are done immediately. */
    bool (*may_hold)(void *context, size_t octets);
    void *holding_context; /* passed to |may_hold| */
};
#define DDDS_OPTIONS_INIT DDDS_INIT(struct ddds_options)

#ifdef __cplusplus
}
#endif

#endif
