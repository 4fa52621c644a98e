/* RFC 3402 section 3.3: the algorithm, as a machine that is asked for its next
 * question and told the answers.
 *
 *     Step 1   the first well-known rule gives a key          begin()
 *     Step 2   ask the database for the rules at the key      path.c
 *     Step 3   apply them to the AUS, in order                choose.c
 *     Step 4   choose, but note what else would have done     choose.c
 *     Step 5   not terminal: the output is the next key       take(), to 2
 *     Step 6   terminal: servers, addresses, a URI ...        terminal.c
 *
 * The keys on the present path are a stack of levels. Each level knows which
 * of its rules would do and which of them was tried last, so that a dead end
 * is left by one function, follow(): the next rule of the level, or the level
 * above, until there is none; then the rules that the application has of its
 * own. A caller's reject is a dead end like any other.
 *
 * What was relied on and has expired may not be relied on again (section 3.3,
 * note 2): the walk then starts over, once (lib/DECISIONS.md, "expiry").
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <string.h>

#include "base/limits.h"

/* ---- Ending ------------------------------------------------------------ */

static const char *result_note(const struct ddds_engine *engine)
{
    if (engine->has_expired) {
        return "data expired twice before the resolution ended";
    }
    if (engine->run > 0) {
        return "restarted once because data had expired";
    }
    return engine->start.note;
}

