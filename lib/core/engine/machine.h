/* The state of an engine, and the functions of its modules: path.c,
 * candidates.c, outcome.c, terminal.c, own_hosts.c, near.c; engine.c moves a
 * walk from state to state, start.c starts it.
 *
 * If allocation fails, a function reports this in its result or sets |status|
 * of the walk; engine.c then ends the walk.
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

/* The kind of answers that the walk waits for. */
enum state {
    STATE_DELEGATING, /* the rules at a key */
    STATE_SERVERS,    /* SRV records */
    STATE_TARGETS,    /* URI records */
    STATE_ADDRESSES,  /* addresses of one or more hosts */
    STATE_FINISHED,
};

/* Validity of the answers that a result relies on: expiry, authentication, and
 * security. */
struct reliance {
    uint64_t expires; /* milliseconds; UINT64_MAX: not during this run */
    uint32_t ttl;     /* seconds */
    bool authenticated;
    enum ddds_security security; /* the weakest */
};

/* A key on the current path. */
struct level {
    size_t step;
    struct candidate *candidates;
    size_t count;
    size_t next;              /* candidates tried so far */
    size_t limited;           /* index of the first rule that a limit prevented
                                 from being tried, or the number of rules */
    struct failure failure;   /* of the rules; RESOLVED: none, if the candidates
                                 do not fail */
    bool *led_to_outcome;     /* by the index of a rule in the set */
    size_t outcomes;          /* number of outcomes before this key */
    struct reliance own;      /* on the answer for this key */
    struct reliance reliance; /* on the answers for all keys up to this */
};

/* Servers or the host of the last terminal rule. */
struct terminal {
    enum ddds_outcome_kind kind;
    struct ddds_endpoint *endpoints;
    size_t *address_steps; /* per endpoint, or DDDS_NO_STEP */
    size_t count;
    size_t pending;           /* unanswered address questions */
    struct reliance own;      /* on the answers with servers and hosts */
    struct reliance reliance; /* also on the path and the dead ends */
    const char *note;
    enum ddds_reason fault; /* why addresses are unknown; RESOLVED: all are
                               known */
    unsigned cuts;          /* those of the walk when the rule was taken */
};

/* An outcome that the caller rejected. */
struct rejected {
    struct rejected *next;
    enum ddds_outcome_kind kind;
    const char *output;
    const char *services;
    const char *protocol; /* or NULL */
};

/* Host names of an option, as keys. */
struct host_names {
    const char *title; /* for messages */
    const char **names;
    size_t count;
};

/* The resolution of an input. Members from |status| on are reset for each
 * input: ddds_engine_restart clears those before |chooser|, and sets or clears
 * the rest. */
struct walk {
    const struct ddds_application *self;        /* the caller's application */
    const struct ddds_application *application; /* in the layout of this
                                                   version */
    const struct ddds_options *options;
    struct arena *arena;
    flag_letters known; /* flags that the application knows */

    ddds_status status;
    enum state state;
    unsigned run;
    unsigned restarts; /* for this input, or since a reject */
    bool has_expired;  /* data expired again after a restart: add a note */

    /* By the caller, the input, or the application. */
    struct requested requested;
    struct ddds_span pursued; /* protocol in |chooser|, if it is the only one */
    struct host_names own_hosts; /* the client itself, to be excluded */
    struct host_names near;      /* hosts to be close to */
    bool wants_all;              /* all outcomes */
    bool is_named;               /* set by |chooser| */
    size_t steps_left;
    size_t output_budget;
    struct trace trace;
    size_t asked;     /* number of questions returned */
    size_t awaited;   /* first question whose answer is needed */
    unsigned queries; /* sent, according to the answers */
    unsigned spent;   /* part of |max_queries|, in all runs */
    unsigned share;   /* additional queries for each pending question */
    size_t shared;    /* number of questions when |share| was computed */

