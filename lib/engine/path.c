/* The path that a resolution is on: the keys from the first to the present one,
 * what is relied on along it, and the questions that may still be asked.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <string.h>

void ddds_path_fail(struct ddds_engine *engine, struct failure failure)
{
    if (engine->failure.reason == DDDS_REASON_RESOLVED ||
        ddds_failure_is_worse(&engine->failure, &failure)) {
        engine->failure = failure;
    }
}

struct level *ddds_path_top(struct ddds_engine *engine)
{
    return &engine->levels[engine->depth - 1];
}

struct ddds_judged_rule *ddds_path_tried(struct ddds_engine *engine)
{
    const struct level *level = ddds_path_top(engine);
    size_t rule = level->candidates[level->next - 1].rule;
    return &engine->trace.steps[level->step].rules[rule];
}

const char *ddds_path_key(const struct ddds_engine *engine, unsigned depth)
{
    return engine->trace.steps[engine->levels[depth].step].question.name;
}

void ddds_path_mark(struct ddds_engine *engine, const char *why)
{
    const struct level *level = ddds_path_top(engine);
    struct ddds_judged_rule *judged = ddds_path_tried(engine);
    if (level->has_borne[level->candidates[level->next - 1].rule]) {
        return;
    }
    judged->verdict = DDDS_VERDICT_DEAD_END;
    judged->reason = why;
}

void ddds_path_end(struct ddds_engine *engine, enum ddds_reason reason,
                   const char *at, const char *detail)
{
    ddds_path_mark(engine, ddds_reason_text(reason));
    ddds_path_fail(engine, (struct failure){.reason = reason,
                                            .at = at,
                                            .detail = detail,
                                            .depth = engine->depth});
}

void ddds_path_rely_on(struct reliance *reliance, const struct ddds_step *step,
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

struct reliance ddds_path_reliance(struct ddds_engine *engine)
{
    return engine->depth > 0 ? ddds_path_top(engine)->reliance : engine->ground;
}

const char *ddds_path_protocol(const struct ddds_engine *engine)
{
    const char *protocol = NULL;
    for (unsigned i = 0; i < engine->depth && protocol == NULL; i++) {
        const struct level *level = &engine->levels[i];
        protocol = level->next > 0 ? level->candidates[level->next - 1].protocol
                                   : NULL;
    }
    return protocol;
}

static unsigned cost(enum ddds_question_kind kind)
{
    return kind == DDDS_ASK_ADDRESSES ? 2 : 1;
}

/* Queries that may still be asked. */
static unsigned budget(const struct ddds_engine *engine)
{
    unsigned most = engine->options.max_queries;
    for (size_t i = 0; i < engine->trace.count; i++) {
        const struct ddds_step *step = &engine->trace.steps[i];
        unsigned queries = step->is_fallback ? 0 : cost(step->question.kind);
        most -= queries < most ? queries : most;
    }
    return most;
}

bool ddds_path_ask(struct ddds_engine *engine, enum ddds_question_kind kind,
                   const char *name)
{
    if (cost(kind) > budget(engine)) {
        ddds_path_fail(engine,
                       (struct failure){.reason = DDDS_REASON_LIMIT,
                                        .at = name,
                                        .detail = "too many queries for one "
                                                  "input (--max-queries)",
                                        .depth = engine->depth});
        return false;
    }
    if (!ddds_trace_ask(&engine->trace, &engine->arena, kind, name)) {
        engine->status = DDDS_NO_MEMORY;
        return false;
    }
    struct ddds_step *step = &engine->trace.steps[engine->trace.count - 1];
    step->run = engine->run;
    step->depth = engine->depth;
    step->cause = DDDS_NO_STEP;
    step->protocol = ddds_path_protocol(engine);
    if (engine->depth > 0) {
        const struct level *level = ddds_path_top(engine);
        step->cause = level->step;
        step->cause_rule = level->candidates[level->next - 1].rule;
    }
    return true;
}

bool ddds_path_ask_or_end(struct ddds_engine *engine,
                          enum ddds_question_kind kind, const char *name)
{
    bool asked = ddds_path_ask(engine, kind, name);
    if (!asked) {
        ddds_path_mark(engine, "the query limit is reached");
    }
    return asked;
}

