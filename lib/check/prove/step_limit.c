/* Estimates of the steps that matching an expression takes.
 *
 * A matcher that backtracks visits a tree: its leaves are the ways in which
 * octets of the string can be read before they fail. The most leaves for strings
 * of N octets follow from those for N - 1: after each octet, those of all states
 * that it leads to are added. The string is the worst for each state, so that
 * more leaves are counted than any string has. A state from which any rest
 * matches has none: the search ends there.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/step_limit.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/grow.h"
#include "base/limits.h"
#include "check/sets/automaton.h"
#include "check/sets/dfa_members.h"
#include "check/sets/intern.h"
#include "rule/substitution.h"

enum {
    MATCH = 0,
    START = 1,
    ROWS = 256,          /* lengths that are counted; then the growth goes on */
    VISITS = 1 << 21,    /* of states, for an expression */
    STEPS_OF_A_LEAF = 4, /* at most, on average */
    OCTETS_OF_LOOKS = 256 /* of a string; they cost a step for each step */
};

#define MANY (UINT64_C(1) << 50)

/* The last estimate for an expression. */
struct estimate {
    size_t length; /* of strings */
    size_t steps;
};

struct step_limit {
    struct intern regexps;
    struct estimate *estimates; /* of each */
    size_t count;
    size_t room;
};

void ddds_step_limit_free(struct step_limit *limit)
{
    if (limit != NULL) {
        ddds_intern_free(&limit->regexps);
        free(limit->estimates);
        free(limit);
    }
}

/* ---- Leaves -------------------------------------------------------------- */

/* The rests of strings that match from a state. */
enum rests { RESTS_SOME, RESTS_NOT_EMPTY, RESTS_ALL };

/* The leaves for strings of N octets. */
struct leaves {
    const struct automaton *automaton;
    const uint64_t *before;    /* leaves from each state, with an octet less */
    bool is_last;              /* N is 1 */
    uint8_t *rests;            /* of each state */
    bool *is_open;             /* the state is being visited */
    unsigned char octets[255]; /* one of each class */
    size_t octet_count;
    unsigned visits; /* left */
};

static uint64_t add_leaves(uint64_t one, uint64_t other)
{
    return one + other < MANY ? one + other : MANY;
}

static bool has_octet(const struct automaton_state *state, unsigned octet)
{
    return state->kind == AUTOMATON_OCTET &&
           (state->set[octet / 64] >> octet % 64 & 1) != 0;
}

/* Return the leaves that follow |octet| at the state |at|, and MANY if there are
 * too many states. */
static uint64_t count_after(struct leaves *leaves, uint16_t at,
                            unsigned char octet, bool is_begin)
{
    const struct automaton_state *state = &leaves->automaton->states[at];
    if (state->kind == AUTOMATON_OCTET) {
        enum rests rests = leaves->rests[state->next];
        bool matches = rests == RESTS_ALL ||
                       (rests == RESTS_NOT_EMPTY && !leaves->is_last);
        return has_octet(state, octet) && !matches ? leaves->before[state->next]
                                                   : 0;
    }
    if (state->kind == AUTOMATON_MATCH || state->kind == AUTOMATON_END ||
        (state->kind == AUTOMATON_BEGIN && !is_begin)) {
        return 0;
    }
    if (leaves->is_open[at] || leaves->visits == 0) {
        leaves->visits = 0;
        return MANY;
    }
    leaves->visits--;
    leaves->is_open[at] = true;
    uint64_t count = count_after(leaves, state->next, octet, is_begin);
    if (state->kind == AUTOMATON_FORK) {
        count = add_leaves(count,
                           count_after(leaves, state->other, octet, is_begin));
    }
    leaves->is_open[at] = false;
    return count;
}

/* Return the most leaves from the state |at|, at least the end of a string. */
static uint64_t count_leaves(struct leaves *leaves, uint16_t at, bool is_begin)
{
    uint64_t most = 1;
    for (size_t i = 0; i < leaves->octet_count; i++) {
        uint64_t count = count_after(leaves, at, leaves->octets[i], is_begin);
        most = count > most ? count : most;
    }
    return most;
}

