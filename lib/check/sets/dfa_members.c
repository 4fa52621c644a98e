/* The members of a set.
 *
 * Every state leads to a member, so a set is finite exactly if its automaton
 * has no cycle. Its states can then be sorted topologically, and numbers and
 * lengths of members are computed from the last state to the first.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/dfa_members.h"

#include <stdlib.h>
#include <string.h>

enum {
    OCTETS = 0xf5, /* octets of UTF-8 are below */

    /* Limit on places of all numbers of a count: 64 MiB. */
    COUNT_PLACES = 16 << 20,

    /* Octets of a random member of an infinite set, before it takes the
     * shortest path to an end. */
    RANDOM_OCTETS = 40,
};

/* ---- Octets ------------------------------------------------------------- */

/* Number of octets in each class. */
static void count_octets(const struct dfa *dfa, uint32_t sizes[256])
{
    memset(sizes, 0, 256 * sizeof *sizes);
    for (unsigned octet = 1; octet < 256; octet++) {
        sizes[dfa->classes[octet]]++;
    }
}

/* ---- The order of states ------------------------------------------------ */

/* Number of transitions to each state. */
static uint32_t *count_arrivals(const struct dfa *dfa)
{
    uint32_t *arrivals = calloc(dfa->count, sizeof *arrivals);
    size_t all = (size_t)dfa->count * dfa->class_count;
    for (size_t i = 0; arrivals != NULL && i < all; i++) {
        if (dfa->next[i] != DFA_DEAD) {
            arrivals[dfa->next[i]]++;
        }
    }
    return arrivals;
}

enum members_result ddds_members_sort(const struct dfa *dfa, uint32_t **order)
{
    uint32_t *arrivals = count_arrivals(dfa);
    uint32_t *list = malloc(dfa->count * sizeof *list);
    uint32_t count = 0;
    *order = list;
    if (arrivals == NULL || list == NULL) {
        free(arrivals);
        free(list);
        *order = NULL;
        return MEMBERS_NO_MEMORY;
    }
    if (arrivals[0] == 0) {
        list[count++] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (unsigned class = 0; class < dfa->class_count; class ++) {
            uint32_t to = dfa_next(dfa, list[i], class);
            if (to != DFA_DEAD && --arrivals[to] == 0) {
                list[count++] = to;
            }
        }
    }
    free(arrivals);
    if (count < dfa->count) {
        free(list);
        *order = NULL;
        return MEMBERS_INFINITE;
    }
    return MEMBERS_FOUND;
}

/* ---- How many ----------------------------------------------------------- */

/* Count the members from |state| on, whose successors are already counted. */
static bool count_state(const struct dfa *dfa, uint32_t state,
                        const uint32_t sizes[256], struct count *counts)
{
    struct count *own = &counts[state];
    bool ok = dfa->accepts[state] == 0 || ddds_count_add_one(own);
    for (unsigned class = 0; ok && class < dfa->class_count; class ++) {
        uint32_t to = dfa_next(dfa, state, class);
        ok = to == DFA_DEAD || ddds_count_add(own, &counts[to], sizes[class]);
    }
    return ok;
}

enum members_result ddds_members_count(const struct dfa *dfa,
                                       struct count *count)
{
    uint32_t *order;
    uint32_t sizes[256];
    enum members_result result = ddds_members_sort(dfa, &order);
    if (result != MEMBERS_FOUND) {
        return result;
    }
    struct count *counts = calloc(dfa->count, sizeof *counts);
    bool ok = counts != NULL;
    size_t places = 0;
    count_octets(dfa, sizes);
    for (uint32_t i = dfa->count; ok && i > 0 && places < COUNT_PLACES; i--) {
        ok = count_state(dfa, order[i - 1], sizes, counts);
        places += counts[order[i - 1]].room;
    }
    if (ok && places < COUNT_PLACES) {
        ok = ddds_count_add(count, &counts[0], 1);
    }
    for (uint32_t i = 0; counts != NULL && i < dfa->count; i++) {
        ddds_count_free(&counts[i]);
    }
    free(counts);
    free(order);
    return !ok                      ? MEMBERS_NO_MEMORY
           : places >= COUNT_PLACES ? MEMBERS_LIMIT
                                    : MEMBERS_FOUND;
}

bool ddds_members_are_few(const struct dfa *dfa, uint32_t most)
{
    struct count count = {0};
    bool are =
        ddds_members_count(dfa, &count) == MEMBERS_FOUND &&
        (count.length == 0 || (count.length == 1 && count.digits[0] <= most));
    ddds_count_free(&count);
    return are;
}

/* ---- The first and the last --------------------------------------------- */