    struct reliance dead; /* on the dead ends of this run, for later outcomes */
    unsigned fallbacks;   /* to the application's own rules, in this run */
    const char *left_out; /* why fallback rules are missing, or NULL */
    const struct ddds_rule *best; /* acceptable rule at the first key, or
                                     NULL */
    bool is_published; /* a rule at the first key has a requested service */
    bool is_denied;    /* all servers had the target ".", or the caller rejected
                          some */
    /* The last rule for servers, if it has no SRV records; otherwise NULL. */
    const struct ddds_rule *without_servers;
    struct level *levels;
    unsigned depth; /* used levels */
    unsigned level_size;

    struct ddds_outcome *outcomes;
    size_t outcome_count;
    size_t outcome_size;
    uint64_t outcomes_expire; /* the first of them; UINT64_MAX: none does */
    struct rejected *rejected;
    struct failure failure; /* RESOLVED: none so far */

    /* Limits that left out something, the last of them, and how many the notes
     * of outcomes tell. */
    unsigned cuts;
    unsigned told_cuts;
    struct failure cut;

    struct terminal terminal;

    struct chooser chooser;
    struct ddds_result result;
    struct ddds_start start;
};

struct ddds_engine {
    struct ddds_application own_application; /* copy of another size */
    struct ddds_options options;
    struct walk walk;
    struct arena arena;
    _Alignas(max_align_t) char memory[2816]; /* enough for five steps */
};

/* ---- engine.c ---------------------------------------------------------- */

/* Start with the decision of the first well-known rule: ask for the rules at
 * the first key, use the application's own rules, or finish with the outcome
 * that the input contains. */
void ddds_engine_begin(struct walk *walk);

/* ---- path.c ------------------------------------------------------------ */

/* Return the level of the current key. The path must not be empty. */
static inline struct level *ddds_path_top(struct walk *walk)
{
    return &walk->levels[walk->depth - 1];
}

/* Return the key at |depth| on the path, counted from 0. */
static inline const char *ddds_path_key(const struct walk *walk, unsigned depth)
{
    return walk->trace.steps[walk->levels[depth].step].name;
}

/* Return the current candidate of |level|. */
static inline const struct candidate *
ddds_path_candidate(const struct level *level)
{
    return &level->candidates[level->next - 1];
}

/* Return the current rule at the current key. */
static inline struct ddds_judged_rule *ddds_path_tried(struct walk *walk)
{
    const struct level *level = ddds_path_top(walk);
    return &walk->trace.steps[level->step]
                .rules[ddds_path_candidate(level)->rule];
}

/* Add a level to the path for the key of |step|. NULL if allocation fails. */
struct level *ddds_path_descend(struct walk *walk, size_t step,
                                const struct reliance *own);

/* Allocate the results for the |count| rules of |level| at once: the judged
 * rules of its step, its candidates, and |led_to_outcome|. Return false if
 * allocation fails. */
bool ddds_path_make_room(struct walk *walk, struct level *level, size_t count);

/* Leave the current key, after all its candidates were tried. */
void ddds_path_leave(struct walk *walk);

/* Return the protocol pursued on the path, or NULL. The first key whose rules
 * have a protocol decides: it is pursued through all keys (RFC 3958 section
 * 2.2.5). */
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

/* Return the reliance on no answers. */
struct reliance ddds_path_no_reliance(void);

/* Return the reliance on all answers along the path, and on all dead ends. */
struct reliance ddds_path_reliance(struct walk *walk);

/* Extend |reliance| by the answer of |step|, if it is an answer. A TTL of 0 is
 * valid until the end of the run. */
void ddds_path_rely_on(struct reliance *reliance, const struct ddds_step *step,
                       uint64_t now);

/* Let all later outcomes rely on |dead_end| as well. */
void ddds_path_rely_on_dead_end(struct walk *walk,
                                const struct reliance *dead_end);

/* Record that the limit |failure| left out something. */
void ddds_path_cut(struct walk *walk, struct failure failure);

/* Record |failure| as the reason to report, unless the recorded failure has
 * precedence (ddds_failure_is_worse). A limit has also left out something. */
void ddds_path_fail(struct walk *walk, struct failure failure);