/* List an octet of each class that the states of the automaton distinguish. */
static void list_octets(struct leaves *leaves)
{
    const struct automaton *automaton = leaves->automaton;
    for (unsigned octet = 1; octet < 256; octet++) {
        bool is_new = true;
        for (size_t i = 0; is_new && i < leaves->octet_count; i++) {
            uint16_t at = 0;
            while (at < automaton->count &&
                   has_octet(&automaton->states[at], octet) ==
                       has_octet(&automaton->states[at], leaves->octets[i])) {
                at++;
            }
            is_new = at < automaton->count;
        }
        if (is_new) {
            leaves->octets[leaves->octet_count++] = (unsigned char)octet;
        }
    }
}

/* Return true if the match can be reached from |at| at the end of the string. */
static bool may_end(const struct automaton *automaton, uint16_t at)
{
    while (automaton->states[at].kind == AUTOMATON_END) {
        at = automaton->states[at].next;
    }
    return at == MATCH;
}

/* Return true if |state| consumes any octet. */
static bool takes_all(const struct automaton_state *state)
{
    unsigned octet = 1;
    while (octet < 128 && has_octet(state, octet)) {
        octet++;
    }
    return octet == 128;
}

/* Return the rests of strings that match from |at|, if that is easy to see. */
static enum rests find_rests(const struct automaton *automaton, uint16_t at)
{
    const struct automaton_state *state = &automaton->states[at];
    if (at == MATCH) {
        return RESTS_ALL;
    }
    if (state->kind == AUTOMATON_FORK) {
        const struct automaton_state *loop = &automaton->states[state->next];
        return loop->next == at && takes_all(loop) &&
                       may_end(automaton, state->other)
                   ? RESTS_ALL
                   : RESTS_SOME;
    }
    return takes_all(state) &&
                   automaton->states[state->next].kind == AUTOMATON_FORK &&
                   find_rests(automaton, state->next) == RESTS_ALL
               ? RESTS_NOT_EMPTY
               : RESTS_SOME;
}

/* Return the most leaves for strings of up to |length| octets, with a start of
 * the match at each octet unless the expression is anchored. */
static uint64_t count_all(struct leaves *leaves, uint64_t *rows[2],
                          size_t length)
{
    const struct automaton *automaton = leaves->automaton;
    uint64_t totals[ROWS + 1] = {1};
    size_t most = length < ROWS ? length : ROWS;
    uint64_t first = 1; /* leaves of a start of the match */
    bool is_growing = true;
    for (uint16_t at = 0; at < automaton->count; at++) {
        rows[0][at] = 1;
    }
    for (size_t row = 1; row <= most; row++) {
        leaves->before = rows[(row - 1) % 2];
        leaves->is_last = row == 1;
        uint64_t *now = rows[row % 2];
        first = is_growing ? count_leaves(leaves, START, true) : first;
        totals[row] = totals[row - 1];
        if (!automaton->is_anchored) {
            totals[row] = add_leaves(totals[row], first);
        } else if (totals[row] < first) {
            totals[row] = first;
        }
        bool was_growing = is_growing;
        is_growing = false;
        for (uint16_t at = 0; was_growing && at < automaton->count; at++) {
            const struct automaton_state *state = &automaton->states[at];
            if (state->kind == AUTOMATON_OCTET) {
                now[state->next] = count_leaves(leaves, state->next, false);
                is_growing |= now[state->next] != leaves->before[state->next];
            }
        }
        if (leaves->visits == 0 || totals[row] == MANY) {
            return MANY;
        }
    }
    uint64_t total = totals[most];
    for (size_t at = most; at < length && total < MANY; at *= 2) {
        uint64_t growth = (totals[ROWS] - 1) / totals[ROWS / 2] + 1;
        total = total * (growth < 1024 ? growth : 1024);
    }
    return total < MANY ? total : MANY;
}

/* ---- Steps --------------------------------------------------------------- */

/* Return the steps of the budget that a match with |leaves| takes: it is tried
 * with shares of the limit. */