/* Return each state's distance from the nearest end; NULL without memory. */
static uint32_t *find_nearest(const struct dfa *dfa)
{
    uint32_t *nearest = malloc(dfa->count * sizeof *nearest);
    bool changes = nearest != NULL;
    for (uint32_t i = 0; nearest != NULL && i < dfa->count; i++) {
        nearest[i] = dfa->accepts[i] != 0 ? 0 : UINT32_MAX - 1;
    }
    while (changes) {
        changes = false;
        for (uint32_t i = 0; i < dfa->count; i++) {
            for (unsigned class = 0; class < dfa->class_count; class ++) {
                uint32_t to = dfa_next(dfa, i, class);
                if (to != DFA_DEAD && nearest[to] + 1 < nearest[i]) {
                    nearest[i] = nearest[to] + 1;
                    changes = true;
                }
            }
        }
    }
    return nearest;
}

/* Compute the distance from each state to the farthest end, in octets. */
static uint32_t *find_farthest(const struct dfa *dfa, const uint32_t *order)
{
    uint32_t *farthest = calloc(dfa->count, sizeof *farthest);
    for (uint32_t i = dfa->count; farthest != NULL && i > 0; i--) {
        uint32_t state = order[i - 1];
        for (unsigned class = 0; class < dfa->class_count; class ++) {
            uint32_t to = dfa_next(dfa, state, class);
            if (to != DFA_DEAD && farthest[to] + 1 > farthest[state]) {
                farthest[state] = farthest[to] + 1;
            }
        }
    }
    return farthest;
}

/* Write the string from the start to an end along states with decreasing
 * |lengths|, choosing the first octet at each state, or the last. */
static enum members_result write_along(const struct dfa *dfa,
                                       const uint32_t *lengths, uint32_t state,
                                       bool takes_last, char *text, size_t size)
{
    unsigned char octets[256] = {0}; /* the first or last of each class */
    size_t at = 0;
    if (lengths[state] >= size) {
        return MEMBERS_LIMIT;
    }
    for (int i = 1; i < OCTETS; i++) {
        int octet = takes_last ? i : OCTETS - i;
        octets[dfa->classes[octet]] = (unsigned char)octet;
    }
    for (; lengths[state] > 0; at++) {
        uint32_t next = DFA_DEAD;
        for (unsigned class = 0; class < dfa->class_count; class ++) {
            uint32_t to = dfa_next(dfa, state, class);
            if (to != DFA_DEAD && lengths[to] + 1 == lengths[state] &&
                octets[class] != 0 &&
                (next == DFA_DEAD ||
                 (octets[class] > (unsigned char)text[at]) == takes_last)) {
                text[at] = (char)octets[class];
                next = to;
            }
        }
        if (next == DFA_DEAD) { /* only other octets lead there */
            return MEMBERS_LIMIT;
        }
        state = next;
    }
    text[at] = '\0';
    return MEMBERS_FOUND;
}

enum members_result ddds_members_first(const struct dfa *dfa, char *text,
                                       size_t size)
{
    uint32_t *nearest = find_nearest(dfa);
    enum members_result result =
        nearest == NULL ? MEMBERS_NO_MEMORY
                        : write_along(dfa, nearest, 0, false, text, size);
    free(nearest);
    return result;
}

enum members_result ddds_members_last(const struct dfa *dfa, char *text,
                                      size_t size)
{
    uint32_t *order;
    enum members_result result = ddds_members_sort(dfa, &order);
    if (result != MEMBERS_FOUND) {
        return result;
    }
    uint32_t *farthest = find_farthest(dfa, order);
    result = farthest == NULL ? MEMBERS_NO_MEMORY
                              : write_along(dfa, farthest, 0, true, text, size);
    free(farthest);
    free(order);
    return result;
}

size_t ddds_members_longest(const struct dfa *dfa)
{
    uint32_t *order;
    size_t longest = SIZE_MAX;
    if (ddds_members_sort(dfa, &order) == MEMBERS_FOUND) {
        uint32_t *farthest = find_farthest(dfa, order);
        longest = farthest != NULL ? farthest[0] : SIZE_MAX;
        free(farthest);
        free(order);
    }
    return longest;
}

/* ---- Any ---------------------------------------------------------------- */

/* SplitMix64, converted to a number from 0 to less than 1. */
static double next_random(uint64_t *random)
{
    uint64_t mixed = *random += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return (double)((mixed ^ mixed >> 31) >> 11) * 0x1p-53;
}

/* Compute the number of members from each state on, up to a maximum, so that
 * sums and products stay finite. */
static double *find_weights(const struct dfa *dfa, const uint32_t *order,
                            const uint32_t sizes[256])
{
    static const double largest = 1e300;
    double *weights = malloc(dfa->count * sizeof *weights);
    for (uint32_t i = dfa->count; weights != NULL && i > 0; i--) {
        uint32_t state = order[i - 1];
        double sum = dfa->accepts[state];
        for (unsigned class = 0; class < dfa->class_count; class ++) {
            uint32_t to = dfa_next(dfa, state, class);
            sum += to != DFA_DEAD ? sizes[class] * weights[to] : 0;
        }
        weights[state] = sum < largest ? sum : largest;
    }
    return weights;
}

