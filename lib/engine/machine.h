/* The machine's own state, and the parts that work on it: path.c, candidates.c,
 * outcome.c, terminal.c, and engine.c, which moves it from state to state.
 *
 * Where memory runs out a part sets |status| and returns; engine.c ends the
 * walk then.
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
#include "engine/failure.h"
#include "engine/trace.h"

enum state {
    STATE_DELEGATING, /* rules at a key are asked for */
    STATE_SERVERS,    /* SRV records are */
    STATE_ADDRESSES,  /* addresses of one host or of several are */
    STATE_FINISHED,
};

/* How good what was relied on still is. */
struct reliance {
    uint64_t expires; /* milliseconds; UINT64_MAX: never during this run */
    uint32_t ttl;     /* seconds */
    bool authenticated;
};

/* A key on the present path. */
struct level {
    size_t step;
    struct candidate *candidates;
    size_t count;
    size_t next;              /* candidates tried so far */
    bool *has_borne;          /* an outcome came of the rule with this index */
    size_t outcomes;          /* there were when this key was reached */
    struct reliance reliance; /* on this key and those before */
};

/* The servers or the host that the last rule named. */
struct terminal {
    enum ddds_outcome_kind kind;
    struct ddds_endpoint *endpoints;
    size_t *address_steps; /* for each endpoint, or DDDS_NO_STEP */
    size_t count;
    size_t pending;           /* address questions without an answer */
    struct reliance reliance; /* on the path and on all this */
    const char *note;
};

/* An outcome that the caller gave up. */
struct given_up {
    struct given_up *next;
    enum ddds_outcome_kind kind;
    const char *output;
    const char *services;
    const char *protocol; /* or NULL */
};

struct ddds_engine {
    const struct ddds_application *self;        /* the caller's application */
    const struct ddds_application *application; /* as this version reads it */
    struct ddds_application own_application;    /* if |self| has another size */
    struct ddds_options options;
    ddds_status status;
    enum state state;
    unsigned run;
    unsigned restarts; /* since the input was given, or since a reject */
    bool has_expired;  /* data expired again after a restart: a note says so */

    struct wanted wanted;     /* by the caller, the input, or the application */
    struct ddds_span pursued; /* what |judge| wants, if that is one protocol */
    struct judge judge;
    bool is_named; /* set by |judge| */
    unsigned patience;
    size_t room;
    struct ddds_start start;
    struct trace trace;
    size_t asked;   /* questions handed out */
    size_t awaited; /* the first of them whose answer is still wanted */
    unsigned queries;

    struct reliance ground; /* on the first key's answer, even a negative one */
    unsigned fallbacks;     /* to the application's own rules, in this run */
    const struct ddds_rule *best; /* that would do at the first key, or NULL */
    bool is_published; /* a rule at the first key names a requested service */
    bool is_denied;    /* some servers were a target of "." only, or the caller
                       gave them up: there is a service, or decidedly none */
    struct level *levels;
    unsigned depth; /* levels in use */
    unsigned level_size;
    struct terminal terminal;

    struct ddds_outcome *outcomes;
    size_t outcome_count;
    size_t outcome_size;
    struct given_up *given_up;
    struct failure failure; /* reason RESOLVED: none so far */
    struct ddds_result result;

    struct arena arena;
    _Alignas(max_align_t) char memory[4096];
};

/* ---- engine.c ---------------------------------------------------------- */

/* Begin as the first well-known rule decided: ask for the rules at the first
 * key, or use what it found out. */
void ddds_engine_begin(struct ddds_engine *engine);

/* ---- path.c ------------------------------------------------------------ */

/* The level of the present key; there must be one. */
struct level *ddds_path_top(struct ddds_engine *engine);

/* The key at |depth| on the path. */
const char *ddds_path_key(const struct ddds_engine *engine, unsigned depth);

/* The rule that is being tried at the present key. */
struct ddds_judged_rule *ddds_path_tried(struct ddds_engine *engine);

/* Put a level on the path for the key that |step| asked about. NULL without
 * memory. */
struct level *ddds_path_descend(struct ddds_engine *engine, size_t step,
                                struct reliance reliance);

/* The protocol that is pursued along the path, or NULL: the first key where
 * rules name any decides. */
const char *ddds_path_protocol(const struct ddds_engine *engine);

