/* The state of an engine, and the functions of the modules that work on it:
 * path.c, candidates.c, outcome.c, terminal.c, own_hosts.c, engine.c, which
 * moves a walk from state to state, and start.c, which begins one.
 *
 * If allocation fails, a function says so in its result or sets |status| of
 * the walk; engine.c then ends the walk.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_MACHINE_H
#define ENGINE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/engine.h>

#include "base/arena.h"
#include "engine/choose.h"
#include "engine/ties.h"
#include "engine/failure.h"
#include "engine/trace.h"

/* Which answers the walk waits for. */
enum state {
    STATE_DELEGATING, /* the rules at a key */
    STATE_SERVERS,    /* SRV records */
    STATE_TARGETS,    /* URI records */
    STATE_ADDRESSES,  /* the addresses of one or more hosts */
    STATE_FINISHED,   /* none */
};

/* How long the answers that a result relies on are valid, whether all of them
 * were authenticated, and how secure they are. */
struct reliance {
    uint64_t expires; /* milliseconds; UINT64_MAX: never during this run */
    uint32_t ttl;     /* seconds */
    bool authenticated;
    enum ddds_security security; /* the weakest of all */
};

/* A key on the present path. */
struct level {
    size_t step;
    struct candidate *candidates;
    size_t count;
    size_t next;              /* candidates tried so far */
    bool *led_to_outcome;     /* for each rule, by its index in the set */
    size_t outcomes;          /* found before this key was reached */
    struct reliance own;      /* on this key's answer */
    struct reliance reliance; /* on it and those of the keys before */
};

/* The servers or the host that the last terminal rule named. */
struct terminal {
    enum ddds_outcome_kind kind;
    struct ddds_endpoint *endpoints;
    size_t *address_steps; /* for each endpoint, or DDDS_NO_STEP */
    size_t count;
    size_t pending;           /* address questions without an answer */
    struct reliance own;      /* on the answers about servers and hosts */
    struct reliance reliance; /* on these, the path and the dead ends */
    const char *note;
    enum ddds_reason fault; /* why addresses are unknown, or RESOLVED */
};

/* An outcome that the caller rejected. */
struct rejected {
    struct rejected *next;
    enum ddds_outcome_kind kind;
    const char *output;
    const char *services;
    const char *protocol; /* or NULL */
};

/* Names of hosts in an option, as keys. */
struct host_names {
    const char *title; /* for messages */
    const char **names;
    size_t count;
};

/* The resolution of one input. What is after the first members, which stay,
 * begins anew with each input: ddds_engine_restart clears it up to |judge|, and
 * sets or clears the rest. */
struct walk {
    const struct ddds_application *self;        /* the caller's application */
    const struct ddds_application *application; /* as this version reads it */
    const struct ddds_options *options;
    struct arena *arena;
    flag_letters known;    /* the flags that the application knows */
    bool borrows_rulesets; /* those of answers outlive the engine */

    ddds_status status;
    enum state state;
    unsigned run;
    unsigned restarts; /* since the input was given, or since a reject */
    bool has_expired;  /* data expired again after a restart: a note says so */

    struct wanted wanted;     /* of the caller, the input, or the application */
    struct ddds_span pursued; /* the protocol in |judge|, if it is only one */
    struct host_names own_hosts; /* which the client must not send to */
    struct host_names near;      /* which others are to be close to */
    bool wants_all;              /* all outcomes */
    bool is_named;               /* set by |judge| */
    size_t steps_left;
    size_t output_budget;
    struct trace trace;
    size_t asked;     /* questions handed out */
    size_t awaited;   /* the first question whose answer is still needed */
    unsigned queries; /* that were sent, as the answers say */
    unsigned spent;   /* of |max_queries|, by all questions of all runs */
    unsigned share;   /* of the rest, for each question under way */
    size_t shared;    /* the number of questions when that was reckoned */

