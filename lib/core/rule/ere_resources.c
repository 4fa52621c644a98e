/* SPDX-License-Identifier: MIT */
#include "rule/ere_resources.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/limits.h"
#include "rule/ere.h"

void *ddds_ere_allocate(size_t size, void *context)
{
    (void)context;
    return malloc(size);
}

void ddds_ere_release(void *memory, void *context)
{
    (void)context;
    free(memory);
}

/* Return the maximum of steps of a match. */
static size_t count_most(const struct ere_effort *effort, size_t length)
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

size_t ddds_ere_most_steps(const struct ere_effort *effort, size_t length,
                           unsigned share)
{
    enum { EASY_STEPS = 32 }; /* for an easy match, beyond one per octet */
    size_t steps = count_most(effort, length) / share + 1;
    bool is_easy = effort->repeats_once && steps < length + EASY_STEPS;
    return is_easy ? length + EASY_STEPS : steps;
}

/* On average a step reads half of the subject; if only one piece is repeated,
 * this happens once per start of the match. The size of the program counts as
 * well, even if it was compiled before: the result must not depend on
 * caching. */
size_t ddds_ere_count_steps(const struct ere_effort *effort, size_t length,
                            unsigned share, size_t steps)
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

size_t ddds_ere_space(size_t length, unsigned share, bool is_utf)
{
    size_t work = LIMIT_LONGEST_WORK / (length + 1) / share;
    size_t states = LIMIT_LONGEST_SPACE / 6;
    work = is_utf ? work / LIMIT_UTF_COST : work;
    while (states > 8 && states * states > work) {
        states -= states / 8;
    }
    return states * 6;
}

ddds_status ddds_ere_take_steps(const struct ere_subject *subject, size_t count,
                                struct ddds_error *error)
{
    size_t *left = subject->steps_left;
    if (left == NULL) {
        return DDDS_OK;
    }
    bool has_enough = *left > count;
    *left -= has_enough ? count : *left;
    if (has_enough) {
        return DDDS_OK;
    }
    return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                          "matching takes more steps than are left for the "
                          "input");
}