const char *ddds_path_cycle(struct ddds_engine *engine, unsigned from)
{
    const char *cycle = ddds_path_key(engine, from);
    for (unsigned i = from + 1; i < engine->depth && cycle != NULL; i++) {
        cycle = ddds_arena_format(&engine->arena, "%s -> %s", cycle,
                                  ddds_path_key(engine, i));
    }
    return cycle == NULL ? NULL
                         : ddds_arena_format(&engine->arena, "%s -> %s", cycle,
                                             ddds_path_key(engine, from));
}

enum ddds_reason ddds_path_find_fault(const struct ddds_engine *engine,
                                      const struct ddds_step *step)
{
    enum ddds_reply reply = step->answer.reply;
    bool is_definite =
        reply == DDDS_REPLY_DATA || reply == DDDS_REPLY_NO_NAME ||
        reply == DDDS_REPLY_NO_DATA || reply == DDDS_REPLY_OUTSIDE;
    if (is_definite && engine->options.require_authenticated &&
        !step->answer.authenticated) {
        return DDDS_REASON_INSECURE;
    }
    return ddds_reply_reason(step->question.kind, reply);
}

static bool is_missing(enum ddds_reply reply)
{
    return reply == DDDS_REPLY_NO_NAME || reply == DDDS_REPLY_OUTSIDE;
}

/* More about |reason|: what the database says, where an alias led, or what the
 * application knows about first keys that are not there. */
static const char *explain(struct ddds_engine *engine,
                           const struct ddds_step *step,
                           enum ddds_reason reason)
{
    if (step->answer.detail == NULL && step->answer.canonical != NULL &&
        ddds_reason_class(reason) == DDDS_CLASS_NOT_FOUND) {
        return ddds_arena_format(
            &engine->arena, "it is an alias of \"%s\"%s",
            step->answer.canonical,
            is_missing(step->answer.reply) ? ", which does not exist" : "");
    }
    bool is_unpublished = reason == DDDS_REASON_NO_NAME && engine->depth == 0;
    return step->answer.detail == NULL && is_unpublished
               ? engine->application->unpublished
               : step->answer.detail;
}

bool ddds_path_is_usable(struct ddds_engine *engine,
                         const struct ddds_step *step)
{
    enum ddds_reason reason = ddds_path_find_fault(engine, step);
    if (reason == DDDS_REASON_RESOLVED) {
        return true;
    }
    bool is_address = step->question.kind == DDDS_ASK_ADDRESSES;
    ddds_path_fail(engine, (struct failure){
                               .reason = reason,
                               .at = step->question.name,
                               .detail = explain(engine, step, reason),
                               .depth = engine->depth + (is_address ? 1 : 0)});
    return false;
}

bool ddds_path_fall_back(struct ddds_engine *engine,
                         const struct ddds_fallback *fallback)
{
    ddds_ruleset *ruleset =
        ddds_ruleset_new(NULL, fallback->rules, fallback->count, NULL);
    if (ruleset == NULL || !ddds_trace_ask(&engine->trace, &engine->arena,
                                           DDDS_ASK_RULES, engine->start.key)) {
        ddds_ruleset_free(ruleset);
        return false;
    }
    struct ddds_step *step = &engine->trace.steps[engine->trace.count - 1];
    step->run = engine->run;
    step->cause = DDDS_NO_STEP;
    step->is_fallback = true;
    step->answered = true;
    step->answer = (struct ddds_answer){.size = sizeof(struct ddds_answer),
                                        .reply = DDDS_REPLY_DATA,
                                        .detail = fallback->because,
                                        .ttl = engine->ground.ttl,
                                        .ruleset = ruleset};
    return true;
}

struct level *ddds_path_descend(struct ddds_engine *engine, size_t step,
                                struct reliance reliance)
{
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
    struct level *level = &engine->levels[engine->depth++];
    *level = (struct level){
        .step = step, .outcomes = engine->outcome_count, .reliance = reliance};
    return level;
}
