/* RFC 3402 section 3.3: the algorithm, as a state machine that returns
 * questions and takes answers. It performs no I/O.
 *
 *     Step 1   the first well-known rule gives a key          start.c
 *     Step 2   ask the database for the rules at the key      path.c
 *     Step 3   apply them to the AUS, in order                choose.c
 *     Step 4   choose one, and keep the other candidates      choose.c
 *     Step 5   not terminal: the output is the next key       take(), to 2
 *     Step 6   terminal: servers, addresses, a URI ...        terminal.c
 *
 * The keys on the current path are a stack of levels. Each level has its
 * candidates and the number of those tried. The function follow() backtracks
 * after every dead end: it tries the next candidate of the level, then the
 * level above, and finally the application's own rules. A rejected outcome is a
 * dead end, too.
 *
 * Expired data must not be used again (section 3.3, note 2): the walk then
 * restarts, once (lib/DECISIONS.md, "expiry").
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <string.h>

#include "base/limits.h"

/* ---- End --------------------------------------------------------------- */

/* Set every member of the result that start.c has not set. */
static void finish(struct walk *walk)
{
    struct ddds_result *result = &walk->result;
    ddds_near_sort(walk);
    bool found = walk->outcome_count > 0;
    const struct failure *failure = found ? &walk->cut : &walk->failure;
    if (!found) {
        ddds_failure_add_offers(&walk->failure, &walk->trace, walk->arena);
    }
    walk->state = STATE_FINISHED;
    walk->awaited = walk->trace.count;
    result->application = walk->self;
    result->aus = walk->start.aus;
    result->key = walk->start.key;
    result->urn = walk->start.is_urn ? &walk->start.urn : NULL;
    result->outcomes = walk->outcomes;
    result->outcome_count = walk->outcome_count;
    result->reason = found ? DDDS_REASON_RESOLVED : failure->reason;
    result->setting = failure->setting;
    result->at = failure->at;
    result->detail = failure->detail;
    result->steps = walk->trace.steps;
    result->step_count = walk->trace.count;
    result->queries = walk->queries;
    result->note = ddds_outcome_result_note(walk);
}

static void follow(struct walk *walk);

/* ---- Start ------------------------------------------------------------- */

/* Finish with an outcome that the first well-known rule found without the
 * database. */
static void answer_locally(struct walk *walk)
{
    bool is_done = walk->start.beginning == DDDS_BEGIN_UUID
                       ? ddds_outcome_add_uuid(walk) != NULL
                       : ddds_outcome_add_addresses(walk);
    if (!is_done) {
        walk->status = DDDS_NO_MEMORY;
    }
    finish(walk);
}

/* Steps 1 and 2: ask for the rules at the first key. */
static void begin(struct walk *walk)
{
    walk->state = STATE_DELEGATING;
    walk->depth = 0;
    walk->dead = ddds_path_no_reliance();
    walk->fallbacks = 0;
    walk->left_out = NULL;
    walk->best = NULL;
    walk->is_published = false;
    walk->is_denied = false;
    walk->without_servers = NULL;
    if (walk->start.beginning == DDDS_BEGIN_DIRECT) {
        follow(walk);
    } else if (!ddds_path_ask(walk, DDDS_ASK_RULES, walk->start.key)) {
        finish(walk);
    }
}

void ddds_engine_begin(struct walk *walk)
{
    if (walk->failure.reason != DDDS_REASON_RESOLVED) {
        finish(walk);
        return;
    }
    switch (walk->start.beginning) {
    case DDDS_BEGIN_UUID:
    case DDDS_BEGIN_ADDRESS:
        answer_locally(walk);
        break;
    case DDDS_BEGIN_RULES:
    case DDDS_BEGIN_DIRECT:
        begin(walk);
        break;
    }
}

static void restart(struct walk *walk)
{
    walk->restarts++;
    walk->run++;
    ddds_path_forgo(walk);
    walk->outcome_count = 0;
    walk->outcomes_expire = UINT64_MAX;
    walk->failure = (struct failure){.reason = DDDS_REASON_RESOLVED};
    walk->cut = walk->failure;
    walk->cuts = walk->told_cuts = 0;
    begin(walk);
}

/* If an answer that the walk relies on has expired, restart and return true;
 * after the first restart only record it. */
