/* The path of a resolution: the keys from the first to the current key. Step 5
 * of RFC 3402 section 3.3 adds a key and repeats step 2 there: it asks for the
 * rules at that key. The path also has
 *
 * - the validity of its answers, because an expired key must not be used again
 *   (section 3.3, note 2);
 * - the reason to report if no rule leads to an outcome;
 * - the number of queries that may still be sent, since a zone can delegate
 *   without end.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include "rule/ruleset.h"

#include <string.h>

void ddds_path_cut(struct walk *walk, struct failure failure)
{
    walk->cut = failure;
    walk->cuts++;
}

/* Each failed branch has a reason, but only one is reported. */
void ddds_path_fail(struct walk *walk, struct failure failure)
{
    if (failure.reason == DDDS_REASON_LIMIT) {
        ddds_path_cut(walk, failure);
    }
    if (walk->failure.reason == DDDS_REASON_RESOLVED ||
        ddds_failure_is_worse(&walk->failure, &failure)) {
        walk->failure = failure;
    }
}

void ddds_path_mark(struct walk *walk, const char *why)
{
    const struct level *level = ddds_path_top(walk);
    struct ddds_judged_rule *judged = ddds_path_tried(walk);
    if (level->led_to_outcome[ddds_path_candidate(level)->rule]) {
        return;
    }
    judged->verdict = DDDS_VERDICT_DEAD_END;
    judged->reason = why;
}

void ddds_path_end(struct walk *walk, enum ddds_reason reason, const char *at,
                   const char *detail)
{
    ddds_path_mark(walk, ddds_reason_text(reason));
    ddds_path_fail(walk,
                   (struct failure){.reason = reason,
                                    .setting = reason == DDDS_REASON_TOO_DEEP
                                                   ? DDDS_SETTING_MAX_HOPS
                                                   : DDDS_SETTING_NONE,
                                    .at = at,
                                    .detail = detail,
                                    .depth = walk->depth});
}

static void join(struct reliance *reliance, const struct reliance *other)
{
    if (other->expires < reliance->expires) {
        reliance->expires = other->expires;
    }
    if (other->ttl < reliance->ttl) {
        reliance->ttl = other->ttl;
    }
    reliance->authenticated &= other->authenticated;
    reliance->security =
        ddds_security_weaker(reliance->security, other->security);
}

/* A chain of answers is valid until the first expires, and authenticated if all
 * are. Replies that are not answers, such as timeouts, have no validity, and
 * prove nothing. */
void ddds_path_rely_on(struct reliance *reliance, const struct ddds_step *step,
                       uint64_t now)
{
    enum ddds_reply reply = step->answer->reply;
    uint32_t ttl = step->answer->ttl;
    const struct reliance answer = {
        .expires = ttl == 0 ? UINT64_MAX : now + (uint64_t)ttl * 1000,
        .ttl = ttl,
        .authenticated = step->answer->authenticated,
        .security = step->answer->security,
    };
    if (reply == DDDS_REPLY_DATA || reply == DDDS_REPLY_NO_NAME ||
        reply == DDDS_REPLY_NO_DATA) {
        join(reliance, &answer);
    }
}

struct reliance ddds_path_no_reliance(void)
{
    return (struct reliance){UINT64_MAX, DDDS_NO_TTL, true,
                             DDDS_SECURITY_SECURE};
}

/* Outcomes after a dead end rely on its answers, wherever it was:
 * lib/DECISIONS.md, "TTL". */
void ddds_path_rely_on_dead_end(struct walk *walk,
                                const struct reliance *dead_end)
{
    join(&walk->dead, dead_end);
}

struct reliance ddds_path_reliance(struct walk *walk)
{
    struct reliance reliance = walk->dead;
    if (walk->depth > 0) {
        join(&reliance, &ddds_path_top(walk)->reliance);
    }
    return reliance;
}

/* Return the number of queries for a question: addresses need an A and an AAAA
 * query. */
static unsigned cost(enum ddds_question_kind kind)
{
    return kind == DDDS_ASK_ADDRESSES ? 2 : 1;
}

static void spend(struct walk *walk, unsigned queries)
{
    unsigned left = walk->options->max_queries - walk->spent;
    walk->spent += queries < left ? queries : left;
}

/* Pending questions, which are asked together, share the queries equally that
 * are left after one for each record type. */
unsigned ddds_path_allow(struct walk *walk, size_t index)
{
    if (walk->shared != walk->trace.count) {
        walk->shared = walk->trace.count;
        walk->share = (walk->options->max_queries - walk->spent) /
                      (unsigned)(walk->trace.count - index);
    }
    return cost(walk->trace.steps[index].kind) + walk->share;
}

void ddds_path_spend(struct walk *walk, const struct ddds_step *step)
{
    unsigned queries = step->answer->queries;
    unsigned more = queries > cost(step->kind) ? queries - cost(step->kind) : 0;
    walk->queries += queries;
    spend(walk, more);
}

void ddds_path_forgo(struct walk *walk)
{
    for (size_t i = walk->awaited; i < walk->asked; i++) {
        if (walk->trace.steps[i].answer == NULL) {
            spend(walk, walk->share);
        }
    }
    walk->awaited = walk->trace.count;
}

