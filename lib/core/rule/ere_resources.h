/* Limits of matches: memory and work.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ERE_RESOURCES_H
#define RULE_ERE_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

#include "base/limits.h"

struct ere_subject;

/* Properties of an expression that determine limits and costs of steps. */
struct ere_effort {
    bool is_utf;
    bool is_anchored;
    bool counts_anew;  /* at each start of a match */
    bool repeats_once; /* at most one piece is repeated */
    size_t octets;     /* of the search program */
};

/* Return the maximum of steps of a match in |length| octets. */
static inline size_t ere_count_most(const struct ere_effort *effort,
                                    size_t length)
{
    size_t places = length + 1;
    size_t steps = effort->repeats_once ? LIMIT_MATCH_AN_OCTET * places
                                        : LIMIT_MATCH_WORK / places;
    if ((steps < LIMIT_MATCH) == effort->repeats_once) {
        steps = LIMIT_MATCH;
    }
    steps = effort->is_utf ? steps / LIMIT_UTF_COST : steps;
    return effort->counts_anew ? steps / places : steps;
}

/* Return the maximum of steps for a match in |length| octets with a |share| of
 * the limits: 1 is all, 64 a 64th. */
static inline size_t ere_most_steps(const struct ere_effort *effort,
                                    size_t length, unsigned share)
{
    enum { EASY_STEPS = 32 }; /* for an easy match, beyond one per octet */
    size_t steps = ere_count_most(effort, length) / share + 1;
    bool is_easy = effort->repeats_once && steps < length + EASY_STEPS;
    return is_easy ? length + EASY_STEPS : steps;
}

/* Return the cost of |steps| of such a match. On average a step reads half of
 * the subject; if only one piece is repeated, this happens once per start of the
 * match. The size of the program counts as well, even if it was compiled before:
 * the result must not depend on caching. */
static inline size_t ere_count_steps(const struct ere_effort *effort,
                                     size_t length, unsigned share,
                                     size_t steps)
{
    size_t places = length + 1;
    size_t looks = !effort->repeats_once ? steps
                   : effort->is_anchored ? 0
                   : steps < places      ? steps
                                         : places;
    size_t count = steps + looks * (places / 2) / LIMIT_OCTETS_A_STEP;
    if (share == LIMIT_EASY_SHARE) {
        count += effort->octets / LIMIT_COMPILED_A_STEP;
    }
    return effort->is_utf ? count * LIMIT_UTF_COST : count;
}

/* malloc and free for PCRE2, so that a program that replaces those of the
 * library also replaces PCRE2's. |context| is not used. */
void *ddds_ere_allocate(size_t size, void *context);
void ddds_ere_release(void *memory, void *context);

/* Return the size of the work space of a longest-match search in |length|
 * octets, in numbers: two sets of three for each state. At every octet each
 * state is compared with all others, so the work is quadratic in the states.
 * |share| is a fraction of the limits: 1 is all, 64 a 64th. */
size_t ddds_ere_space(size_t length, unsigned share, bool is_utf);

/* Take |count| steps from the budget. If fewer are left, take these, and fail
 * with DDDS_LIMIT. */
ddds_status ddds_ere_take_steps(const struct ere_subject *subject, size_t count,
                                struct ddds_error *error);

#endif
