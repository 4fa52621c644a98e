/* RFC 3402 section 3.3: the algorithm, as a machine that is asked for its next
 * question and told the answers.
 *
 *     Step 1   the first well-known rule gives a key          begin()
 *     Step 2   ask the database for the rules at the key      ask(RULES)
 *     Step 3   apply them to the AUS, in order                choose.c
 *     Step 4   choose, but note what else would have done     choose.c
 *     Step 5   not terminal: the output is the next key       take(), to 2
 *     Step 6   terminal: servers, addresses, a URI ...        take()
 *
 * The keys on the present path are a stack of levels. Each level knows which
 * of its rules would do and which of them was tried last, so that a dead end
 * is left by one function, follow(): the next rule of the level, or the level
 * above, until there is none. A caller's reject is a dead end like any other.
 *
 * What was relied on and has expired may not be relied on again (section 3.3,
 * note 2): the walk then starts over, once (lib/DECISIONS.md, "expiry").
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/engine.h>

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/limits.h"
#include "engine/choose.h"
#include "engine/failure.h"
#include "engine/servers.h"
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
    size_t next; /* candidates tried so far */
    struct reliance reliance; /* on this key and those before */
};

/* The servers or the host that the last rule named. */
struct terminal {
    enum ddds_outcome_kind kind;
    struct ddds_endpoint *endpoints;
    size_t *address_steps; /* for each endpoint, or DDDS_NO_STEP */
    size_t count;
    size_t pending; /* address questions without an answer */
    struct reliance reliance; /* on the path and on all this */
    const char *note;
};

/* An outcome that the caller gave up. */
struct given_up {
    struct given_up *next;
    enum ddds_outcome_kind kind;
    const char *output;
    const char *services;
};

struct ddds_engine {
    const struct ddds_application *application;
    struct ddds_options options;
    ddds_status status;
    enum state state;
    unsigned run;
    bool has_expired; /* it did so in the second run: say it */

