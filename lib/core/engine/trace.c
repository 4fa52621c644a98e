/* Record of questions, answers, and verdicts on rules.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/trace.h"

#include "base/sized.h"

#include "rule/answer.h"

/* Enough for most resolutions. */
enum { FIRST_STEPS = 5 };

static bool grow(struct trace *trace, struct arena *arena)
{
    size_t more = trace->count == 0 ? FIRST_STEPS : trace->count;
    struct ddds_step *steps = ddds_arena_extend(
        arena, trace->steps, trace->count, more, sizeof *steps);
    if (steps != NULL) {
        trace->steps = steps;
        trace->size = trace->count + more;
    }
    return steps != NULL;
}

bool ddds_trace_ask(struct trace *trace, struct arena *arena,
                    enum ddds_question_kind kind, const char *name)
{
    if (trace->count == trace->size && !grow(trace, arena)) {
        return false;
    }
    trace->steps[trace->count++] =
        (struct ddds_step){.kind = kind, .name = name};
    return true;
}

bool ddds_trace_question(const struct trace *trace, size_t index,
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

bool ddds_trace_answer(struct ddds_step *step, struct arena *arena,
                       const struct ddds_answer *answer)
{
    void *memory =
        ddds_arena_alloc(arena, ddds_answer_octets(step->kind, answer));
    if (memory == NULL) {
        return false;
    }
    step->answer = ddds_answer_copy(step->kind, answer, memory);
    ddds_ruleset_hold(step->answer->ruleset);
    return true;
}

/* Return the rule set that |step| references, or NULL. */
static ddds_ruleset *held_by(const struct ddds_step *step)
{
    return step->answer != NULL ? step->answer->ruleset : NULL;
}

size_t ddds_trace_octets(const struct trace *trace)
{
    size_t octets = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const ddds_ruleset *ruleset = held_by(&trace->steps[i]);
        octets += ruleset != NULL ? ddds_ruleset_octets(ruleset) : 0;
    }
    return octets;
}

void ddds_trace_clear(struct trace *trace)
{
    for (size_t i = 0; i < trace->count; i++) {
        ddds_ruleset_free(held_by(&trace->steps[i]));
    }
    *trace = (struct trace){0};
}

void ddds_trace_report(const struct trace *trace, size_t id,
                       const struct ddds_options *options)
{
    if (options->on_step != NULL) {
        options->on_step(options->step_context, &trace->steps[id]);
    }
}
