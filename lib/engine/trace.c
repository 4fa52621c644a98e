/* Keeping what was asked, what was answered and what was made of it.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/trace.h"

#include <string.h>

/* Most resolutions have no more steps than this. */
enum { FIRST_STEPS = 4 };

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

bool ddds_trace_ask(struct trace *trace, struct arena *arena,
                    enum ddds_question_kind kind, const char *name)
{
    if (trace->count == trace->size && !grow(trace, arena)) {
        return false;
    }
    struct ddds_step *step = &trace->steps[trace->count];
    memset(step, 0, sizeof *step);
    step->question.id = (uint32_t)trace->count;
    step->question.kind = kind;
    step->question.name = name;
    trace->count++;
    return true;
}

/* A copy of |text|; NULL stays NULL. */
static bool copy_text(struct arena *arena, const char *text, const char **copy)
{
    *copy = text != NULL ? ddds_arena_string(arena, text) : NULL;
    return text == NULL || *copy != NULL;
}

static bool copy_servers(struct arena *arena, struct ddds_answer *answer)
{
    struct ddds_srv *copies =
        ddds_arena_array(arena, answer->server_count, sizeof *copies);
    bool ok = copies != NULL;
    for (size_t i = 0; ok && i < answer->server_count; i++) {
        copies[i] = answer->servers[i];
        ok = copy_text(arena, answer->servers[i].target, &copies[i].target);
    }
    answer->servers = copies;
    return ok;
}

static bool copy_addresses(struct arena *arena, struct ddds_answer *answer)
{
    struct ddds_address *copies =
        ddds_arena_array(arena, answer->address_count, sizeof *copies);
    if (copies != NULL && answer->address_count > 0) {
        memcpy(copies, answer->addresses,
               answer->address_count * sizeof *copies);
    }
    answer->addresses = copies;
    return copies != NULL;
}

bool ddds_trace_answer(struct ddds_step *step, struct arena *arena,
                       const struct ddds_answer *answer)
{
    struct ddds_answer *copy = &step->answer;
    *copy = *answer;
    step->answered = true;
    copy->ruleset = NULL;
    if (!copy_text(arena, answer->detail, &copy->detail) ||
        !copy_text(arena, answer->canonical, &copy->canonical)) {
        return false;
    }
    if (answer->reply != DDDS_REPLY_DATA) {
        return true;
    }
    switch (step->question.kind) {
    case DDDS_ASK_RULES:
        copy->ruleset = ddds_ruleset_hold(answer->ruleset);
        return true;
    case DDDS_ASK_SERVERS:
        return copy_servers(arena, copy);
    case DDDS_ASK_ADDRESSES:
        return copy_addresses(arena, copy);
    }
    return true;
}

void ddds_trace_clear(struct trace *trace)
{
    for (size_t i = 0; i < trace->count; i++) {
        ddds_ruleset_free(trace->steps[i].answer.ruleset);
    }
    *trace = (struct trace){0};
}