/* Return the octet number |index| of |class|. */
static unsigned char octet_of(const struct dfa *dfa, unsigned class,
                              uint32_t index)
{
    unsigned char octet = 1;
    while (octet < OCTETS - 1 &&
           (dfa->classes[octet] != class || index-- > 0)) {
        octet++;
    }
    return octet;
}

/* Choose the class of the next octet after |state|, or |dfa->class_count| to
 * end here. |weights| NULL: all choices are equally likely. */
static unsigned choose_class(const struct dfa *dfa, uint32_t state,
                             const double *weights, const uint32_t sizes[256],
                             uint64_t *random)
{
    double weight[257];
    double sum = 0;
    for (unsigned class = 0; class <= dfa->class_count; class ++) {
        uint32_t to =
            class < dfa->class_count ? dfa_next(dfa, state, class) : DFA_DEAD;
        bool ends = class == dfa->class_count && dfa->accepts[state] != 0;
        weight[class] =
            to == DFA_DEAD ? (ends ? 1 : 0)
                           : (weights == NULL ? 1 : sizes[class] * weights[to]);
        sum += weight[class];
    }
    double left = next_random(random) * sum;
    unsigned chosen = 0;
    unsigned last = 0;
    for (; chosen <= dfa->class_count; chosen++) {
        last = weight[chosen] > 0 ? chosen : last;
        left -= weight[chosen];
        if (left < 0 && weight[chosen] > 0) {
            return chosen;
        }
    }
    return last;
}

static enum members_result
walk_random(const struct dfa *dfa, const double *weights,
            const uint32_t *nearest, uint64_t *random, char *text, size_t size)
{
    uint32_t sizes[256];
    uint32_t state = 0;
    size_t at = 0;
    count_octets(dfa, sizes);
    while (at + 1 < size) {
        if (nearest != NULL && at >= RANDOM_OCTETS) {
            return write_along(dfa, nearest, state, false, text + at,
                               size - at);
        }
        unsigned class = choose_class(dfa, state, weights, sizes, random);
        if (class == dfa->class_count) {
            text[at] = '\0';
            return MEMBERS_FOUND;
        }
        text[at++] = (char)octet_of(
            dfa, class, (uint32_t)(next_random(random) * sizes[class]));
        state = dfa_next(dfa, state, class);
    }
    return MEMBERS_LIMIT;
}

enum members_result ddds_members_any(const struct dfa *dfa, uint64_t *random,
                                     char *text, size_t size)
{
    uint32_t *order;
    uint32_t sizes[256];
    double *weights = NULL;
    uint32_t *nearest = NULL;
    enum members_result result = ddds_members_sort(dfa, &order);
    count_octets(dfa, sizes);
    if (result == MEMBERS_FOUND) {
        weights = find_weights(dfa, order, sizes);
    } else if (result == MEMBERS_INFINITE) {
        nearest = find_nearest(dfa);
    }
    result = weights == NULL && nearest == NULL
                 ? MEMBERS_NO_MEMORY
                 : walk_random(dfa, weights, nearest, random, text, size);
    free(weights);
    free(nearest);
    free(order);
    return result;
}

/* ---- All ---------------------------------------------------------------- */

/* Position in the enumeration of members: a state, and the last octet tried. */
struct member_place {
    uint32_t state;
    unsigned char octet;
};

enum members_result ddds_members_each(const struct dfa *dfa,
                                      bool (*member)(void *context,
                                                     const char *text),
                                      void *context, size_t size)
{
    struct member_place *places = calloc(size, sizeof *places);
    char *text = calloc(size, 1);
    uint32_t *nearest = find_nearest(dfa);
    size_t depth = 0;
    bool goes_on = places != NULL && text != NULL && nearest != NULL;
    enum members_result result = goes_on ? MEMBERS_FOUND : MEMBERS_NO_MEMORY;
    if (goes_on && dfa->accepts[0] != 0) {
        goes_on = member(context, text);
    }
    while (goes_on) {
        struct member_place *place = &places[depth];
        unsigned char octet = ++place->octet;
        if (octet == OCTETS) {
            goes_on = depth > 0;
            depth -= goes_on;
            continue;
        }
        uint32_t to = dfa_next(dfa, place->state, dfa->classes[octet]);
        if (to == DFA_DEAD) {
            continue;
        }
        if (depth + 2 + nearest[to] > size) {
            result = MEMBERS_LIMIT;
            continue;
        }
        text[depth++] = (char)octet;
        text[depth] = '\0';
        places[depth] = (struct member_place){to, 0};
        goes_on = dfa->accepts[to] == 0 || member(context, text);
    }
    free(nearest);
    free(places);
    free(text);
    return result;
}