/* Step 2. Steps record the rule that caused them, for the trace. */
bool ddds_path_ask(struct walk *walk, enum ddds_question_kind kind,
                   const char *name)
{
    if (cost(kind) > walk->options->max_queries - walk->spent) {
        ddds_path_fail(
            walk, (struct failure){.reason = DDDS_REASON_LIMIT,
                                   .setting = DDDS_SETTING_MAX_QUERIES,
                                   .at = name,
                                   .detail = "too many queries for one input",
                                   .depth = walk->depth});
        return false;
    }
    if (!ddds_trace_ask(&walk->trace, walk->arena, kind, name)) {
        walk->status = DDDS_NO_MEMORY;
        return false;
    }
    walk->spent += cost(kind);
    struct ddds_step *step = &walk->trace.steps[walk->trace.count - 1];
    step->run = walk->run;
    step->depth = walk->depth;
    step->cause = DDDS_NO_STEP;
    step->protocol = ddds_path_protocol(walk);
    if (walk->depth > 0) {
        const struct level *level = ddds_path_top(walk);
        step->cause = level->step;
        step->cause_rule = ddds_path_candidate(level)->rule;
    }
    return true;
}

bool ddds_path_ask_or_end(struct walk *walk, enum ddds_question_kind kind,
                          const char *name)
{
    bool asked = ddds_path_ask(walk, kind, name);
    if (!asked) {
        ddds_path_mark(walk, "the query limit is reached");
    }
    return asked;
}

/* Write the keys from depth |from| on, and the first again. */
static const char *write_cycle(struct walk *walk, unsigned from)
{
    const char *cycle = ddds_path_key(walk, from);
    for (unsigned i = from + 1; i < walk->depth && cycle != NULL; i++) {
        cycle = ddds_arena_format(walk->arena, "%s -> %s", cycle,
                                  ddds_path_key(walk, i));
    }
    return cycle == NULL ? NULL
                         : ddds_arena_format(walk->arena, "%s -> %s", cycle,
                                             ddds_path_key(walk, from));
}

/* The cycle is only written if it is reported, because thousands of rules may
 * lead there. */
void ddds_path_end_in_circle(struct walk *walk, unsigned from)
{
    const struct failure loop = {.reason = DDDS_REASON_LOOP,
                                 .at = ddds_path_key(walk, from),
                                 .depth = walk->depth};
    bool is_reported = walk->failure.reason == DDDS_REASON_RESOLVED ||
                       ddds_failure_is_worse(&walk->failure, &loop);
    ddds_path_end(walk, DDDS_REASON_LOOP, loop.at,
                  is_reported ? write_cycle(walk, from) : NULL);
}

/* If the caller requires authentication, unauthenticated definite answers are
 * unusable, including negative answers. */
enum ddds_reason ddds_path_find_fault(const struct walk *walk,
                                      const struct ddds_step *step)
{
    enum ddds_reply reply = step->answer->reply;
    bool is_definite =
        reply == DDDS_REPLY_DATA || reply == DDDS_REPLY_NO_NAME ||
        reply == DDDS_REPLY_NO_DATA || reply == DDDS_REPLY_OUTSIDE;
    if (is_definite && walk->options->require_authenticated &&
        !step->answer->authenticated) {
        return step->answer->security == DDDS_SECURITY_BOGUS
                   ? DDDS_REASON_BOGUS
                   : DDDS_REASON_INSECURE;
    }
    return ddds_reply_reason(step->kind, reply);
}

static bool is_missing(enum ddds_reply reply)
{
    return reply == DDDS_REPLY_NO_NAME || reply == DDDS_REPLY_OUTSIDE;
}

/* Explain |reason|: by the detail of the database, the target of an alias, or
 * the application's explanation of missing first keys. */
static const char *explain(struct walk *walk, const struct ddds_step *step,
                           enum ddds_reason reason)
{
    if (step->answer->detail == NULL && step->answer->canonical != NULL &&
        ddds_reason_class(reason) == DDDS_CLASS_NOT_FOUND) {
        return ddds_arena_format(
            walk->arena, "it is an alias of \"%s\"%s",
            step->answer->canonical[0] != '\0' ? step->answer->canonical : ".",
            is_missing(step->answer->reply) ? ", which does not exist" : "");
    }
    bool is_unpublished = reason == DDDS_REASON_NO_NAME && walk->depth == 0;
    return step->answer->detail == NULL && is_unpublished
               ? walk->application->unpublished
               : step->answer->detail;
}

/* A name in a rule is one level below the rule's key, and the hosts in its SRV
 * records are one level further. */
static void fail_answer(struct walk *walk, const struct ddds_step *step,
                        enum ddds_reason reason)
{
    bool is_server = step->kind == DDDS_ASK_ADDRESSES &&
                     walk->terminal.kind == DDDS_OUTCOME_SERVERS;
    ddds_path_fail(
        walk, (struct failure){.reason = reason,
                               .setting = reason == DDDS_REASON_LIMIT
                                              ? DDDS_SETTING_MAX_QUERIES
                                              : DDDS_SETTING_NONE,
                               .at = step->name,
                               .detail = explain(walk, step, reason),
                               .depth = walk->depth + (is_server ? 1 : 0)});
}