static bool restart_if_expired(struct walk *walk, uint64_t now)
{
    bool is_walking = walk->state == STATE_DELEGATING ||
                      walk->state == STATE_SERVERS ||
                      walk->state == STATE_TARGETS;
    if (walk->depth == 0 ||
        now < (is_walking ? ddds_path_reliance(walk).expires
                          : walk->terminal.reliance.expires)) {
        return false;
    }
    if (walk->restarts > 0) {
        walk->has_expired = true;
        return false;
    }
    restart(walk);
    return true;
}

/* ---- Steps 5 and 6: outputs of rules ----------------------------------- */

/* Step 5: the rule is not terminal, so |key| is the next key. Return false at a
 * dead end. */
static bool delegate(struct walk *walk, const char *key)
{
    for (unsigned i = 0; i < walk->depth; i++) {
        if (strcmp(ddds_path_key(walk, i), key) == 0) {
            ddds_path_end_in_circle(walk, i);
            return false;
        }
    }
    if (walk->depth > walk->options->max_hops) {
        ddds_path_end(walk, DDDS_REASON_TOO_DEEP, key,
                      ddds_arena_format(walk->arena, "more than %u on one path",
                                        walk->options->max_hops));
        return false;
    }
    walk->state = STATE_DELEGATING;
    return ddds_path_ask_or_end(walk, DDDS_ASK_RULES, key);
}

/* Add the outcome of a rule whose output is complete without further
 * queries. */
static void take_output(struct walk *walk, enum ddds_next next)
{
    walk->terminal.reliance = ddds_path_reliance(walk);
    if (ddds_outcome_add(walk, ddds_outcome_kind_of(next),
                         &walk->terminal.reliance) == NULL) {
        walk->status = DDDS_NO_MEMORY;
    }
}

/* Return true if the rule names a host that was found before under another
 * name. */
static bool is_known_node(struct walk *walk,
                          const struct ddds_judged_rule *judged)
{
    const char *known = ddds_outcome_find_node(walk, judged);
    if (known != NULL) {
        ddds_path_mark(
            walk, ddds_arena_format(walk->arena, "the same node as %s", known));
    }
    return known != NULL;
}

/* Follow the current rule. Return true if it needs an answer; false after an
 * outcome or a dead end. */
static bool take(struct walk *walk)
{
    struct ddds_judged_rule *judged = ddds_path_tried(walk);
    judged->verdict = DDDS_VERDICT_CHOSEN;
    if (judged->next == DDDS_NEXT_RULES) {
        return delegate(walk, judged->output);
    }
    if (walk->rejected != NULL && ddds_outcome_is_rejected(walk, judged)) {
        ddds_path_mark(walk, "rejected before");
        walk->is_denied |= judged->next == DDDS_NEXT_SERVERS;
        ddds_path_fail(walk, (struct failure){.reason = DDDS_REASON_REJECTED});
        return false;
    }
    if (is_known_node(walk, judged) ||
        ddds_terminal_has_servers(walk, judged)) {
        return false;
    }
    switch (judged->next) {
    case DDDS_NEXT_SERVERS:
        walk->state = STATE_SERVERS;
        return ddds_path_ask_or_end(walk, DDDS_ASK_SERVERS, judged->output);
    case DDDS_NEXT_TARGETS:
        walk->state = STATE_TARGETS;
        return ddds_path_ask_or_end(walk, DDDS_ASK_URIS, judged->output);
    case DDDS_NEXT_ADDRESSES:
        return ddds_terminal_take_host(walk, judged->output);
    case DDDS_NEXT_URI:
    case DDDS_NEXT_PROTOCOL:
    case DDDS_NEXT_RULES: /* not here, like those that are never acceptable */
    case DDDS_NEXT_UNKNOWN:
    case DDDS_NEXT_CONFLICTING:
        take_output(walk, judged->next);
    }
    return false;
}

/* ---- Steps 3 and 4: judge the rules of a key --------------------------- */

/* Accept, at the current key, only the pursued protocol, if any. */
static void narrow(struct walk *walk)
{
    struct requested *requested = &walk->chooser.requested;
    const char *protocol = ddds_path_protocol(walk);
    *requested = walk->requested;
    if (protocol != NULL) {
        walk->pursued = (struct ddds_span){protocol, strlen(protocol)};
        requested->protocols = &walk->pursued;
        requested->protocol_count = 1;
    }
}