static void finish(struct ddds_engine *engine)
{
    struct ddds_result *result = &engine->result;
    bool found = engine->outcome_count > 0;
    engine->state = STATE_FINISHED;
    engine->awaited = engine->trace.count;
    result->application = engine->self;
    result->aus = engine->start.aus;
    result->key = engine->start.key;
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

static void follow(struct ddds_engine *engine);

/* ---- Beginning --------------------------------------------------------- */

/* The first well-known rule knew the answer. */
static void answer_locally(struct ddds_engine *engine)
{
    const struct ddds_outcome *outcome =
        engine->start.beginning == DDDS_BEGIN_UUID
            ? ddds_outcome_add_uuid(engine)
            : ddds_outcome_add_address(engine);
    if (outcome == NULL) {
        engine->status = DDDS_NO_MEMORY;
    }
    finish(engine);
}

/* Steps 1 and 2: ask for the rules at the first key. */
static void begin(struct ddds_engine *engine)
{
    engine->state = STATE_DELEGATING;
    engine->depth = 0;
    engine->ground = (struct reliance){UINT64_MAX, DDDS_NO_TTL, true};
    engine->fallbacks = 0;
    engine->best = NULL;
    engine->is_published = false;
    engine->is_denied = false;
    if (engine->start.beginning == DDDS_BEGIN_DIRECT) {
        follow(engine);
    } else if (!ddds_path_ask(engine, DDDS_ASK_RULES, engine->start.key)) {
        finish(engine);
    }
}

void ddds_engine_begin(struct ddds_engine *engine)
{
    switch (engine->start.beginning) {
    case DDDS_BEGIN_UUID:
    case DDDS_BEGIN_ADDRESS:
        answer_locally(engine);
        break;
    case DDDS_BEGIN_RULES:
    case DDDS_BEGIN_DIRECT:
        begin(engine);
        break;
    }
}

/* If what was relied on has expired, start again, or say so if we did that
 * before. True if we started again. */
static bool restart_if_expired(struct ddds_engine *engine, uint64_t now)
{
    bool is_walking =
        engine->state == STATE_DELEGATING || engine->state == STATE_SERVERS;
    if (engine->depth == 0 ||
        now < (is_walking ? ddds_path_top(engine)->reliance.expires
                          : engine->terminal.reliance.expires)) {
        return false;
    }
    if (engine->restarts > 0) {
        engine->has_expired = true;
        return false;
    }
    engine->restarts++;
    engine->run++;
    engine->awaited = engine->trace.count;
    engine->outcome_count = 0;
    engine->failure = (struct failure){.reason = DDDS_REASON_RESOLVED};
    begin(engine);
    return true;
}

/* ---- Step 5 and step 6: what a rule leads to --------------------------- */

/* The rules lead round to the key at depth |from|. The cycle is written out
 * only if it will be told: thousands of rules may lead there. */
static void end_in_circle(struct ddds_engine *engine, unsigned from)
{
    const struct failure loop = {.reason = DDDS_REASON_LOOP,
                                 .at = ddds_path_key(engine, from),
                                 .depth = engine->depth};
    bool is_told = engine->failure.reason == DDDS_REASON_RESOLVED ||
                   ddds_failure_is_worse(&engine->failure, &loop);
    ddds_path_end(engine, DDDS_REASON_LOOP, loop.at,
                  is_told ? ddds_path_cycle(engine, from) : NULL);
}

/* Not terminal: go on to |key|. False if that is a dead end. */
static bool delegate(struct ddds_engine *engine, const char *key)
{
    for (unsigned i = 0; i < engine->depth; i++) {
        if (strcmp(ddds_path_key(engine, i), key) == 0) {
            end_in_circle(engine, i);
            return false;
        }
    }
    if (engine->depth > engine->options.max_hops) {
        ddds_path_end(engine, DDDS_REASON_TOO_DEEP, key,
                      "too many delegations on one path (--max-hops)");
        return false;
    }
    engine->state = STATE_DELEGATING;
    return ddds_path_ask_or_end(engine, DDDS_ASK_RULES, key);
}

/* The rule's output is all there is to know. */
static void take_output(struct ddds_engine *engine, enum ddds_next next)
{
    engine->terminal.reliance = ddds_path_reliance(engine);
    if (ddds_outcome_add(engine, ddds_outcome_kind_of(next),
                         &engine->terminal.reliance) == NULL) {
        engine->status = DDDS_NO_MEMORY;
    }
}

/* Does the rule name a host that is there already, by another of its names? */
static bool is_known_node(struct ddds_engine *engine,
                          const struct ddds_judged_rule *judged)
{
    const char *known = ddds_outcome_find_node(engine, judged);
    if (known != NULL) {
        ddds_path_mark(engine, ddds_arena_format(&engine->arena,
                                                 "the same node as %s", known));
    }
    return known != NULL;
}

/* Take what the rule that is being tried gives. True if there is an answer to
 * wait for; false if it led to an outcome or to a dead end. */
static bool take(struct ddds_engine *engine)
{
    struct ddds_judged_rule *judged = ddds_path_tried(engine);
    judged->verdict = DDDS_VERDICT_CHOSEN;
    if (judged->next == DDDS_NEXT_RULES) {
        return delegate(engine, judged->output);
    }
    if (ddds_outcome_was_given_up(engine, judged)) {
        ddds_path_mark(engine, "rejected before");
        engine->is_denied |= judged->next == DDDS_NEXT_SERVERS;
        ddds_path_fail(engine,
                       (struct failure){.reason = DDDS_REASON_REJECTED});
        return false;
    }
    if (is_known_node(engine, judged)) {
        return false;
    }
    switch (judged->next) {
    case DDDS_NEXT_SERVERS:
        engine->state = STATE_SERVERS;
        return ddds_path_ask_or_end(engine, DDDS_ASK_SERVERS, judged->output);
    case DDDS_NEXT_ADDRESSES:
        return ddds_terminal_take_host(engine, judged->output);
    default:
        take_output(engine, judged->next);
        return false;
    }
}

/* ---- Steps 3 and 4: what the rules of a key are good for --------------- */

/* What is wanted at the present key: of protocols, the one that is pursued. */
static void narrow(struct ddds_engine *engine)
{
    struct wanted *wanted = &engine->judge.wanted;
    const char *protocol = ddds_path_protocol(engine);
    *wanted = engine->wanted;
    if (protocol != NULL) {
        engine->pursued = (struct ddds_span){protocol, strlen(protocol)};
        wanted->protocols = &engine->pursued;
        wanted->protocol_count = 1;
    }
}

/* Judge the rules at a new key. False without memory. */
static bool judge_rules(struct ddds_engine *engine, struct level *level)
{
    struct ddds_step *step = &engine->trace.steps[level->step];
    size_t count = ddds_ruleset_count(step->answer.ruleset);
    struct arena *arena = &engine->arena;
    step->rules = ddds_arena_alloc(arena, count * sizeof *step->rules);
    level->candidates =
        ddds_arena_alloc(arena, count * sizeof *level->candidates);
    level->has_borne = ddds_arena_array(arena, count, sizeof *level->has_borne);
    narrow(engine);
    engine->is_named = false;
    if (step->rules == NULL || level->candidates == NULL ||
        level->has_borne == NULL ||
        ddds_engine_choose(&engine->judge, step->answer.ruleset, step->rules,
                           level->candidates, &level->count) != DDDS_OK) {
        return false;
    }
    step->rule_count = count;
    engine->is_published |= engine->is_named && engine->depth == 1;
    if (level->count == 0 || ddds_failure_is_limited(step->rules, count)) {
        struct failure failure =
            ddds_failure_of_rules(step->rules, count, arena);
        failure.at = step->question.name;
        failure.depth = engine->depth - 1;
        ddds_path_fail(engine, failure);
    }
    return ddds_candidates_arrange(engine);
}

/* Go to the key of |step|, whose rules are there. False without memory. */
static bool enter(struct ddds_engine *engine, size_t step,
                  struct reliance reliance)
{
    struct level *level = ddds_path_descend(engine, step, reliance);
    if (level == NULL || !judge_rules(engine, level)) {
        return false;
    }
    if (engine->depth == 1) {
        engine->best = level->count > 0 ? engine->trace.steps[step]
                                              .rules[level->candidates[0].rule]
                                              .rule
                                        : NULL;
    }
    return true;
}

/* ---- Fallback ---------------------------------------------------------- */

/* Leave a level none of whose rules is left. The rule that led here was a dead
 * end, unless an outcome came of it. */
static void leave_level(struct ddds_engine *engine)
{
    size_t outcomes = ddds_path_top(engine)->outcomes;
    engine->depth--;
    if (engine->depth > 0 && engine->outcome_count == outcomes) {
        ddds_path_mark(engine, "no rule there leads to an outcome");
    }
}

/* Ask the application for rules of its own, if this is a case for them. False
 * if there are none. */
static bool find_fallback(struct ddds_engine *engine,
                          struct ddds_fallback *fallback)
{
    const struct ddds_application *application = engine->application;
    const struct ddds_dead_end dead_end = {
        .round = engine->fallbacks,
        .reason = engine->failure.reason,
        .tried = engine->best,
        .is_published = engine->is_published,
        .is_denied = engine->is_denied,
    };
    if (application->fall_back == NULL || dead_end.round == LIMIT_FALLBACKS ||
        ddds_reason_class(dead_end.reason) > DDDS_CLASS_NOT_FOUND) {
        return false;
    }
    application->fall_back(engine->self, &engine->start, &dead_end, fallback);
    engine->fallbacks =
        fallback->count > 0 ? engine->fallbacks + 1 : LIMIT_FALLBACKS;
    return fallback->count > 0;
}

/* What rules there are came to nothing: go on with those that the application
 * has of its own. False if there are none. */
static bool fall_back(struct ddds_engine *engine)
{
    struct ddds_fallback fallback = {.count = 0};
    if (engine->outcome_count > 0) {
        return false;
    }
    if (!find_fallback(engine, &fallback)) {
        ddds_path_fail(engine, (struct failure){.reason = DDDS_REASON_NO_RULE,
                                                .at = engine->start.key});
        return false;
    }
    if (!ddds_path_fall_back(engine, &fallback) ||
        !enter(engine, engine->trace.count - 1, engine->ground)) {
        engine->status = DDDS_NO_MEMORY;
    }
    return true;
}

/* Go on from where we are: the next rule that would do, here or above, until
 * one gives something to wait for, or an outcome that is enough. */
static void follow(struct ddds_engine *engine)
{
    size_t enough = engine->options.all ? SIZE_MAX : engine->outcome_count + 1;
    while (engine->status == DDDS_OK &&
           (engine->depth > 0 || fall_back(engine))) {
        if (engine->status != DDDS_OK) {
            break;
        }
        struct level *level = ddds_path_top(engine);
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

/* The answer to the rule that is being tried cannot be used: go on without. It
 * is one of those that the application's own rules, if they come to be used,
 * rely on. */
static void give_up_answer(struct ddds_engine *engine,
                           const struct ddds_step *step, uint64_t now)
{
    ddds_path_rely_on(&engine->ground, step, now);
    if (engine->depth > 0) {
        ddds_path_mark(engine,
                       ddds_reason_text(ddds_path_find_fault(engine, step)));
    }
    follow(engine);
}

static void take_rules(struct ddds_engine *engine, struct ddds_step *step,
                       uint64_t now)
{
    struct reliance reliance = ddds_path_reliance(engine);
    ddds_path_rely_on(&reliance, step, now);
    if (engine->depth == 0) {
        engine->ground = reliance;
    }
    if (!ddds_path_is_usable(engine, step)) {
        give_up_answer(engine, step, now);
        return;
    }
    if (!enter(engine, step->question.id, reliance)) {
        engine->status = DDDS_NO_MEMORY;
        return;
    }
    follow(engine);
}

static void take_servers(struct ddds_engine *engine,
                         const struct ddds_step *step, uint64_t now)
{
    if (!ddds_path_is_usable(engine, step)) {
        give_up_answer(engine, step, now);
        return;
    }
    if (ddds_terminal_take_servers(engine, step) == 0) {
        if (engine->status == DDDS_OK) {
            engine->is_denied = true;
            ddds_path_end(engine, DDDS_REASON_NO_SERVERS, step->question.name,
                          "no server there has a valid name (\".\": the "
                          "service is not available)");
            follow(engine);
        }
        return;
    }
    ddds_path_rely_on(&engine->terminal.reliance, step, now);
    if (engine->options.no_addresses) {
        ddds_terminal_conclude(engine);
        conclude_or_follow(engine);
    } else if (!ddds_terminal_ask_addresses(engine)) {
        follow(engine);
    }
}

static void take_addresses(struct ddds_engine *engine,
                           const struct ddds_step *step, uint64_t now)
{
    struct terminal *terminal = &engine->terminal;
    if (ddds_path_find_fault(engine, step) == DDDS_REASON_RESOLVED) {
        ddds_path_rely_on(&terminal->reliance, step, now);
    }
    if (--terminal->pending > 0) {
        return;
    }
    struct failure before = engine->failure;
    if (!ddds_terminal_fill(engine)) {
        ddds_path_end(engine, DDDS_REASON_NO_ADDRESSES,
                      ddds_path_tried(engine)->output, NULL);
        follow(engine);
        return;
    }
    /* A server without an address beside one that has some is no failure. */
    engine->failure = before;
    ddds_terminal_conclude(engine);
    conclude_or_follow(engine);
}

/* Somebody waits for the answer of |step|, which has it now. */
static void take_answer(struct ddds_engine *engine, struct ddds_step *step,
                        uint64_t now)
{
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

void ddds_engine_answer(ddds_engine *engine, uint32_t id,
                        const struct ddds_answer *answer, uint64_t now)
{
    if (id < engine->awaited || id >= engine->asked ||
        engine->trace.steps[id].answered) {
        return;
    }
    struct ddds_step *step = &engine->trace.steps[id];
    bool is_kept = ddds_trace_answer(step, &engine->arena, answer);
    engine->queries += step->answer.queries;
    if (is_kept && step->answer.reply != DDDS_REPLY_NO_MEMORY) {
        take_answer(engine, step, now);
    } else {
        engine->status = DDDS_NO_MEMORY;
    }
    if (engine->status != DDDS_OK) {
        finish(engine);
    }
}

void ddds_engine_reject(ddds_engine *engine, uint64_t now)
{
    if (engine->state != STATE_FINISHED || engine->status != DDDS_OK) {
        return;
    }
    ddds_outcome_give_up(engine);
    ddds_path_fail(engine, (struct failure){.reason = DDDS_REASON_REJECTED});
    engine->restarts = 0; /* lib/DECISIONS.md, "expiry" */
    engine->has_expired = false;
    if (engine->status != DDDS_OK || restart_if_expired(engine, now)) {
        return;
    }
    if (engine->depth > 0) {
        ddds_path_mark(engine, "rejected by the caller");
    }
    follow(engine);
}

/* ---- The door ---------------------------------------------------------- */

bool ddds_engine_question(ddds_engine *engine, struct ddds_question *question)
{
    if (engine->asked < engine->awaited) {
        engine->asked = engine->awaited;
    }
    while (engine->asked < engine->trace.count &&
           engine->trace.steps[engine->asked].is_fallback) {
        engine->asked++;
    }
    if (engine->asked == engine->trace.count) {
        return false;
    }
    *question = engine->trace.steps[engine->asked++].question;
    question->authenticated = engine->options.require_authenticated;
    return true;
}

void ddds_engine_stop(ddds_engine *engine, enum ddds_reason reason,
                      const char *detail)
{
    if (engine->state == STATE_FINISHED) {
        return;
    }
    if (engine->state != STATE_ADDRESSES) {
        engine->terminal.reliance = ddds_path_reliance(engine);
    }
    engine->failure = (struct failure){
        .reason = reason,
        .at = engine->depth > 0 ? ddds_path_key(engine, engine->depth - 1)
                                : engine->start.key,
        .detail =
            detail != NULL ? ddds_arena_string(&engine->arena, detail) : NULL,
    };
    finish(engine);
}

const struct ddds_result *ddds_engine_result(const ddds_engine *engine)
{
    return engine->state == STATE_FINISHED ? &engine->result : NULL;
}

ddds_status ddds_engine_status(const ddds_engine *engine)
{
    return engine->status;
}