/* What is relied on along the path. */
struct reliance ddds_path_reliance(struct ddds_engine *engine);

/* Rely on |step|'s answer, too. A TTL of 0 holds for the run. */
void ddds_path_rely_on(struct reliance *reliance, const struct ddds_step *step,
                       uint64_t now);

/* Remember why a branch failed, if no better reason is known. */
void ddds_path_fail(struct ddds_engine *engine, struct failure failure);

/* The rule that is being tried leads nowhere: say |why|, which lives as long
 * as the engine, in its verdict; unless, for another protocol, it led to an
 * outcome. */
void ddds_path_mark(struct ddds_engine *engine, const char *why);

/* Both: it leads nowhere for this |reason|, which is remembered. */
void ddds_path_end(struct ddds_engine *engine, enum ddds_reason reason,
                   const char *at, const char *detail);

/* The keys from the one at depth |from| to the present one and round again,
 * as text; NULL without memory. */
const char *ddds_path_cycle(struct ddds_engine *engine, unsigned from);

/* Ask, because of the rule that is being tried. False if the limit of queries
 * forbids it, which is remembered as a failure, or without memory. */
bool ddds_path_ask(struct ddds_engine *engine, enum ddds_question_kind kind,
                   const char *name);

/* The same; if it cannot be, the rule leads nowhere. */
bool ddds_path_ask_or_end(struct ddds_engine *engine,
                          enum ddds_question_kind kind, const char *name);

/* Why the answer of |step| may not be used; RESOLVED if it may. */
enum ddds_reason ddds_path_find_fault(const struct ddds_engine *engine,
                                      const struct ddds_step *step);

/* May it be used? If not, the reason is remembered as a failure. */
bool ddds_path_is_usable(struct ddds_engine *engine,
                         const struct ddds_step *step);

/* Add a step that asks nobody: |fallback|'s rules, at the first key. False
 * without memory. */
bool ddds_path_fall_back(struct ddds_engine *engine,
                         const struct ddds_fallback *fallback);

/* ---- candidates.c ------------------------------------------------------ */

/* Put the candidates of the topmost level in the order to try them, as far as
 * that is more than their rank. False without memory. */
bool ddds_candidates_arrange(struct ddds_engine *engine);

/* ---- outcome.c --------------------------------------------------------- */

/* What kind of outcome a terminal rule makes. */
enum ddds_outcome_kind ddds_outcome_kind_of(enum ddds_next next);

/* Add the outcome of the rule that is being tried; NULL without memory. */
struct ddds_outcome *ddds_outcome_add(struct ddds_engine *engine,
                                      enum ddds_outcome_kind kind,
                                      const struct reliance *reliance);

/* Add what the input itself is: a UUID, or the address of a host. NULL without
 * memory. */
struct ddds_outcome *ddds_outcome_add_uuid(struct ddds_engine *engine);
struct ddds_outcome *ddds_outcome_add_address(struct ddds_engine *engine);

/* The caller gives up all outcomes so far. */
void ddds_outcome_give_up(struct ddds_engine *engine);

/* Would |judged| lead to an outcome that the caller gave up? */
bool ddds_outcome_was_given_up(const struct ddds_engine *engine,
                               const struct ddds_judged_rule *judged);

/* The name of the host, among those that were found, that is the same node as
 * the one |judged| names; or NULL. */
const char *ddds_outcome_find_node(const struct ddds_engine *engine,
                                   const struct ddds_judged_rule *judged);

/* ---- terminal.c -------------------------------------------------------- */

/* The rule names a host. True if its addresses are asked for. */
bool ddds_terminal_take_host(struct ddds_engine *engine, const char *host);

/* The servers of |step|, in the order to try them, become endpoints. How many;
 * zero if none is alive. */
size_t ddds_terminal_take_servers(struct ddds_engine *engine,
                                  const struct ddds_step *step);

/* Ask for the addresses of every endpoint, each host once. False if nothing
 * could be asked: the rule then leads nowhere. */
bool ddds_terminal_ask_addresses(struct ddds_engine *engine);

/* Bring the answers home to the endpoints. False if no host has an address. */
bool ddds_terminal_fill(struct ddds_engine *engine);

/* Servers or host are known as far as was asked for: add the outcome. */
void ddds_terminal_conclude(struct ddds_engine *engine);

#endif