/* Judge the rules at a new key. Return false if allocation fails. */
static bool judge_rules(struct walk *walk, struct level *level)
{
    struct ddds_step *step = &walk->trace.steps[level->step];
    size_t count = ddds_ruleset_count(step->answer->ruleset);
    if (!ddds_path_make_room(walk, level, count)) {
        return false;
    }
    narrow(walk);
    walk->is_named = false;
    walk->chooser.key = step->name;
    walk->chooser.has_family = false;
    /* The order of fallback rules is the application's. A random choice must
     * not depend on the order of the answer. */
    walk->chooser.sorts_ties =
        !step->is_fallback && (walk->options->sorts_ties ||
                               (walk->application->preference_is_weight &&
                                walk->options->random != NULL));
    if (walk->application->general_service != NULL) {
        ddds_requested_note_family(&walk->chooser, step->answer->ruleset);
    }
    if (ddds_engine_choose(&walk->chooser, step->answer->ruleset, step->rules,
                           level->candidates, &level->count) != DDDS_OK) {
        return false;
    }
    step->rule_count = count;
    walk->is_published |= walk->is_named && walk->depth == 1;
    level->limited = ddds_failure_first_limited(step->rules, count);
    if (level->count == 0 || level->limited < count) {
        struct failure *failure = &level->failure;
        *failure = ddds_failure_of_rules(step->rules, count, walk->arena);
        failure->at = step->name;
        failure->depth = walk->depth - 1;
        if (failure->reason == DDDS_REASON_LIMIT && walk->steps_left == 0) {
            failure->setting = DDDS_SETTING_MAX_STEPS;
        }
    }
    return ddds_candidates_arrange(walk);
}

/* Add the key of |step|, whose rules are known, to the path. Return false if
 * allocation fails. */
static bool enter(struct walk *walk, size_t step, const struct reliance *own)
{
    struct level *level = ddds_path_descend(walk, step, own);
    if (level == NULL || !judge_rules(walk, level)) {
        return false;
    }
    if (walk->depth == 1) {
        walk->best =
            level->count > 0
                ? walk->trace.steps[step].rules[level->candidates[0].rule].rule
                : NULL;
    }
    return true;
}

/* ---- Fallback ---------------------------------------------------------- */

/* Without an outcome so far, continue with the application's own rules, or ask
 * for the rules at another key. Return false if it has neither. */
static bool fall_back(struct walk *walk)
{
    struct ddds_fallback fallback = {.count = 0};
    const struct reliance none = ddds_path_no_reliance();
    if (walk->outcome_count > 0) {
        return false;
    }
    if (!ddds_path_find_fallback(walk, &fallback)) {
        const char *note = walk->trace.count == 0 ? walk->start.note : NULL;
        ddds_path_fail(walk, (struct failure){.reason = DDDS_REASON_NO_RULE,
                                              .at = walk->start.key,
                                              .detail = note});
        return false;
    }
    if (fallback.key[0] != '\0') {
        const char *key = ddds_arena_string(walk->arena, fallback.key);
        walk->status = key == NULL ? DDDS_NO_MEMORY : walk->status;
        walk->state = STATE_DELEGATING;
        return key != NULL && ddds_path_ask(walk, DDDS_ASK_RULES, key);
    }
    if (!ddds_path_fall_back(walk, &fallback) ||
        !enter(walk, walk->trace.count - 1, &none)) {
        walk->status = DDDS_NO_MEMORY;
    }
    return walk->status == DDDS_OK;
}

/* Record the failure of the rules at |level|, if a limited rule is before the rule
 * |index|, or at their end. */
static void fail_before(struct walk *walk, const struct level *level,
                        size_t index)
{
    if (level->failure.reason != DDDS_REASON_RESOLVED &&
        level->limited < index) {
        ddds_path_fail(walk, level->failure);
    }
}

/* Try the next candidates, of this level and those above, until one needs an
 * answer or enough outcomes were found. */
static void follow(struct walk *walk)
{
    size_t enough = walk->wants_all ? SIZE_MAX : walk->outcome_count + 1;
    while (walk->status == DDDS_OK && (walk->depth > 0 || fall_back(walk))) {
        if (walk->depth == 0) {
            return; /* asked for another key */
        }
        struct level *level = ddds_path_top(walk);
        bool is_end = level->next == level->count;
        fail_before(walk, level,
                    is_end ? SIZE_MAX : level->candidates[level->next].rule);
        if (is_end) {
            ddds_path_leave(walk);
            continue;
        }
        level->next++;
        if (take(walk)) {
            return;
        }
        if (walk->outcome_count == enough) {
            break;
        }
    }
    finish(walk);
}

