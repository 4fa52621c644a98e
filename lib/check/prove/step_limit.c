/* Estimates of the steps that matching an expression takes.
 *
 * A matcher that backtracks visits a tree: its leaves are the ways in which
 * octets of the string can be read before they fail. The most leaves for strings
 * of N octets follow from those for N - 1: after each octet, those of all states
 * that it leads to are added. The string is the worst for each state, so that
 * more leaves are counted than any string has. Two kinds of leaves are not
 * counted: those where any rest matches, because the search ends there, and
 * those that fail because a repeated octet goes on, if PCRE2 sees that nothing
 * else can follow.
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
#include "check/sets/intern.h"
#include "rule/ere_resources.h"
#include "rule/substitution.h"

enum {
    MATCH = 0,
    START = 1,
    VISITS = 1 << 23,        /* of states, for an expression */
    VISITS_IN_ALL = 1 << 27, /* for all: a second */
    LEAF = 4,                /* steps of a leaf, at most, on average */
    DIRECT = 1,              /* of one beside a repeated octet */
    OCTETS_OF_A_ROUND = 288, /* of the matcher's heap: two frames */
    STEPS_OF_ROUNDS = LIMIT_MATCH_HEAP * 1024 / OCTETS_OF_A_ROUND * LEAF,
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
    unsigned visits; /* so far */
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
    uint64_t *before; /* steps of the leaves from each state, an octet less */
    uint64_t *now;    /* of the leaves from each state */
    bool is_last;     /* N is 1 */
    uint8_t *rests;   /* of each state */
    bool *is_certain; /* the fork repeats an octet, and only others follow */
    bool *is_open;    /* the state is being visited */
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

/* Return the state after those at |at| that have one successor and read
 * nothing. */
static uint16_t skip_plain(const struct automaton *automaton, uint16_t at)
{
    while (automaton->states[at].kind == AUTOMATON_FORK &&
           automaton->states[at].next == automaton->states[at].other) {
        at = automaton->states[at].next;
    }
    return at;
}

/* Return the state that the fork |at| repeats if it is a single octet, without a
 * group around it; or NULL. */
static const struct automaton_state *
find_repeated(const struct automaton *automaton, uint16_t at)
{
    const struct automaton_state *state = &automaton->states[at];
    const struct automaton_state *next = &automaton->states[state->next];
    return state->kind == AUTOMATON_FORK && next->kind == AUTOMATON_OCTET &&
                   next->next == at
               ? next
               : NULL;
}

/* Return true if the fork |at| repeats an octet, and a single octet, or the end,
 * follows: that costs the matcher least. */
static bool is_direct(const struct automaton *automaton, uint16_t at)
{
    uint16_t other = skip_plain(automaton, automaton->states[at].other);
    return find_repeated(automaton, at) != NULL &&
           automaton->states[other].kind != AUTOMATON_FORK;
}

/* Return the leaves that follow |octet| at the state |at|; 0 if it fails there,
 * or if any rest matches; MANY if there are too many states. */
static uint64_t count_after(struct leaves *leaves, uint16_t at,
                            unsigned char octet, bool is_begin)
{
    const struct automaton_state *state = &leaves->automaton->states[at];
    if (leaves->is_open[at] || leaves->visits == 0) {
        leaves->visits = 0;
        return MANY;
    }
    leaves->visits--;
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
    leaves->is_open[at] = true;
    uint64_t count = count_after(leaves, state->next, octet, is_begin);
    bool is_decided = leaves->is_certain[at] &&
                      has_octet(find_repeated(leaves->automaton, at), octet);
    if (state->kind == AUTOMATON_FORK && state->other != state->next &&
        !is_decided) {
        uint64_t other = count_after(leaves, state->other, octet, is_begin);
        uint64_t least = is_direct(leaves->automaton, at) ? DIRECT : LEAF;
        count =
            add_leaves(count > 0 ? count : least, other > 0 ? other : least);
    }
    leaves->is_open[at] = false;
    return count;
}