    struct reliance dead; /* on the dead ends of this run, on which relies
                               whatever is found after them */
    unsigned fallbacks;   /* to the application's own rules, in this run */
    const char *left_out; /* why there were none, or NULL */
    const struct ddds_rule *best; /* acceptable rule at the first key or NULL */
    bool is_published; /* a rule at the first key names a requested service */
    bool is_denied;    /* some servers had only the target ".", or the caller
                          rejected them: the service exists or is denied */
    const struct ddds_rule *without_servers; /* the last rule tried that names
                                                SRV records, if there are none
                                                at this name, or NULL */
    struct level *levels;
    unsigned depth; /* levels in use */
    unsigned level_size;

    struct ddds_outcome *outcomes;
    size_t outcome_count;
    size_t outcome_size;
    struct rejected *rejected;
    struct failure failure; /* reason RESOLVED: none so far */

    struct terminal terminal;

    struct judge judge;
    struct ddds_result result;
    struct ddds_start start;
};

struct ddds_engine {
    struct ddds_application own_application; /* if the caller's has another
                                                size */
    struct ddds_options options;
    struct walk walk;
    struct arena arena;
    _Alignas(max_align_t) char memory[2816]; /* five steps: few have more */
};

/* ---- engine.c ---------------------------------------------------------- */

/* Begin as the first well-known rule decided: ask for the rules at the first
 * key, use the application's own rules, or finish with the outcome that the
 * input itself gives. */
void ddds_engine_begin(struct walk *walk);

/* ---- path.c ------------------------------------------------------------ */

/* Return the level of the present key. The path must not be empty. */
static inline struct level *ddds_path_top(struct walk *walk)
{
    return &walk->levels[walk->depth - 1];
}

/* Return the key at |depth| on the path, counted from 0. */
static inline const char *ddds_path_key(const struct walk *walk, unsigned depth)
{
    return walk->trace.steps[walk->levels[depth].step].name;
}

/* Return the candidate at |level| that is being tried: |next| counts those that
 * have been. */
static inline const struct candidate *
ddds_path_candidate(const struct level *level)
{
    return &level->candidates[level->next - 1];
}

/* Return the rule that is being tried at the present key. */
static inline struct ddds_judged_rule *ddds_path_tried(struct walk *walk)
{
    const struct level *level = ddds_path_top(walk);
    return &walk->trace.steps[level->step]
                .rules[ddds_path_candidate(level)->rule];
}

/* Add a level to the path for the key that |step| asked about. NULL if
 * allocation fails. */
struct level *ddds_path_descend(struct walk *walk, size_t step,
                                const struct reliance *own);

/* Take one piece of memory for what becomes of the |count| rules of |level|:
 * the judged rules of its step, its candidates, and which led to an outcome.
 * False if allocation fails. */
bool ddds_path_make_room(struct walk *walk, struct level *level, size_t count);

/* Leave the present key, whose candidates have all been tried. */
void ddds_path_leave(struct walk *walk);

/* Return the protocol that is pursued along the path, or NULL. The first key
 * whose rules name a protocol decides: RFC 3958 section 2.2.5, one protocol is
 * pursued through all keys. */
static inline const char *ddds_path_protocol(const struct walk *walk)
{
    const char *protocol = NULL;
    for (unsigned i = 0; i < walk->depth && protocol == NULL; i++) {
        const struct level *level = &walk->levels[i];
        protocol =
            level->next > 0 ? ddds_path_candidate(level)->protocol : NULL;
    }
    return protocol;
}

/* Return a reliance on nothing. */
struct reliance ddds_path_no_reliance(void);

/* Return the reliance on all answers along the path, and on all dead ends. */
struct reliance ddds_path_reliance(struct walk *walk);

/* Make |reliance| cover the answer of |step| too, if it is one. A TTL of 0 is
 * valid until the run ends. */
void ddds_path_rely_on(struct reliance *reliance, const struct ddds_step *step,
                       uint64_t now);

/* Make everything that is found from now on rely on |dead_end|, the answers
 * that led nowhere, too. */
void ddds_path_rely_on_dead_end(struct walk *walk,
                                const struct reliance *dead_end);

/* Keep |failure| as the reason to report, unless the one that is kept already
 * says more (ddds_failure_is_worse). */
void ddds_path_fail(struct walk *walk, struct failure failure);

/* Give the rule that is being tried the verdict "dead end" because of |why|,
 * which must live as long as the engine. A rule that led to an outcome, for
 * another protocol, keeps its verdict. */
void ddds_path_mark(struct walk *walk, const char *why);