bool ddds_path_is_usable(struct walk *walk, const struct ddds_step *step)
{
    enum ddds_reason reason = ddds_path_find_fault(walk, step);
    if (reason != DDDS_REASON_RESOLVED) {
        fail_answer(walk, step, reason);
    }
    return reason == DDDS_REASON_RESOLVED;
}

uint16_t ddds_path_find_port(const struct walk *walk,
                             const struct ddds_rule *rule, const char *protocol)
{
    const struct ddds_application *application = walk->application;
    struct ddds_services services;
    services.size = sizeof services;
    if (walk->start.port != 0 || application->default_port == NULL ||
        application->read_services(walk->self, rule->services, &services,
                                   NULL) != DDDS_OK) {
        return walk->start.port;
    }
    if (protocol != NULL) {
        services.protocols[0] = (struct ddds_span){protocol, strlen(protocol)};
        services.protocol_count = 1;
    }
    return application->default_port(walk->self, &services);
}

bool ddds_path_find_fallback(struct walk *walk, struct ddds_fallback *fallback)
{
    const struct ddds_application *application = walk->application;
    const struct ddds_dead_end dead_end = {
        .round = walk->fallbacks,
        .reason = walk->failure.reason,
        .tried = walk->best,
        .is_published = walk->is_published,
        .is_denied = walk->is_denied,
    };
    if (application->fall_back == NULL || dead_end.round == LIMIT_FALLBACKS ||
        ddds_failure_is_final(&walk->failure, application)) {
        return false;
    }
    application->fall_back(walk->self, &walk->start, &dead_end, fallback);
    bool is_found = fallback->count > 0 || fallback->key[0] != '\0';
    walk->left_out = is_found ? NULL : fallback->because;
    walk->fallbacks = is_found ? walk->fallbacks + 1 : LIMIT_FALLBACKS;
    return is_found;
}

/* Fallback rules become a step with an answer, so that they are judged, traced
 * and followed like rules from the database. */
bool ddds_path_fall_back(struct walk *walk,
                         const struct ddds_fallback *fallback)
{
    ddds_ruleset *ruleset =
        ddds_ruleset_new(fallback->rules, fallback->count, NULL);
    struct ddds_answer *answer = ddds_arena_alloc(walk->arena, sizeof *answer);
    if (ruleset == NULL || answer == NULL ||
        !ddds_trace_ask(&walk->trace, walk->arena, DDDS_ASK_RULES,
                        walk->start.key)) {
        ddds_ruleset_free(ruleset);
        return false;
    }
    struct ddds_step *step = &walk->trace.steps[walk->trace.count - 1];
    step->run = walk->run;
    step->cause = DDDS_NO_STEP;
    step->is_fallback = true;
    *answer = (struct ddds_answer){.size = sizeof *answer,
                                   .reply = DDDS_REPLY_DATA,
                                   .detail = fallback->because,
                                   .ttl = walk->dead.ttl,
                                   .ruleset = ruleset};
    step->answer = answer;
    return true;
}

struct level *ddds_path_descend(struct walk *walk, size_t step,
                                const struct reliance *own)
{
    if (walk->depth == walk->level_size) {
        unsigned more = walk->depth == 0 ? 4 : walk->depth;
        struct level *levels = ddds_arena_extend(
            walk->arena, walk->levels, walk->depth, more, sizeof *levels);
        if (levels == NULL) {
            return NULL;
        }
        walk->levels = levels;
        walk->level_size = walk->depth + more;
    }
    struct level *level = &walk->levels[walk->depth];
    *level = (struct level){.step = step,
                            .outcomes = walk->outcome_count,
                            .own = *own,
                            .reliance = *own};
    if (walk->depth > 0) {
        join(&level->reliance, &ddds_path_top(walk)->reliance);
    }
    walk->depth++;
    return level;
}

bool ddds_path_make_room(struct walk *walk, struct level *level, size_t count)
{
    struct ddds_step *step = &walk->trace.steps[level->step];
    size_t each = sizeof *step->rules + sizeof *level->candidates +
                  sizeof *level->led_to_outcome;
    step->rules = ddds_arena_alloc(walk->arena, count * each);
    if (step->rules == NULL) {
        return false;
    }
    level->candidates = (struct candidate *)(step->rules + count);
    level->led_to_outcome = (bool *)(level->candidates + count);
    for (size_t i = 0; i < count; i++) {
        level->led_to_outcome[i] = false;
    }
    return true;
}

/* The rule that led to this level is a dead end, unless it led to an
 * outcome. */
void ddds_path_leave(struct walk *walk)
{
    const struct level *level = ddds_path_top(walk);
    walk->depth--;
    if (walk->outcome_count == level->outcomes) {
        ddds_path_rely_on_dead_end(walk, &level->own);
    }
    if (walk->depth > 0 && walk->outcome_count == level->outcomes) {
        ddds_path_mark(walk, "no rule there leads to an outcome");
    }
}