/* Finish with the last outcome, or continue if the caller requested all. */
static void conclude_or_follow(struct walk *walk)
{
    if (walk->status == DDDS_OK && !walk->wants_all) {
        finish(walk);
    } else if (walk->status == DDDS_OK) {
        follow(walk);
    }
}

/* ---- Answers ----------------------------------------------------------- */

/* Outcomes found later rely on the answer of |step|, a dead end, too. */
static void rely_on_dead_answer(struct walk *walk, const struct ddds_step *step,
                                uint64_t now)
{
    struct reliance own = ddds_path_no_reliance();
    ddds_path_rely_on(&own, step, now);
    ddds_path_rely_on_dead_end(walk, &own);
}

/* Skip the current rule, whose answer is unusable, and try the next
 * candidate. */
static void skip_answer(struct walk *walk, const struct ddds_step *step,
                        uint64_t now)
{
    rely_on_dead_answer(walk, step, now);
    if (walk->depth > 0) {
        ddds_path_mark(walk,
                       ddds_reason_text(ddds_path_find_fault(walk, step)));
    }
    follow(walk);
}

static void take_rules(struct walk *walk, struct ddds_step *step, uint64_t now)
{
    struct reliance own = ddds_path_no_reliance();
    if (!ddds_path_is_usable(walk, step)) {
        skip_answer(walk, step, now);
        return;
    }
    ddds_path_rely_on(&own, step, now);
    if (!enter(walk, (size_t)(step - walk->trace.steps), &own)) {
        walk->status = DDDS_NO_MEMORY;
        return;
    }
    follow(walk);
}

static void take_servers(struct walk *walk, const struct ddds_step *step,
                         uint64_t now)
{
    if (!ddds_path_is_usable(walk, step)) {
        ddds_terminal_note_missing(walk, step);
        skip_answer(walk, step, now);
        return;
    }
    size_t count = ddds_terminal_take_servers(walk, step);
    if (walk->status != DDDS_OK) {
        return;
    }
    if (count == 0) {
        walk->is_denied = true;
        rely_on_dead_answer(walk, step, now);
        follow(walk);
        return;
    }
    ddds_terminal_rely_on(walk, step, now);
    if (walk->options->no_addresses) {
        ddds_terminal_conclude(walk);
        conclude_or_follow(walk);
    } else if (!ddds_terminal_ask_addresses(walk)) {
        follow(walk);
    }
}

static void take_targets(struct walk *walk, const struct ddds_step *step,
                         uint64_t now)
{
    if (!ddds_path_is_usable(walk, step)) {
        skip_answer(walk, step, now);
        return;
    }
    walk->terminal.reliance = ddds_path_reliance(walk);
    ddds_path_rely_on(&walk->terminal.reliance, step, now);
    if (ddds_terminal_take_targets(walk, step)) {
        conclude_or_follow(walk);
    } else if (walk->status == DDDS_OK) {
        ddds_path_end(walk, DDDS_REASON_NO_SERVERS, step->name,
                      "no URI record there has a valid URI");
        rely_on_dead_answer(walk, step, now);
        follow(walk);
    }
}

static void take_addresses(struct walk *walk, const struct ddds_step *step,
                           uint64_t now)
{
    ddds_terminal_rely_on_addresses(walk, step, now);
    if (--walk->terminal.pending > 0) {
        return;
    }
    struct failure before = walk->failure;
    if (!ddds_terminal_fill(walk)) {
        ddds_terminal_end(walk);
        follow(walk);
        return;
    }
    /* A server without addresses is not a failure if another has some. */
    walk->failure = before;
    ddds_terminal_conclude(walk);
    conclude_or_follow(walk);
}

/* Continue with the answer of |step|. */
static void take_answer(struct walk *walk, struct ddds_step *step, uint64_t now)
{
    if (restart_if_expired(walk, now)) {
        return;
    }
    switch (walk->state) {
    case STATE_DELEGATING:
        take_rules(walk, step, now);
        break;
    case STATE_SERVERS:
        take_servers(walk, step, now);
        break;
    case STATE_TARGETS:
        take_targets(walk, step, now);
        break;
    case STATE_ADDRESSES:
        take_addresses(walk, step, now);
        break;
    case STATE_FINISHED:
        break;
    }
}

