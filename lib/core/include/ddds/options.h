/* Options of a resolution: what the client can use, and the limits.
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

    /* The services and the protocols that the client can use: comma-separated
     * lists in order of preference, as "I2L,I2R" and "thttp". NULL: any. A
     * rule is acceptable if it offers one of the services and one of the
     * protocols. For most applications a field without services (or without
     * protocols) fits every request; see |requires_tags| of struct
     * ddds_application. */
    const char *services;
    const char *protocols;

    /* Domains below which first keys are looked up, in place of the
     * application's own, as urn.arpa: a comma-separated list. An entry
     * "example.net" replaces that domain for every input. An entry such as
     * "nid:foo=urn.example.net" or "scheme:http=uri.example.net" applies to
     * one namespace or scheme, and its domain is itself the first key. */
    const char *roots;

    bool dns;                   /* query the database even for inputs that need
                                   no lookup, as urn:uuid; |roots| implies it */
    bool all;                   /* find every outcome, not only the best */
    bool no_q;                  /* do not append the q-component of a URN to
                                   the URIs (RFC 8141 section 2.3.2) */
    bool no_addresses;          /* do not look up the addresses of hosts */
    bool require_authenticated; /* reject answers that no validating resolver
                                   has authenticated (DNSSEC) */

    unsigned max_hops;    /* delegations on one path; 0: the application's
                             limit, or 16 */
    unsigned max_queries; /* DNS queries for one input, repetitions and those
                             for aliases included. A question counts as one
                             at least, for addresses as two. 0: 64 */

    /* Milliseconds from the start of a resolution until it ends with
     * DDDS_REASON_TIMEOUT; 0: never. This is for ddds_resolve and
     * ddds_resolution_start. An engine reads no clock and ignores it: whoever
     * drives an engine calls ddds_engine_stop when the time is over. */
    unsigned deadline;

    /* Returns 32 random bits, with which one of several servers of equal
     * priority is chosen by weight (RFC 2782). If NULL, an engine prefers the
     * server with the greater weight, and a resolution uses random numbers
     * that the system has seeded. */
    uint32_t (*random)(void *context);
    void *random_context; /* passed to |random| */

    /* Names of hosts that are the client itself: a comma-separated list, in
     * any case, a final dot being dropped. A proxy must not send to itself
     * (RFC 7585 sections 3.4.3, step 19, and 3.4.4), so such servers are left
     * out of the outcome, whose |note| names them. A rule that leads to no
     * other host leads nowhere: DDDS_REASON_NO_SERVERS. NULL: none. */
    const char *own_hosts;

    /* Names of hosts or nodes, a comma-separated list in order of preference, in
     * any case, a final dot being dropped: those of the other list when a pair
     * of nodes is selected (3GPP TS 29.303 section 4.3.2). All outcomes are
     * found, as with |all|. Those that are closest to one of these hosts come
     * first; among equally close ones the order of this list decides, then
     * their own. The same holds for the endpoints of an outcome. NULL: no such
     * order. */
    const char *near;

    /* Called with each step as soon as its question has been answered and its
     * rules have been judged, for programs that show progress or write logs; or
     * NULL. Later steps may change verdicts: a chosen rule may turn out to lead
     * nowhere. Steps without a question are in the result only. |step| is valid
     * until this returns; it must not use the engine or the resolution. */
    void (*on_step)(void *context, const struct ddds_step *step);
    void *step_context; /* passed to |on_step| */

    /* Records that tie, such as rules of one order and preference, are a set,
     * which name servers return in any order. Put them into the canonical order
     * of RFC 4034 section 6.3, so that the result is always the same; otherwise
     * they remain in the order of the answer. */
    bool sorts_ties;

    unsigned max_steps; /* that the matches of expressions may take together; a
                           step that looks at many octets counts as more; 0:
                           1,500,000, a few hundredths of a second */

    /* Called with the octets of memory that a resolution would hold with an
     * answer, before it takes the answer; and with those that it holds
     * afterwards, unless it is done. If this returns false, the resolution ends
     * with DDDS_REASON_LIMIT. It must not use the resolution. NULL: always
     * true. An engine ignores it, and so do resolutions over zones in memory,
     * which are done at once. */
    bool (*may_hold)(void *context, size_t octets);
    void *holding_context; /* passed to |may_hold| */
};
#define DDDS_OPTIONS_INIT DDDS_INIT(struct ddds_options)

#ifdef __cplusplus
}
#endif

#endif
