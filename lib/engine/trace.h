/* The steps of a resolution: the engine's own data, and the trace of it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_TRACE_H
#define ENGINE_TRACE_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/result.h>

#include "base/arena.h"

/* Steps in the order in which they were asked. A step's index is its
 * question's id; pointers to steps last until the next one is added. */
struct trace {
    struct ddds_step *steps;
    size_t count;
    size_t size;
};

/* Add a step that asks |kind| at |name|, which must live as long as the arena.
 * False without memory. */
bool ddds_trace_ask(struct trace *trace, struct arena *arena,
                    enum ddds_question_kind kind, const char *name);

/* Copy |answer| into |step|, and hold its rule set. False without memory. */
bool ddds_trace_answer(struct ddds_step *step, struct arena *arena,
                       const struct ddds_answer *answer);

/* Let go of every rule set, and forget the steps. */
void ddds_trace_clear(struct trace *trace);

#endif