static size_t charge(uint64_t leaves, size_t length, bool repeats_once)
{
    static const size_t shares[] = {LIMIT_EASY_SHARE, LIMIT_MIDDLE_SHARE, 1};
    uint64_t taken = leaves > 1 ? leaves * STEPS_OF_A_LEAF : 1;
    size_t places = length + 1;
    size_t most = repeats_once ? LIMIT_MATCH_AN_OCTET * places
                               : LIMIT_MATCH_WORK / places;
    if ((most < LIMIT_MATCH) == repeats_once) {
        most = LIMIT_MATCH;
    }
    size_t steps = 0;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        size_t share = most / shares[i] + 1;
        steps += repeats_once ? share : share * (1 + places / OCTETS_OF_LOOKS);
        if (taken <= share) {
            return steps;
        }
    }
    return SIZE_MAX;
}

/* Estimate the steps of |by| with strings of up to |length| octets. False if
 * allocation fails. */
static bool estimate(const ddds_substitution *by, size_t length, size_t *steps)
{
    struct arena arena;
    const size_t reading = length / LIMIT_READ_A_STEP + 1;
    *steps = reading;
    if (by->matches_all) {
        return true;
    }
    ddds_arena_init(&arena, NULL, 0);
    struct leaves leaves = {
        .automaton = ddds_automaton_new(&arena, by->ere, by->ignores_case),
        .visits = VISITS};
    size_t count = leaves.automaton != NULL ? leaves.automaton->count : 1;
    uint64_t *rows[2] = {ddds_arena_array(&arena, count, sizeof **rows),
                         ddds_arena_array(&arena, count, sizeof **rows)};
    leaves.rests = ddds_arena_array(&arena, count, sizeof *leaves.rests);
    leaves.is_open = ddds_arena_array(&arena, count, sizeof *leaves.is_open);
    bool ok = !arena.failed;
    if (leaves.automaton == NULL) { /* too large, or not ASCII */
        *steps = SIZE_MAX;
    } else if (ok) {
        const char *repeated = strpbrk(by->ere, "*+{");
        bool repeats_once =
            repeated == NULL || strpbrk(repeated + 1, "*+{") == NULL;
        for (uint16_t at = 0; at < leaves.automaton->count; at++) {
            leaves.rests[at] = (uint8_t)find_rests(leaves.automaton, at);
            leaves.is_open[at] = false;
        }
        list_octets(&leaves);
        uint64_t most = count_all(&leaves, rows, length);
        if (most > 1 || by->shape == NULL) {
            size_t taken = charge(most, length, repeats_once);
            *steps = taken < SIZE_MAX ? reading + taken : taken;
        }
    }
    ddds_arena_free(&arena);
    return ok;
}

bool ddds_step_limit_estimate(struct step_limit **kept, const char *regexp,
                              const struct dfa *inputs, size_t *steps)
{
    struct step_limit *limit = *kept != NULL ? *kept : calloc(1, sizeof *limit);
    *kept = limit;
    if (limit == NULL) {
        return false;
    }
    size_t longest = ddds_members_longest(inputs);
    size_t length = longest < LIMIT_INPUT ? longest : LIMIT_INPUT;
    uint32_t number = ddds_intern(&limit->regexps, regexp, strlen(regexp) + 1);
    struct estimate *estimates =
        number == INTERN_FAILED ? NULL
                                : ddds_grow(limit->estimates, number,
                                            &limit->room, sizeof *estimates);
    if (estimates == NULL) {
        return false;
    }
    limit->estimates = estimates;
    if (number == limit->count) {
        limit->count++;
        estimates[number].length = SIZE_MAX;
    }
    if (estimates[number].length != length) {
        struct ddds_error error = {.status = DDDS_OK};
        ddds_substitution *by = ddds_substitution_new(regexp, &error);
        estimates[number].steps = 0; /* of an invalid one */
        bool ok = by != NULL ? estimate(by, length, &estimates[number].steps)
                             : error.status != DDDS_NO_MEMORY;
        ddds_substitution_free(by);
        estimates[number].length = ok ? length : SIZE_MAX;
    }
    *steps = estimates[number].steps;
    return estimates[number].length == length;
}