/* Set the verdict of the current rule to "dead end" because of |why|, which
 * must live as long as the engine. A rule that led to an outcome, for another
 * protocol, keeps its verdict. */
void ddds_path_mark(struct walk *walk, const char *why);

/* Set the verdict of the current rule to "dead end" because of |reason|, and
 * record the reason, at the name |at|, as a failure. |detail| may be NULL. A
 * rule that led to an outcome, for another protocol, keeps its verdict. */
void ddds_path_end(struct walk *walk, enum ddds_reason reason, const char *at,
                   const char *detail);

/* Record a loop to the key at depth |from|, with all its keys. */
void ddds_path_end_in_circle(struct walk *walk, unsigned from);

/* Add a question of |kind| about |name|, caused by the current rule. Return
 * false if the limit of queries forbids it, which is recorded as a failure, or
 * if allocation fails, which sets |status|. */
bool ddds_path_ask(struct walk *walk, enum ddds_question_kind kind,
                   const char *name);

/* Like ddds_path_ask, but if it fails set the verdict of the current rule to
 * "dead end". */
bool ddds_path_ask_or_end(struct walk *walk, enum ddds_question_kind kind,
                          const char *name);

/* Return the maximum of DNS queries for the question with the index |index|,
 * which is returned next. */
unsigned ddds_path_allow(struct walk *walk, size_t index);

/* Count the DNS queries of the answer of |step|. */
void ddds_path_spend(struct walk *walk, const struct ddds_step *step);

/* Do not wait for answers to pending questions. They count as if they had used
 * their shares. */
void ddds_path_forgo(struct walk *walk);

/* Return the reason why the answer of |step| is unusable, or RESOLVED if it is
 * usable. */
enum ddds_reason ddds_path_find_fault(const struct walk *walk,
                                      const struct ddds_step *step);

/* Return true if the answer of |step| is usable. Otherwise record the reason as
 * a failure. */
bool ddds_path_is_usable(struct walk *walk, const struct ddds_step *step);

/* Return the port of a host of |rule|: that of the input, or the application's
 * default for the offered service and protocol, limited to |protocol| if that
 * is not NULL; 0 if neither is known. */
uint16_t ddds_path_find_port(const struct walk *walk,
                             const struct ddds_rule *rule,
                             const char *protocol);

/* Ask the application for a fallback: its own rules, or another key. Return
 * false if it has neither. */
bool ddds_path_find_fallback(struct walk *walk, struct ddds_fallback *fallback);

/* Add a step at the first key whose answer is the rules of |fallback|, without
 * a query. Return false if allocation fails. */
bool ddds_path_fall_back(struct walk *walk,
                         const struct ddds_fallback *fallback);

/* ---- candidates.c ------------------------------------------------------ */

/* Order the candidates of the current key, if the application uses more than
 * their rank. Return false if allocation fails. */
bool ddds_candidates_arrange(struct walk *walk);

/* ---- outcome.c --------------------------------------------------------- */

/* Return the kind of outcome of a terminal rule. */
enum ddds_outcome_kind ddds_outcome_kind_of(enum ddds_next next);

/* Add an outcome of |kind| from the current rule, without |targets|. NULL if
 * allocation fails. */
struct ddds_outcome *ddds_outcome_add(struct walk *walk,
                                      enum ddds_outcome_kind kind,
                                      const struct reliance *reliance);

/* Append the q-component of the input to the |count| targets of |outcome|, and
 * make the first its URI. Return false if allocation fails. */
bool ddds_outcome_set_targets(struct walk *walk, struct ddds_outcome *outcome,
                              struct ddds_uri_target *targets, size_t count);

/* Add the UUID of the input as an outcome. NULL if allocation fails. */
struct ddds_outcome *ddds_outcome_add_uuid(struct walk *walk);

/* Return the note of the result, or NULL: a restart, a failure on the way,
 * missing fallback rules, or the note of the application. */
const char *ddds_outcome_result_note(const struct walk *walk);

/* Add the host whose address the input contains as an outcome, for each
 * accepted way to contact it that was not rejected. Unless the caller requested
 * all, stop after the first. Without an outcome, record the failure. Return
 * false if allocation fails. */