/* Give the rule that is being tried the verdict "dead end" because of
 * |reason|, and keep the reason, which arose at the name |at|, as a failure to
 * report. |detail| may be NULL. A rule that led to an outcome, for another
 * protocol, keeps its verdict. */
void ddds_path_end(struct walk *walk, enum ddds_reason reason, const char *at,
                   const char *detail);

/* The rules lead back to the key at depth |from|: note the failure with all
 * keys of the cycle. */
void ddds_path_end_in_circle(struct walk *walk, unsigned from);

/* Add a question of |kind| about |name|, caused by the rule that is being
 * tried. Return false if the limit of queries forbids it, which is kept as a
 * failure to report, or if allocation fails, which sets |status|. */
bool ddds_path_ask(struct walk *walk, enum ddds_question_kind kind,
                   const char *name);

/* Add a question of |kind| about |name|, caused by the rule that is being
 * tried. If the limit of queries forbids it, or if allocation fails, give the
 * rule the verdict "dead end" and return false. */
bool ddds_path_ask_or_end(struct walk *walk, enum ddds_question_kind kind,
                          const char *name);

/* Return how many DNS queries the question with the index |index|, which is
 * handed out next, may cause. */
unsigned ddds_path_allow(struct walk *walk, size_t index);

/* Count the DNS queries that the answer of |step| took. */
void ddds_path_spend(struct walk *walk, const struct ddds_step *step);

/* Await no answer to the questions asked so far. Those under way count as if
 * they had used their shares. */
void ddds_path_forgo(struct walk *walk);

/* Return the reason why the answer of |step| cannot be used, or RESOLVED if it
 * can. */
enum ddds_reason ddds_path_find_fault(const struct walk *walk,
                                      const struct ddds_step *step);

/* Return whether the answer of |step| can be used. If not, keep the reason as
 * a failure to report. */
bool ddds_path_is_usable(struct walk *walk, const struct ddds_step *step);

/* Return the port of a host that |rule| names: that of the input, or else the
 * application's default for what the rule offers, of which only |protocol|
 * counts if that is not NULL; 0 if neither is known. */
uint16_t ddds_path_find_port(const struct walk *walk,
                             const struct ddds_rule *rule,
                             const char *protocol);

/* Ask the application what follows the rules so far: rules of its own, or
 * another key. False if there is neither. */
bool ddds_path_find_fallback(struct walk *walk, struct ddds_fallback *fallback);

/* Add a step that has the rules of |fallback| as its answer, at the first key,
 * without a query. Return false if allocation fails. */
bool ddds_path_fall_back(struct walk *walk,
                         const struct ddds_fallback *fallback);

/* ---- candidates.c ------------------------------------------------------ */

/* Put the candidates of the present key in the order to try them, if the
 * application orders them by more than their rank. Return false if allocation
 * fails. */
bool ddds_candidates_arrange(struct walk *walk);

/* ---- outcome.c --------------------------------------------------------- */

/* Return the kind of outcome to which a terminal rule leads. */
enum ddds_outcome_kind ddds_outcome_kind_of(enum ddds_next next);

/* Add an outcome of |kind| from the rule that is being tried; its |targets| are
 * not set. NULL if allocation fails. */
struct ddds_outcome *ddds_outcome_add(struct walk *walk,
                                      enum ddds_outcome_kind kind,
                                      const struct reliance *reliance);

/* Pass the q-component of the input on to the |count| targets of |outcome|, and
 * make the first its URI. Return false if allocation fails. */
bool ddds_outcome_set_targets(struct walk *walk, struct ddds_outcome *outcome,
                              struct ddds_uri_target *targets, size_t count);

/* Add the UUID that the input contains as an outcome. NULL if allocation
 * fails. */
struct ddds_outcome *ddds_outcome_add_uuid(struct walk *walk);

/* Return the note of the result, or NULL: a restart, a failure on the way, why
 * there were no fallback rules, or the note of the application. */
const char *ddds_outcome_result_note(const struct walk *walk);

/* Add the host whose address the input contains as an outcome, once for each
 * way to contact it that the client wants and has not rejected; only the first,
 * unless the caller requested all. Without an outcome, keep the failure. Return
 * false if allocation fails. */