/* Return the most leaves from the state |at|, at least the end of a string. */
static uint64_t count_leaves(struct leaves *leaves, uint16_t at, bool is_begin)
{
    const struct automaton_state *state = &leaves->automaton->states[at];
    bool is_octet = state->kind == AUTOMATON_OCTET;
    bool is_over = false;
    uint64_t most = LEAF;
    for (size_t i = 0; !is_over && i < leaves->octet_count; i++) {
        is_over = is_octet && has_octet(state, leaves->octets[i]);
        if (is_over || !is_octet) {
            uint64_t count =
                count_after(leaves, at, leaves->octets[i], is_begin);
            most = count > most ? count : most;
        }
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

/* Return true if only the end of the string is between |at| and the match. */
static bool may_end(const struct automaton *automaton, uint16_t at)
{
    at = skip_plain(automaton, at);
    while (automaton->states[at].kind == AUTOMATON_END) {
        at = skip_plain(automaton, automaton->states[at].next);
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
    at = skip_plain(automaton, at);
    const struct automaton_state *state = &automaton->states[at];
    if (at == MATCH) {
        return RESTS_ALL;
    }
    if (state->kind == AUTOMATON_FORK) {
        const struct automaton_state *loop = find_repeated(automaton, at);
        return loop != NULL && takes_all(loop) &&
                       may_end(automaton, state->other)
                   ? RESTS_ALL
                   : RESTS_SOME;
    }
    uint16_t next = skip_plain(automaton, state->next);
    return takes_all(state) && automaton->states[next].kind == AUTOMATON_FORK &&
                   find_rests(automaton, next) == RESTS_ALL
               ? RESTS_NOT_EMPTY
               : RESTS_SOME;
}

/* Return true if the fork |at| repeats an octet, and what follows begins with
 * other octets. */
static bool is_certain(const struct automaton *automaton, uint16_t at)
{
    const struct automaton_state *loop = find_repeated(automaton, at);
    automaton_set set[AUTOMATON_WORDS] = {0};
    if (loop == NULL) {
        return false;
    }
    ddds_automaton_close(automaton, automaton->states[at].other, false, set);
    for (uint16_t i = 0; i < automaton->count; i++) {
        const struct automaton_state *each = &automaton->states[i];
        bool follows =
            (set[i / 64] >> i % 64 & 1) != 0 && each->kind == AUTOMATON_OCTET;
        for (size_t k = 0; follows && k < OCTET_SET_WORDS; k++) {
            if ((each->set[k] & loop->set[k]) != 0) {
                return false;
            }
        }
    }
    return true;
}

/* Count the leaves with an octet more. Return false if they are the same. */
static bool count_row(struct leaves *leaves)
{
    bool is_growing = false;
    uint64_t *now = leaves->now;
    for (uint16_t at = 0; at < leaves->automaton->count; at++) {
        const struct automaton_state *state = &leaves->automaton->states[at];
        if (state->kind == AUTOMATON_OCTET) {
            now[state->next] = count_leaves(leaves, state->next, false);
            is_growing |= now[state->next] != leaves->before[state->next];
        }
    }
    leaves->now = leaves->before;
    leaves->before = now;
    leaves->is_last = false;
    return is_growing;
}

/* Return the most leaves for strings of up to |length| octets, with a start of
 * the match at each octet unless the expression is anchored. Those above |most|
 * may be counted in part. */
static uint64_t count_all(struct leaves *leaves, size_t length, uint64_t most)
{
    bool is_growing = true;
    uint64_t first = LEAF; /* of a start of the match */
    uint64_t total = LEAF;
    for (uint16_t at = 0; at < leaves->automaton->count; at++) {
        leaves->before[at] = LEAF;
    }
    leaves->is_last = true;
    for (size_t row = 1; row <= length && total <= most; row++) {
        first = is_growing ? count_leaves(leaves, START, true) : first;
        is_growing = is_growing && count_row(leaves);
        if (!leaves->automaton->is_anchored) {
            total = add_leaves(total, first);
        } else if (total < first) {
            total = first;
        }
        total = leaves->visits > 0 ? total : MANY;
    }
    return total;
}

/* ---- Steps --------------------------------------------------------------- */

/* Return the steps of the budget that a match in |length| octets takes, which
 * takes |taken| steps itself, and is tried with shares of the limit; SIZE_MAX if
 * it may exceed the limit. */
static size_t charge(const struct ere_effort *effort, size_t length,
                     uint64_t taken)
{
    static const unsigned shares[] = {LIMIT_EASY_SHARE, LIMIT_MIDDLE_SHARE, 1};
    size_t steps = 0;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        size_t most = ere_most_steps(effort, length, shares[i]);
        steps += ere_count_steps(effort, length, shares[i], most);
        if (taken <= most) {
            return steps;
        }
    }
    return SIZE_MAX;
}

/* Return true if at most one octet of |ere| is repeated. */
static bool repeats_once(const char *ere)
{
    unsigned count = 0;
    for (const char *at = strpbrk(ere, "*+?{"); at != NULL;
         at = strpbrk(at + 1, "*+?{")) {
        count += at > ere && at[-1] == ')' ? 2 : 1;
    }
    return count <= 1;
}

/* Return true if a group of |ere| is repeated: each round takes memory, also of a
 * group around a single octet. */
static bool repeats_group(const char *ere)
{
    const char *at = strchr(ere, ')');
    while (at != NULL && (at[1] == '\0' || strchr("*+{", at[1]) == NULL)) {
        at = strchr(at + 1, ')');
    }
    return at != NULL;
}

/* Return the steps of |by| with strings of up to |length| octets, whose leaves are
 * counted with |leaves|. */
static size_t count_steps(const ddds_substitution *by, size_t length,
                          struct leaves *leaves)
{
    const struct automaton *automaton = leaves->automaton;
    const struct ere_effort effort = {.is_anchored = automaton->is_anchored,
                                      .repeats_once = repeats_once(by->ere)};
    const bool has_rounds = repeats_group(by->ere);
    for (uint16_t at = 0; !has_rounds && at < automaton->count; at++) {
        leaves->rests[at] = (uint8_t)find_rests(automaton, at);
        leaves->is_certain[at] = is_certain(automaton, at);
    }
    list_octets(leaves);
    uint64_t most = ere_most_steps(&effort, length, 1);
    if (has_rounds && most > STEPS_OF_ROUNDS) {
        most = STEPS_OF_ROUNDS;
    }
    uint64_t count = count_all(leaves, length, most);
    return count > most ? SIZE_MAX
           : count == LEAF && by->shape != NULL
               ? 0
               : charge(&effort, length, count);
}

/* Estimate the steps of |by| with strings of up to |length| octets. False if
 * allocation fails. */
static bool estimate(struct step_limit *limit, const ddds_substitution *by,
                     size_t length, size_t *steps)
{
    struct arena arena = {.next = NULL};
    const size_t reading = length / LIMIT_READ_A_STEP + strlen(by->ere) + 1;
    *steps = reading;
    if (by->matches_all) {
        return true;
    }
    struct leaves leaves = {
        .automaton = ddds_automaton_new(&arena, by->ere, by->ignores_case),
        .visits = limit->visits < VISITS_IN_ALL ? VISITS : 0};
    size_t count = leaves.automaton != NULL ? leaves.automaton->count : 1;
    leaves.before = ddds_arena_array(&arena, count, sizeof *leaves.before);
    leaves.now = ddds_arena_array(&arena, count, sizeof *leaves.now);
    leaves.rests = ddds_arena_array(&arena, count, sizeof *leaves.rests);
    leaves.is_certain =
        ddds_arena_array(&arena, count, sizeof *leaves.is_certain);
    leaves.is_open = ddds_arena_array(&arena, count, sizeof *leaves.is_open);
    bool ok = !arena.failed;
    *steps = SIZE_MAX; /* of expressions that are too large, or not ASCII */
    if (ok && leaves.automaton != NULL) {
        size_t taken = count_steps(by, length, &leaves);
        limit->visits +=
            limit->visits < VISITS_IN_ALL ? VISITS - leaves.visits : 0;
        *steps = taken < SIZE_MAX ? reading + taken : taken;
    }
    ddds_arena_free(&arena);
    return ok;
}

bool ddds_step_limit_estimate(struct step_limit **kept, const char *regexp,
                              size_t length, size_t *steps)
{
    struct step_limit *limit = *kept != NULL ? *kept : calloc(1, sizeof *limit);
    *kept = limit;
    if (limit == NULL) {
        return false;
    }
    length = length < LIMIT_INPUT ? length : LIMIT_INPUT;
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
        bool ok = by != NULL
                      ? estimate(limit, by, length, &estimates[number].steps)
                      : error.status != DDDS_NO_MEMORY;
        ddds_substitution_free(by);
        estimates[number].length = ok ? length : SIZE_MAX;
    }
    *steps = estimates[number].steps;
    return estimates[number].length == length;
}