bool ddds_outcome_add_addresses(struct walk *walk);

/* Move all outcomes to the rejected outcomes. Sets |status| if allocation
 * fails. */
void ddds_outcome_reject_all(struct walk *walk);

/* Return true if the outcome of |judged| was rejected by the caller. */
bool ddds_outcome_is_rejected(const struct walk *walk,
                              const struct ddds_judged_rule *judged);

/* Return the name of a host, found or rejected before, that is the same node as
 * the host of |judged|; NULL if no host is. */
const char *ddds_outcome_find_node(const struct walk *walk,
                                   const struct ddds_judged_rule *judged);

/* ---- terminal.c -------------------------------------------------------- */

/* Record whether the SRV records of the current rule are missing, according to
 * |step|. */
void ddds_terminal_note_missing(struct walk *walk,
                                const struct ddds_step *step);

/* Addresses of the domain are only used if it has no SRV records (RFC 2782).
 * Return true, after ending the current rule |judged|, if it is such a fallback
 * for servers that exist. */
bool ddds_terminal_has_servers(struct walk *walk,
                               const struct ddds_judged_rule *judged);

/* Make |host|, named by a terminal rule, the only endpoint. Return true if its
 * addresses are asked for; false if the outcome is complete or the rule
 * fails. */
bool ddds_terminal_take_host(struct walk *walk, const char *host);

/* Make the servers of |step| endpoints, in order. Return their number; 0 if no
 * server is left that has a valid target and is not the client itself, which
 * ends the rule, or if allocation fails, which sets |status|. */
size_t ddds_terminal_take_servers(struct walk *walk,
                                  const struct ddds_step *step);

/* Add the outcome with the URIs of |step|, in order. Return false if none is
 * valid, or if allocation fails, which sets |status|. */
bool ddds_terminal_take_targets(struct walk *walk,
                                const struct ddds_step *step);

/* Ask for the addresses of all endpoints, once for each host. Return false if
 * the limit of queries allows none, which ends the rule. */
bool ddds_terminal_ask_addresses(struct walk *walk);

/* Copy the addresses from the answers to the endpoints, and record unknown
 * addresses. Return false if no host has an address, or if some are bogus and
 * the caller requires authenticated data. */
bool ddds_terminal_fill(struct walk *walk);

/* End the terminal rule after ddds_terminal_fill returned false. */
void ddds_terminal_end(struct walk *walk);

/* Let the outcome of the terminal rule rely on the answer of |step|, too. */
void ddds_terminal_rely_on(struct walk *walk, const struct ddds_step *step,
                           uint64_t now);

/* Likewise for an answer with addresses. Those that the caller does not accept
 * are removed. */
void ddds_terminal_rely_on_addresses(struct walk *walk,
                                     const struct ddds_step *step,
                                     uint64_t now);

/* Add the outcome with the endpoints in their present state. Sets |status| if
 * allocation fails. */
void ddds_terminal_conclude(struct walk *walk);

/* ---- own_hosts.c ------------------------------------------------------- */

/* Parse the comma-separated |list| of an option, which may be NULL, to |names|.
 * Fails with DDDS_BAD_OPTION if an item is not a host name, and with
 * DDDS_NO_MEMORY. */
ddds_status ddds_host_names_read(struct walk *walk, const char *list,
                                 struct host_names *names,
                                 struct ddds_error *error);

/* Return true if |host|, an output or a target, is the client itself. */
bool ddds_own_hosts_has(const struct walk *walk, const char *host);

/* List the client's own hosts among |servers|, as many as fit, separated by
 * commas. NULL if allocation fails. */
const char *ddds_own_hosts_among(struct walk *walk,
                                 const struct ddds_srv *servers, size_t count);

/* ---- near.c ------------------------------------------------------------ */

/* Sort the outcomes, and the endpoints of each, by their closeness to the hosts
 * named by the client, if any. Sets |status| if allocation fails. */
void ddds_near_sort(struct walk *walk);

#endif