bool ddds_outcome_add_addresses(struct walk *walk);

/* Move all outcomes to the list of those that the caller rejected. Sets
 * |status| if allocation fails. */
void ddds_outcome_reject_all(struct walk *walk);

/* Return whether |judged| would lead to an outcome that the caller rejected. */
bool ddds_outcome_is_rejected(const struct walk *walk,
                              const struct ddds_judged_rule *judged);

/* Return the name of a host, found or rejected before, that is the same node
 * as the host that |judged| names; NULL if there is no such host. */
const char *ddds_outcome_find_node(const struct walk *walk,
                                   const struct ddds_judged_rule *judged);

/* ---- terminal.c -------------------------------------------------------- */

/* Note whether the rule that is being tried names SRV records that do not
 * exist, as |step| says. */
void ddds_terminal_note_missing(struct walk *walk,
                                const struct ddds_step *step);

/* RFC 2782: a client looks up the addresses of the domain if there are no SRV
 * records. Return whether |judged|, which is being tried, is a fallback rule
 * for the host in place of servers that exist, and is now a dead end. */
bool ddds_terminal_has_servers(struct walk *walk,
                               const struct ddds_judged_rule *judged);

/* Make |host|, which a terminal rule names, the only endpoint. Return true if
 * its addresses are now asked for; false if the outcome is complete or the
 * rule leads nowhere. */
bool ddds_terminal_take_host(struct walk *walk, const char *host);

/* Make the servers of |step| endpoints, in the order to try them. Return their
 * number; 0 if no server is left that has a valid target and is not the client
 * itself, which ends the rule, or if allocation fails, which sets |status|. */
size_t ddds_terminal_take_servers(struct walk *walk,
                                  const struct ddds_step *step);

/* Add the outcome that consists of the URIs of |step|, in the order to try
 * them. Return false if none of them is valid, or if allocation fails, which
 * sets |status|. */
bool ddds_terminal_take_targets(struct walk *walk,
                                const struct ddds_step *step);

/* Ask for the addresses of every endpoint, once for each host. Return false if
 * the limit of queries allows none: the rule then leads nowhere. */
bool ddds_terminal_ask_addresses(struct walk *walk);

/* Copy the addresses from the answers to the endpoints, and note which are
 * unknown. Return false if no host has an address, or if some are bogus and the
 * caller requires authenticated data. */
bool ddds_terminal_fill(struct walk *walk);

/* End the terminal rule after ddds_terminal_fill returned false: it leads to no
 * address. */
void ddds_terminal_end(struct walk *walk);

/* The outcome of the terminal rule depends on the answer of |step|, too. */
void ddds_terminal_rely_on(struct walk *walk, const struct ddds_step *step,
                           uint64_t now);

/* The outcome of the terminal rule depends on the answer of |step|, which has
 * addresses. Those that the caller does not accept are left out of it. */
void ddds_terminal_rely_on_addresses(struct walk *walk,
                                     const struct ddds_step *step,
                                     uint64_t now);

/* Add the outcome that consists of the endpoints as they are now known. Sets
 * |status| if allocation fails. */
void ddds_terminal_conclude(struct walk *walk);

/* ---- own_hosts.c ------------------------------------------------------- */

/* Read the comma-separated |list| of an option, which may be NULL, to |names|.
 * Fails with DDDS_BAD_OPTION if one is not the name of a host, and with
 * DDDS_NO_MEMORY. */
ddds_status ddds_host_names_read(struct walk *walk, const char *list,
                                 struct host_names *names,
                                 struct ddds_error *error);

/* Is |host|, an output or a target, the client itself? */
bool ddds_own_hosts_has(const struct walk *walk, const char *host);

/* The client's own hosts that are among |servers|, as many as fit, with commas
 * between them. NULL if allocation fails. */
const char *ddds_own_hosts_among(struct walk *walk,
                                 const struct ddds_srv *servers, size_t count);

/* ---- near.c ------------------------------------------------------------ */

/* Put the outcomes, and the endpoints of each, in order of their closeness to
 * the hosts that the client named, if it did. Sets |status| if allocation
 * fails. */
void ddds_near_sort(struct walk *walk);

#endif