    struct judge judge;
    struct ddds_start start;
    struct trace trace;
    size_t asked; /* questions handed out */
    unsigned queries;

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

/* ---- Ending ------------------------------------------------------------ */

static const char *result_note(const struct ddds_engine *engine)
{
    if (engine->has_expired) {
        return "data expired twice before the walk ended: slower than its TTL";
    }
    if (engine->run > 0) {
        return "started again once, because data relied on had expired";
    }
    return engine->start.note;
}

static void finish(struct ddds_engine *engine)
{
    struct ddds_result *result = &engine->result;
    bool found = engine->outcome_count > 0;
    engine->state = STATE_FINISHED;
    result->application = engine->application;
    result->aus = engine->start.aus;
    result->urn = engine->start.is_urn ? &engine->start.urn : NULL;
    result->outcomes = engine->outcomes;
    result->outcome_count = engine->outcome_count;
    result->reason = found ? DDDS_REASON_RESOLVED : engine->failure.reason;
    result->at = found ? NULL : engine->failure.at;
    result->detail = found ? NULL : engine->failure.detail;
    result->steps = engine->trace.steps;
    result->step_count = engine->trace.count;
    result->queries = engine->queries;
    result->note = result_note(engine);
}

static void run_out_of_memory(struct ddds_engine *engine)
{
    engine->status = DDDS_NO_MEMORY;
    finish(engine);
}

/* Remember why a branch failed, if no better reason is known. */
static void note_failure(struct ddds_engine *engine, struct failure failure)
{
    if (engine->failure.reason == DDDS_REASON_RESOLVED ||
        ddds_failure_is_worse(&engine->failure, &failure)) {
        engine->failure = failure;
    }
}

/* ---- Where we are ------------------------------------------------------ */

static struct level *top(struct ddds_engine *engine)
{
    return &engine->levels[engine->depth - 1];
}

/* The rule that is being tried at |level|. */
static struct ddds_judged_rule *tried(struct ddds_engine *engine,
                                      const struct level *level)
{
    size_t rule = level->candidates[level->next - 1].rule;
    return &engine->trace.steps[level->step].rules[rule];
}

static const char *level_key(const struct ddds_engine *engine, unsigned depth)
{
    return engine->trace.steps[engine->levels[depth].step].question.name;
}

/* The rule that is being tried has led nowhere. */
static void mark_dead_end(struct ddds_engine *engine, const char *at,
                          const char *why)
{
    struct ddds_judged_rule *judged = tried(engine, top(engine));
    judged->verdict = DDDS_VERDICT_DEAD_END;
    judged->reason = at == NULL ? why
                                : ddds_arena_format(&engine->arena, "%s: %s",
                                                    at, why);
}

/* The rule that is being tried has led nowhere, for this reason. */
static void dead_end(struct ddds_engine *engine, enum ddds_reason reason,
                     const char *at, const char *detail)
{
    mark_dead_end(engine, at, ddds_reason_text(reason));
    note_failure(engine, (struct failure){.reason = reason,
                                          .at = at,
                                          .detail = detail,
                                          .depth = engine->depth});
}

/* Rely on |step|'s answer, too. A TTL of 0 holds for the run. */
static void rely_on(struct reliance *reliance, const struct ddds_step *step,
                    uint64_t now)
{
    uint32_t ttl = step->answer.ttl;
    uint64_t expires = ttl == 0 ? UINT64_MAX : now + (uint64_t)ttl * 1000;
    if (expires < reliance->expires) {
        reliance->expires = expires;
    }
    if (ttl < reliance->ttl) {
        reliance->ttl = ttl;
    }
    reliance->authenticated &= step->answer.authenticated;
}

/* What is relied on before the answer under way. */
static struct reliance present_reliance(struct ddds_engine *engine)
{
    return engine->depth > 0
               ? top(engine)->reliance
               : (struct reliance){UINT64_MAX, UINT32_MAX, true};
}

/* ---- Asking ------------------------------------------------------------ */

static unsigned cost(enum ddds_question_kind kind)
{
    return kind == DDDS_ASK_ADDRESSES ? 2 : 1;
}

/* Queries that may still be asked. */
static unsigned budget(const struct ddds_engine *engine)
{
    unsigned most = engine->options.max_queries;
    for (size_t i = 0; i < engine->trace.count; i++) {
        unsigned queries = cost(engine->trace.steps[i].question.kind);
        most -= queries < most ? queries : most;
    }
    return most;
}

/* Ask, because of the rule that is being tried; false if that cannot be: the
 * failure is then noted. */
static bool ask(struct ddds_engine *engine, enum ddds_question_kind kind,
                const char *name)
{
    if (cost(kind) > budget(engine)) {
        note_failure(engine,
                     (struct failure){.reason = DDDS_REASON_LIMIT,
                                      .at = name,
                                      .detail = "too many queries for one "
                                                "input (--max-queries)",
                                      .depth = engine->depth});
        return false;
    }
    if (!ddds_trace_ask(&engine->trace, &engine->arena, kind, name)) {
        run_out_of_memory(engine);
        return false;
    }
    struct ddds_step *step = &engine->trace.steps[engine->trace.count - 1];
    step->run = engine->run;
    step->depth = engine->depth;
    step->cause = DDDS_NO_STEP;
    if (engine->depth > 0) {
        const struct level *level = top(engine);
        step->cause = level->step;
        step->cause_rule = level->candidates[level->next - 1].rule;
    }
    return true;
}

/* The same; if it cannot be, the rule that is being tried is a dead end. */
static bool ask_or_end(struct ddds_engine *engine,
                       enum ddds_question_kind kind, const char *name)
{
    bool asked = ask(engine, kind, name);
    if (!asked) {
        mark_dead_end(engine, name, "the limit of queries is reached");
    }
    return asked;
}

/* Steps 1 and 2: ask for the rules at the first key. */
static void begin(struct ddds_engine *engine)
{
    engine->state = STATE_DELEGATING;
    engine->depth = 0;
    if (!ask(engine, DDDS_ASK_RULES, engine->start.key)) {
        finish(engine);
    }
}

/* If what was relied on has expired, start again, or say so if we did that
 * before. True if we started again. */
static bool restart_if_expired(struct ddds_engine *engine, uint64_t now)
{
    bool is_walking = engine->state == STATE_DELEGATING ||
                      engine->state == STATE_SERVERS;
    if (engine->depth == 0 ||
        now < (is_walking ? top(engine)->reliance.expires
                          : engine->terminal.reliance.expires)) {
        return false;
    }
    if (engine->run > 0) {
        engine->has_expired = true;
        return false;
    }
    engine->run++;
    engine->outcome_count = 0;
    engine->failure = (struct failure){.reason = DDDS_REASON_RESOLVED};
    begin(engine);
    return true;
}

/* ---- Outcomes ---------------------------------------------------------- */

static struct ddds_outcome *add_outcome(struct ddds_engine *engine)
{
    if (engine->outcome_count == engine->outcome_size) {
        size_t size = engine->outcome_size == 0 ? 1 : engine->outcome_size * 4;
        struct ddds_outcome *outcomes =
            ddds_arena_alloc(&engine->arena, size * sizeof *outcomes);
        if (outcomes == NULL) {
            return NULL;
        }
        if (engine->outcome_count > 0) {
            memcpy(outcomes, engine->outcomes,
                   engine->outcome_count * sizeof *outcomes);
        }
        engine->outcomes = outcomes;
        engine->outcome_size = size;
    }
    struct ddds_outcome *outcome = &engine->outcomes[engine->outcome_count++];
    memset(outcome, 0, sizeof *outcome);
    return outcome;
}

/* RFC 8141 section 2.3.2: the q-component of the URN goes to the resource,
 * as the query of its locator, unless that has one of its own. */
static bool put_q_component(struct ddds_engine *engine,
                            struct ddds_outcome *outcome)
{
    const struct ddds_span *q = &engine->start.urn.q;
    outcome->uri = outcome->output;
    if (!engine->start.is_urn || q->text == NULL || engine->options.no_q) {
        return true;
    }
    size_t end = strcspn(outcome->output, "#");
    if (memchr(outcome->output, '?', end) != NULL) {
        outcome->note = "the locator has a query of its own, so the URN's "
                        "q-component was left off";
        return true;
    }
    outcome->uri =
        ddds_arena_format(&engine->arena, "%.*s?%.*s%s", (int)end,
                          outcome->output, (int)q->length, q->text,
                          outcome->output + end);
    return outcome->uri != NULL;
}

/* An outcome of the rule that is being tried; NULL without memory. */
static struct ddds_outcome *conclude(struct ddds_engine *engine,
                                     enum ddds_outcome_kind kind,
                                     const struct reliance *reliance)
{
    const struct level *level = top(engine);
    const struct ddds_judged_rule *judged = tried(engine, level);
    struct ddds_outcome *outcome = add_outcome(engine);
    if (outcome == NULL) {
        return NULL;
    }
    outcome->kind = kind;
    outcome->output = judged->output;
    outcome->services = judged->rule->services;
    outcome->ttl = reliance->ttl;
    outcome->authenticated = reliance->authenticated;
    outcome->step = level->step;
    outcome->rule = level->candidates[level->next - 1].rule;
    if (kind == DDDS_OUTCOME_URI && !put_q_component(engine, outcome)) {
        return NULL;
    }
    return outcome;
}

/* What kind of outcome a terminal rule makes. */
static enum ddds_outcome_kind outcome_kind(enum ddds_next next)
{
    switch (next) {
    case DDDS_NEXT_SERVERS:
        return DDDS_OUTCOME_SERVERS;
    case DDDS_NEXT_ADDRESSES:
        return DDDS_OUTCOME_HOST;
    case DDDS_NEXT_URI:
        return DDDS_OUTCOME_URI;
    default:
        return DDDS_OUTCOME_PROTOCOL;
    }
}

static bool was_given_up(const struct ddds_engine *engine,
                         const struct ddds_judged_rule *judged)
{
    for (const struct given_up *gone = engine->given_up; gone != NULL;
         gone = gone->next) {
        if (gone->kind == outcome_kind(judged->next) &&
            strcmp(gone->output, judged->output) == 0 &&
            strcmp(gone->services, judged->rule->services) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- Step 5 and step 6: what a rule leads to --------------------------- */

/* The path from the key that stands on it already, back to that key. */
static const char *describe_cycle(struct ddds_engine *engine, unsigned from)
{
    const char *cycle = level_key(engine, from);
    for (unsigned i = from + 1; i < engine->depth && cycle != NULL; i++) {
        cycle = ddds_arena_format(&engine->arena, "%s -> %s", cycle,
                                  level_key(engine, i));
    }
    return cycle == NULL ? NULL
                         : ddds_arena_format(&engine->arena, "%s -> %s", cycle,
                                             level_key(engine, from));
}

/* Not terminal: go on to |key|. False if that is a dead end. */
static bool delegate(struct ddds_engine *engine, const char *key)
{
    for (unsigned i = 0; i < engine->depth; i++) {
        if (strcmp(level_key(engine, i), key) == 0) {
            dead_end(engine, DDDS_REASON_LOOP, key, describe_cycle(engine, i));
            return false;
        }
    }
    if (engine->depth > engine->options.max_hops) {
        dead_end(engine, DDDS_REASON_TOO_DEEP, key,
                 "too many delegations on one path (--max-hops)");
        return false;
    }
    engine->state = STATE_DELEGATING;
    return ask_or_end(engine, DDDS_ASK_RULES, key);
}

/* The terminal rule named |count| hosts: make room for what is learnt. */
static bool begin_terminal(struct ddds_engine *engine,
                           enum ddds_outcome_kind kind, size_t count)
{
    struct terminal *terminal = &engine->terminal;
    *terminal = (struct terminal){.kind = kind, .count = count};
    terminal->endpoints =
        ddds_arena_array(&engine->arena, count, sizeof *terminal->endpoints);
    terminal->address_steps = ddds_arena_array(
        &engine->arena, count, sizeof *terminal->address_steps);
    terminal->reliance = present_reliance(engine);
    return terminal->endpoints != NULL && terminal->address_steps != NULL;
}

/* Servers or host are known as far as was asked for. */
static void conclude_terminal(struct ddds_engine *engine)
{
    struct terminal *terminal = &engine->terminal;
    struct ddds_outcome *outcome =
        conclude(engine, terminal->kind, &terminal->reliance);
    if (outcome == NULL) {
        run_out_of_memory(engine);
        return;
    }
    outcome->endpoints = terminal->endpoints;
    outcome->endpoint_count = terminal->count;
    outcome->note = terminal->note;
}

/* Ask for the addresses of every endpoint, each host once. False if nothing
 * could be asked. */
static bool ask_addresses(struct ddds_engine *engine)
{
    struct terminal *terminal = &engine->terminal;
    engine->state = STATE_ADDRESSES;
    for (size_t i = 0; i < terminal->count; i++) {
        size_t same = 0;
        while (same < i && strcmp(terminal->endpoints[same].host,
                                  terminal->endpoints[i].host) != 0) {
            same++;
        }
        if (same < i) {
            terminal->address_steps[i] = terminal->address_steps[same];
        } else if (ask(engine, DDDS_ASK_ADDRESSES,
                       terminal->endpoints[i].host)) {
            terminal->address_steps[i] = engine->trace.count - 1;
            terminal->pending++;
        } else {
            terminal->address_steps[i] = DDDS_NO_STEP;
            terminal->note = "the limit of queries kept some hosts without "
                             "their addresses";
        }
    }
    if (terminal->pending == 0) {
        mark_dead_end(engine, NULL, "the limit of queries is reached");
    }
    return terminal->pending > 0;
}

/* The rule names a host. True if its addresses are asked for. */
static bool take_host(struct ddds_engine *engine, const char *host)
{
    if (!begin_terminal(engine, DDDS_OUTCOME_HOST, 1)) {
        run_out_of_memory(engine);
        return false;
    }
    engine->terminal.endpoints[0].host = host;
    if (engine->options.no_addresses) {
        conclude_terminal(engine);
        return false;
    }
    return ask_addresses(engine);
}

/* The rule's output is all there is to know. */
static void take_output(struct ddds_engine *engine, enum ddds_next next)
{
    engine->terminal.reliance = present_reliance(engine);
    if (conclude(engine, outcome_kind(next), &engine->terminal.reliance) ==
        NULL) {
        run_out_of_memory(engine);
    }
}

/* Take what the rule that is being tried gives. True if there is an answer to
 * wait for; false if it led to an outcome or to a dead end. */
static bool take(struct ddds_engine *engine)
{
    struct ddds_judged_rule *judged = tried(engine, top(engine));
    judged->verdict = DDDS_VERDICT_CHOSEN;
    if (judged->next == DDDS_NEXT_RULES) {
        return delegate(engine, judged->output);
    }
    if (was_given_up(engine, judged)) {
        mark_dead_end(engine, NULL, "given up before");
        return false;
    }
    switch (judged->next) {
    case DDDS_NEXT_SERVERS:
        engine->state = STATE_SERVERS;
        return ask_or_end(engine, DDDS_ASK_SERVERS, judged->output);
    case DDDS_NEXT_ADDRESSES:
        return take_host(engine, judged->output);
    default:
        take_output(engine, judged->next);
        return false;
    }
}

/* ---- Fallback ---------------------------------------------------------- */

/* Leave a level none of whose rules is left. */
static void leave_level(struct ddds_engine *engine)
{
    const char *key = level_key(engine, engine->depth - 1);
    engine->depth--;
    if (engine->depth > 0) {
        struct ddds_judged_rule *judged = tried(engine, top(engine));
        if (judged->verdict == DDDS_VERDICT_CHOSEN) {
            mark_dead_end(engine, key, "nothing there leads on");
        }
    }
}

/* Go on from where we are: the next rule that would do, here or above, until
 * one gives something to wait for, or an outcome that is enough. */
static void follow(struct ddds_engine *engine)
{
    size_t enough = engine->options.all ? SIZE_MAX : engine->outcome_count + 1;
    while (engine->depth > 0 && engine->status == DDDS_OK) {
        struct level *level = top(engine);
        if (level->next == level->count) {
            leave_level(engine);
            continue;
        }
        level->next++;
        if (take(engine)) {
            return;
        }
        if (engine->outcome_count == enough) {
            break;
        }
    }
    finish(engine);
}

/* An outcome is there: is it enough? */
static void conclude_or_follow(struct ddds_engine *engine)
{
    if (engine->status == DDDS_OK && !engine->options.all) {
        finish(engine);
    } else if (engine->status == DDDS_OK) {
        follow(engine);
    }
}

/* ---- Answers ----------------------------------------------------------- */

/* Why we may not use an answer; RESOLVED if we may. */
static enum ddds_reason find_fault(const struct ddds_engine *engine,
                                   const struct ddds_step *step)
{
    enum ddds_reply reply = step->answer.reply;
    bool is_definite = reply == DDDS_REPLY_DATA ||
                       reply == DDDS_REPLY_NO_NAME ||
                       reply == DDDS_REPLY_NO_DATA;
    if (is_definite && engine->options.require_authenticated &&
        !step->answer.authenticated) {
        return DDDS_REASON_INSECURE;
    }
    return reply == DDDS_REPLY_DATA
               ? DDDS_REASON_RESOLVED
               : ddds_failure_of_reply(step->question.kind, reply);
}

/* May the answer be used? Otherwise the reason is noted. */
static bool is_usable(struct ddds_engine *engine, const struct ddds_step *step)
{
    enum ddds_reason reason = find_fault(engine, step);
    if (reason == DDDS_REASON_RESOLVED) {
        return true;
    }
    bool is_address = step->question.kind == DDDS_ASK_ADDRESSES;
    note_failure(engine, (struct failure){
                             .reason = reason,
                             .at = step->question.name,
                             .detail = step->answer.detail,
                             .depth = engine->depth + (is_address ? 1 : 0)});
    return false;
}

/* The answer to the rule that is being tried cannot be used: go on without. */
static void give_up_answer(struct ddds_engine *engine,
                           const struct ddds_step *step)
{
    if (engine->depth > 0) {
        mark_dead_end(engine, step->question.name,
                      ddds_reason_text(find_fault(engine, step)));
    }
    follow(engine);
}

/* Put a level on the stack for the key that |step| asked about. */
static struct level *add_level(struct ddds_engine *engine, size_t step,
                               uint64_t now)
{
    struct reliance reliance = present_reliance(engine);
    if (engine->depth == engine->level_size) {
        unsigned size = engine->level_size == 0 ? 4 : engine->level_size * 2;
        struct level *levels =
            ddds_arena_alloc(&engine->arena, size * sizeof *levels);
        if (levels == NULL) {
            return NULL;
        }
        if (engine->depth > 0) {
            memcpy(levels, engine->levels, engine->depth * sizeof *levels);
        }
        engine->levels = levels;
        engine->level_size = size;
    }
    rely_on(&reliance, &engine->trace.steps[step], now);
    struct level *level = &engine->levels[engine->depth++];
    *level = (struct level){.step = step, .reliance = reliance};
    return level;
}

/* Steps 3 and 4: judge the rules at a new key. False without memory. */
static bool judge_rules(struct ddds_engine *engine, struct level *level)
{
    struct ddds_step *step = &engine->trace.steps[level->step];
    size_t count = ddds_ruleset_count(step->answer.ruleset);
    struct arena *arena = &engine->arena;
    step->rules = ddds_arena_alloc(arena, count * sizeof *step->rules);
    level->candidates =
        ddds_arena_alloc(arena, count * sizeof *level->candidates);
    if (step->rules == NULL || level->candidates == NULL ||
        ddds_engine_choose(&engine->judge, step->answer.ruleset, step->rules,
                           level->candidates, &level->count) != DDDS_OK) {
        return false;
    }
    step->rule_count = count;
    if (level->count == 0) {
        struct failure failure =
            ddds_failure_of_rules(step->rules, count, arena);
        failure.at = step->question.name;
        failure.depth = engine->depth - 1;
        note_failure(engine, failure);
    }
    return true;
}

static void take_rules(struct ddds_engine *engine, struct ddds_step *step,
                       uint64_t now)
{
    if (!is_usable(engine, step)) {
        give_up_answer(engine, step);
        return;
    }
    struct level *level = add_level(engine, step->question.id, now);
    if (level == NULL || !judge_rules(engine, level)) {
        run_out_of_memory(engine);
        return;
    }
    follow(engine);
}

/* RFC 2782: a target of "." says that the service is decidedly not there. */
static size_t drop_dead_servers(struct ddds_srv *servers, size_t count)
{
    size_t alive = 0;
    for (size_t i = 0; i < count; i++) {
        if (servers[i].target[0] != '\0') {
            servers[alive++] = servers[i];
        }
    }
    return alive;
}

/* The servers of |step|, in the order to try them, become endpoints. Zero if
 * there are none. */
static size_t order_servers(struct ddds_engine *engine,
                            const struct ddds_step *step)
{
    size_t all = step->answer.server_count;
    struct ddds_srv *servers =
        ddds_arena_alloc(&engine->arena, all * sizeof *servers);
    if (servers == NULL) {
        run_out_of_memory(engine);
        return 0;
    }
    if (all > 0) {
        memcpy(servers, step->answer.servers, all * sizeof *servers);
    }
    size_t count = drop_dead_servers(servers, all);
    size_t kept = count < LIMIT_SERVERS ? count : LIMIT_SERVERS;
    ddds_servers_order(servers, kept, engine->options.random,
                       engine->options.random_context);
    if (kept > 0 && !begin_terminal(engine, DDDS_OUTCOME_SERVERS, kept)) {
        run_out_of_memory(engine);
        return 0;
    }
    for (size_t i = 0; i < kept; i++) {
        engine->terminal.endpoints[i] = (struct ddds_endpoint){
            .host = servers[i].target,
            .has_port = true,
            .port = servers[i].port,
            .priority = servers[i].priority,
            .weight = servers[i].weight,
        };
    }
    engine->terminal.note =
        kept < count ? "there are more servers than are followed" : NULL;
    return kept;
}

static void take_servers(struct ddds_engine *engine,
                         const struct ddds_step *step, uint64_t now)
{
    if (!is_usable(engine, step)) {
        give_up_answer(engine, step);
        return;
    }
    if (order_servers(engine, step) == 0) {
        if (engine->status == DDDS_OK) {
            dead_end(engine, DDDS_REASON_NO_SERVERS, step->question.name,
                     "the service is decidedly not available there (target "
                     "\".\")");
            follow(engine);
        }
        return;
    }
    rely_on(&engine->terminal.reliance, step, now);
    if (engine->options.no_addresses) {
        conclude_terminal(engine);
        conclude_or_follow(engine);
    } else if (!ask_addresses(engine)) {
        follow(engine);
    }
}

/* Bring the answers home to the endpoints. False if no host has an address. */
static bool fill_endpoints(struct ddds_engine *engine)
{
    struct terminal *terminal = &engine->terminal;
    bool any = false;
    for (size_t i = 0; i < terminal->count; i++) {
        struct ddds_endpoint *endpoint = &terminal->endpoints[i];
        endpoint->has_addresses = true;
        if (terminal->address_steps[i] == DDDS_NO_STEP) {
            continue;
        }
        const struct ddds_step *step =
            &engine->trace.steps[terminal->address_steps[i]];
        if (is_usable(engine, step)) {
            endpoint->addresses = step->answer.addresses;
            endpoint->address_count = step->answer.address_count;
            any |= endpoint->address_count > 0;
        }
    }
    return any;
}

static void take_addresses(struct ddds_engine *engine,
                           const struct ddds_step *step, uint64_t now)
{
    struct terminal *terminal = &engine->terminal;
    if (step->answer.reply == DDDS_REPLY_DATA) {
        rely_on(&terminal->reliance, step, now);
    }
    if (--terminal->pending > 0) {
        return;
    }
    struct failure before = engine->failure;
    if (!fill_endpoints(engine)) {
        dead_end(engine, DDDS_REASON_NO_ADDRESSES,
                 tried(engine, top(engine))->output, NULL);
        follow(engine);
        return;
    }
    /* A server without an address beside one that has some is no failure. */
    engine->failure = before;
    conclude_terminal(engine);
    conclude_or_follow(engine);
}

void ddds_engine_answer(ddds_engine *engine, uint32_t id,
                        const struct ddds_answer *answer, uint64_t now)
{
    if (engine->state == STATE_FINISHED || id >= engine->trace.count ||
        engine->trace.steps[id].answered ||
        engine->trace.steps[id].run != engine->run) {
        return;
    }
    struct ddds_step *step = &engine->trace.steps[id];
    engine->queries += answer->queries;
    if (!ddds_trace_answer(step, &engine->arena, answer)) {
        run_out_of_memory(engine);
        return;
    }
    if (restart_if_expired(engine, now)) {
        return;
    }
    switch (engine->state) {
    case STATE_DELEGATING:
        take_rules(engine, step, now);
        break;
    case STATE_SERVERS:
        take_servers(engine, step, now);
        break;
    case STATE_ADDRESSES:
        take_addresses(engine, step, now);
        break;
    case STATE_FINISHED:
        break;
    }
}

void ddds_engine_reject(ddds_engine *engine, uint64_t now)
{
    if (engine->state != STATE_FINISHED || engine->status != DDDS_OK) {
        return;
    }
    for (size_t i = 0; i < engine->outcome_count; i++) {
        struct given_up *gone = ddds_arena_alloc(&engine->arena, sizeof *gone);
        if (gone == NULL) {
            run_out_of_memory(engine);
            return;
        }
        *gone = (struct given_up){engine->given_up, engine->outcomes[i].kind,
                                  engine->outcomes[i].output,
                                  engine->outcomes[i].services};
        engine->given_up = gone;
    }
    engine->outcome_count = 0;
    note_failure(engine, (struct failure){.reason = DDDS_REASON_REJECTED});
    if (restart_if_expired(engine, now)) {
        return;
    }
    if (engine->depth > 0) {
        mark_dead_end(engine, NULL, "given up by the caller");
    }
    follow(engine);
}

/* ---- The door ---------------------------------------------------------- */

bool ddds_engine_question(ddds_engine *engine, struct ddds_question *question)
{
    while (engine->state != STATE_FINISHED &&
           engine->asked < engine->trace.count) {
        const struct ddds_step *step = &engine->trace.steps[engine->asked++];
        if (step->run == engine->run) {
            *question = step->question;
            return true;
        }
    }
    return false;
}

void ddds_engine_stop(ddds_engine *engine, enum ddds_reason reason,
                      const char *detail)
{
    if (engine->state != STATE_FINISHED) {
        engine->failure = (struct failure){
            .reason = reason,
            .at = engine->depth > 0 ? level_key(engine, engine->depth - 1)
                                    : engine->start.key,
            .detail = detail};
        finish(engine);
    }
}

const struct ddds_result *ddds_engine_result(const ddds_engine *engine)
{
    return engine->state == STATE_FINISHED ? &engine->result : NULL;
}

ddds_status ddds_engine_status(const ddds_engine *engine)
{
    return engine->status;
}

/* ---- Birth and death --------------------------------------------------- */

/* Read what the options say that is not read where it is used. */
static ddds_status read_options(struct ddds_engine *engine,
                                struct ddds_error *error)
{
    struct wanted *wanted = &engine->judge.wanted;
    ddds_status status = ddds_engine_read_list(
        engine->options.services, &engine->arena, &wanted->services,
        &wanted->service_count, error);
    if (status != DDDS_OK) {
        return status;
    }
    return ddds_engine_read_list(engine->options.protocols, &engine->arena,
                                 &wanted->protocols, &wanted->protocol_count,
                                 error);
}

/* The first well-known rule: RFC 3402 section 3.3, step 1. */
static ddds_status start(struct ddds_engine *engine, const char *input,
                         struct ddds_error *error)
{
    size_t length = strnlen(input, LIMIT_INPUT + 1);
    if (length > LIMIT_INPUT) {
        return ddds_error_set(error, DDDS_LIMIT, LIMIT_INPUT,
                              "the input is longer than %d octets",
                              (int)LIMIT_INPUT);
    }
    char *copy = ddds_arena_copy(&engine->arena, input, length);
    engine->start.aus_size = length + 64;
    engine->start.aus = ddds_arena_alloc(&engine->arena,
                                         engine->start.aus_size);
    if (copy == NULL || engine->start.aus == NULL) {
        return ddds_error_no_memory(error);
    }
    engine->result.input = copy;
    struct ddds_request request = {copy, length, engine->options.roots};
    ddds_status status = engine->application->first_well_known_rule(
        engine->application, &request, &engine->start, error);
    if (status == DDDS_OK) {
        engine->judge.application = engine->application;
        engine->judge.aus = engine->start.aus;
        engine->judge.aus_length = strlen(engine->start.aus);
        engine->judge.arena = &engine->arena;
    }
    return status;
}

ddds_status ddds_engine_restart(ddds_engine *engine, const char *input,
                                struct ddds_error *error)
{
    /* Everything between the options and the arena is of one input. */
    ddds_trace_clear(&engine->trace);
    ddds_arena_reset(&engine->arena);
    memset(&engine->status, 0,
           offsetof(struct ddds_engine, arena) -
               offsetof(struct ddds_engine, status));
    engine->state = STATE_FINISHED;
    ddds_status status = read_options(engine, error);
    status = status != DDDS_OK ? status : start(engine, input, error);
    if (status == DDDS_OK) {
        begin(engine);
    }
    engine->status = engine->status != DDDS_OK ? engine->status : status;
    return engine->status;
}

ddds_engine *ddds_engine_new(const struct ddds_application *application,
                             const char *input,
                             const struct ddds_options *options,
                             struct ddds_error *error)
{
    ddds_engine *engine = malloc(sizeof *engine);
    if (engine == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    engine->application = application;
    engine->options = options != NULL ? *options : (struct ddds_options){0};
    if (engine->options.max_hops == 0) {
        engine->options.max_hops =
            application->max_hops != 0 ? application->max_hops : LIMIT_HOPS;
    }
    if (engine->options.max_queries == 0) {
        engine->options.max_queries = LIMIT_QUERIES;
    }
    engine->trace = (struct trace){0};
    ddds_arena_init(&engine->arena, engine->memory, sizeof engine->memory);
    if (ddds_engine_restart(engine, input, error) != DDDS_OK) {
        ddds_engine_free(engine);
        return NULL;
    }
    return engine;
}

void ddds_engine_free(ddds_engine *engine)
{
    if (engine != NULL) {
        ddds_trace_clear(&engine->trace);
        ddds_arena_free(&engine->arena);
        free(engine);
    }
}