void ddds_engine_answer(ddds_engine *engine, uint32_t id,
                        const struct ddds_answer *answer, uint64_t now)
{
    struct walk *walk = &engine->walk;
    if (id < walk->awaited || id >= walk->asked ||
        walk->trace.steps[id].answer != NULL) {
        return;
    }
    struct ddds_step *step = &walk->trace.steps[id];
    bool is_kept = ddds_trace_answer(step, walk->arena, answer);
    ddds_ties_sort_answer(walk->options->sorts_ties ? step->answer : NULL);
    if (is_kept && step->answer->reply != DDDS_REPLY_NO_MEMORY) {
        ddds_path_spend(walk, step);
        take_answer(walk, step, now);
        ddds_trace_report(&walk->trace, id, walk->options);
    } else {
        walk->status = DDDS_NO_MEMORY;
    }
    if (walk->status != DDDS_OK) {
        finish(walk);
    }
}

void ddds_engine_reject(ddds_engine *engine, uint64_t now)
{
    struct walk *walk = &engine->walk;
    if (walk->state != STATE_FINISHED || walk->status != DDDS_OK) {
        return;
    }
    bool has_expired = now >= walk->outcomes_expire;
    ddds_outcome_reject_all(walk);
    ddds_path_fail(walk, (struct failure){.reason = DDDS_REASON_REJECTED});
    walk->restarts = 0; /* lib/DECISIONS.md, "expiry" */
    walk->has_expired = false;
    if (walk->status == DDDS_OK && has_expired) {
        restart(walk);
        return;
    }
    if (walk->status != DDDS_OK || restart_if_expired(walk, now)) {
        return;
    }
    if (walk->start.beginning == DDDS_BEGIN_ADDRESS) {
        answer_locally(walk);
        return;
    }
    /* A stopped walk was still at a rule, which had no outcome to reject. */
    if (walk->depth > 0 &&
        ddds_path_tried(walk)->verdict == DDDS_VERDICT_CHOSEN) {
        ddds_path_mark(walk, "not followed to its end");
    }
    follow(walk);
}

/* ---- Questions and results --------------------------------------------- */

bool ddds_engine_question(ddds_engine *engine, struct ddds_question *question)
{
    struct walk *walk = &engine->walk;
    if (walk->asked < walk->awaited) {
        walk->asked = walk->awaited;
    }
    while (walk->asked < walk->trace.count &&
           walk->trace.steps[walk->asked].is_fallback) {
        walk->asked++;
    }
    if (walk->asked == walk->trace.count) {
        return false;
    }
    bool is_given = ddds_trace_question(
        &walk->trace, walk->asked, walk->options->require_authenticated,
        ddds_path_allow(walk, walk->asked), question);
    walk->asked += is_given;
    return is_given;
}

void ddds_engine_stop(ddds_engine *engine, enum ddds_reason reason,
                      const char *detail)
{
    struct walk *walk = &engine->walk;
    if (walk->state == STATE_FINISHED) {
        return;
    }
    if (walk->state != STATE_ADDRESSES) {
        walk->terminal.reliance = ddds_path_reliance(walk);
    }
    walk->failure = (struct failure){
        .reason = reason,
        .at = walk->depth > 0 ? ddds_path_key(walk, walk->depth - 1)
                              : walk->start.key,
        .detail =
            detail != NULL ? ddds_arena_string(walk->arena, detail) : NULL,
    };
    if (reason == DDDS_REASON_LIMIT) {
        ddds_path_cut(walk, walk->failure);
    }
    finish(walk);
}

const struct ddds_result *ddds_engine_result(const ddds_engine *engine)
{
    return engine->walk.state == STATE_FINISHED ? &engine->walk.result : NULL;
}

ddds_status ddds_engine_status(const ddds_engine *engine)
{
    return engine->walk.status;
}

size_t ddds_engine_octets(const ddds_engine *engine)
{
    const struct walk *walk = &engine->walk;
    return sizeof *engine + engine->arena.octets +
           ddds_trace_octets(&walk->trace);
}
