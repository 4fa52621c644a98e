/* The steps of a resolution: data of the engine, and its trace.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_TRACE_H
#define ENGINE_TRACE_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/options.h>
#include <ddds/result.h>

#include "base/arena.h"

/* Steps in the order of questions. The index of a step is the ID of its
 * question; pointers to steps are valid until the next step is added. */
struct trace {
    struct ddds_step *steps;
    size_t count;
    size_t size;
};

/* Add a step with a question of |kind| about |name|, which must be valid as
 * long as the arena. Return false if allocation fails. */
bool ddds_trace_ask(struct trace *trace, struct arena *arena,
                    enum ddds_question_kind kind, const char *name);

/* Write the question of step |index| to |question|, with |authenticated|,
 * whether it needs authenticated data, and the limit |max_queries|. Return
 * false if the size of |question| is not set. */
bool ddds_trace_question(const struct trace *trace, size_t index,
                         bool authenticated, unsigned max_queries,
                         struct ddds_question *question);

/* Copy |answer| into |step|, and hold its rule set. Return
 * false if allocation fails. */
bool ddds_trace_answer(struct ddds_step *step, struct arena *arena,
                       const struct ddds_answer *answer);

/* Return the octets of the rule sets that the steps hold. */
size_t ddds_trace_octets(const struct trace *trace);

/* Release every rule set, and remove all steps. */
void ddds_trace_clear(struct trace *trace);

/* Pass the answered step |id| to the caller's function. */
void ddds_trace_report(const struct trace *trace, size_t id,
                       const struct ddds_options *options);

#endif
