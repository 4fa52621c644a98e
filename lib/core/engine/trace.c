/* Recording the questions, their answers, and the verdicts on their rules.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/trace.h"

#include "base/hot.h"
#include "base/sized.h"

#include <string.h>

#include "rule/answer.h"

/* Most resolutions have no more steps than this. */
enum { FIRST_STEPS = 5 };

static bool grow(struct trace *trace, struct arena *arena)
{
    size_t size = trace->size == 0 ? FIRST_STEPS : trace->size * 2;
    struct ddds_step *steps = ddds_arena_alloc(arena, size * sizeof *steps);
    if (steps == NULL) {
        return false;
    }
    if (trace->count > 0) {
        memcpy(steps, trace->steps, trace->count * sizeof *steps);
    }
    trace->steps = steps;
    trace->size = size;
    return true;
}

HOT bool ddds_trace_ask(struct trace *trace, struct arena *arena,
                        enum ddds_question_kind kind, const char *name)
{
    if (trace->count == trace->size && !grow(trace, arena)) {
        return false;
    }
    struct ddds_step *step = &trace->steps[trace->count];
    memset(step, 0, sizeof *step);
    step->kind = kind;
    step->name = name;
    trace->count++;
    return true;
}

HOT bool ddds_trace_question(const struct trace *trace, size_t index,
                             bool authenticated, unsigned max_queries,
                             struct ddds_question *question)
{
    const struct ddds_question own = {
        .size = sizeof own,
        .id = (uint32_t)index,
        .kind = trace->steps[index].kind,
        .name = trace->steps[index].name,
        .authenticated = authenticated,
        .max_queries = max_queries,
    };
    return ddds_sized_fill(question, &own, sizeof own);
}

/* Copy |text|; NULL stays NULL. False if allocation fails. */
static bool copy_text(struct arena *arena, const char *text, const char **copy)
{
    *copy = text != NULL ? ddds_arena_string(arena, text) : NULL;
    return text == NULL || *copy != NULL;
}

static bool copy_texts(struct arena *arena, const struct ddds_answer *answer,
                       struct ddds_answer *copy)
{
    copy->canonical = NULL;
    copy->server = NULL;
    return copy_text(arena, answer->detail, &copy->detail) &&
           copy_text(arena, answer->canonical, &copy->canonical) &&
           copy_text(arena, answer->server, &copy->server);
}

static bool copy_servers(struct arena *arena, const struct ddds_answer *answer,
                         struct ddds_answer *copy)
{
    struct ddds_srv *servers =
        ddds_arena_array(arena, answer->server_count, sizeof *servers);
    bool ok = servers != NULL;
    for (size_t i = 0; ok && i < answer->server_count; i++) {
        servers[i] = answer->servers[i];
        ok = copy_text(arena, answer->servers[i].target, &servers[i].target);
    }
    copy->servers = servers;
    copy->server_count = ok ? answer->server_count : 0;
    return ok;
}

static bool copy_addresses(struct arena *arena,
                           const struct ddds_answer *answer,
                           struct ddds_answer *copy)
{
    struct ddds_address *addresses =
        ddds_arena_array(arena, answer->address_count, sizeof *addresses);
    if (addresses == NULL) {
        return false;
    }
    if (answer->address_count > 0) {
        memcpy(addresses, answer->addresses,
               answer->address_count * sizeof *addresses);
    }
    copy->addresses = addresses;
    copy->address_count = answer->address_count;
    return true;
}

static bool copy_targets(struct arena *arena, const struct ddds_answer *answer,
                         struct ddds_answer *copy)
{
    bool ok = true;
    struct ddds_uri_target *targets =
        ddds_arena_array(arena, answer->target_count, sizeof *targets);
    for (size_t i = 0; ok && targets != NULL && i < answer->target_count; i++) {
        targets[i] = answer->targets[i];
        ok = copy_text(arena, answer->targets[i].uri, &targets[i].uri);
    }
    ok = ok && targets != NULL;
    copy->targets = targets;
    copy->target_count = ok ? answer->target_count : 0;
    return ok;
}

HOT bool ddds_trace_answer(struct ddds_step *step, struct arena *arena,
                           const struct ddds_answer *given, bool borrowed)
{
    struct ddds_answer own;
    const struct ddds_answer *answer =
        ddds_answer_read(step->kind, given, &own);
    struct ddds_answer *copy = ddds_arena_alloc(arena, sizeof *copy);
    if (copy == NULL) {
        return false;
    }
    *copy = *answer;
    copy->ruleset = NULL;
    copy->servers = NULL;
    copy->server_count = 0;
    copy->addresses = NULL;
    copy->address_count = 0;
    copy->records = NULL;
    copy->record_count = 0;
    copy->zone = NULL;
    copy->additions = NULL;
    copy->addition_count = 0;
    copy->targets = NULL;
    copy->target_count = 0;
    step->answer = copy;
    bool has_texts = answer->detail != NULL || answer->canonical != NULL ||
                     answer->server != NULL;
    if (has_texts && !copy_texts(arena, answer, copy)) {
        return false;
    }
    if (answer->reply != DDDS_REPLY_DATA) {
        return true;
    }
    switch (step->kind) {
    case DDDS_ASK_RULES:
        copy->ruleset =
            borrowed ? answer->ruleset : ddds_ruleset_hold(answer->ruleset);
        return true;
    case DDDS_ASK_SERVERS:
        return copy_servers(arena, answer, copy);
    case DDDS_ASK_ADDRESSES:
        return copy_addresses(arena, answer, copy);
    case DDDS_ASK_URIS:
        return copy_targets(arena, answer, copy);
    case DDDS_ASK_RECORDS:
        break; /* the engine never asks */
    }
    return true;
}

/* The rule set that |step| holds, or NULL. */
static ddds_ruleset *held_by(const struct ddds_step *step, bool borrowed)
{
    return step->answer != NULL && (!borrowed || step->is_fallback)
               ? step->answer->ruleset
               : NULL;
}

size_t ddds_trace_octets(const struct trace *trace, bool borrowed)
{
    size_t octets = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const ddds_ruleset *ruleset = held_by(&trace->steps[i], borrowed);
        octets += ruleset != NULL ? ddds_ruleset_octets(ruleset) : 0;
    }
    return octets;
}

HOT void ddds_trace_clear(struct trace *trace, bool borrowed)
{
    for (size_t i = 0; i < trace->count; i++) {
        ddds_ruleset_free(held_by(&trace->steps[i], borrowed));
    }
    *trace = (struct trace){0};
}

HOT void ddds_trace_report(const struct trace *trace, size_t id,
                           const struct ddds_options *options)
{
    if (options->on_step != NULL) {
        options->on_step(options->step_context, &trace->steps[id]);
    }
}
