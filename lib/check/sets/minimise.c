/* Minimises automata by Moore's partition refinement.
 *
 * States are equal if both or neither accept, and their successors are equal.
 * Parts are refined until they are stable. The number of rounds is the length
 * of the longest string needed to distinguish two states.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/dfa.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/sets/dfa_members.h"
#include "check/sets/intern.h"

/* Limit on transitions examined; beyond it an automaton is unchanged. */
enum { MINIMISE_WORK = 1 << 26 };

/* ---- Classes ------------------------------------------------------------ */

static bool are_equal(const struct dfa *dfa, unsigned one, unsigned other)
{
    for (uint32_t state = 0; state < dfa->count; state++) {
        if (dfa_next(dfa, state, one) != dfa_next(dfa, state, other)) {
            return false;
        }
    }
    return true;
}

/* Renumber the classes; equal classes get the same number. |kept| are the old
 * numbers. */
static unsigned find_classes(const struct dfa *dfa, uint8_t numbers[256],
                             uint8_t kept[256])
{
    unsigned count = 0;
    for (unsigned class = 0; class < dfa->class_count; class ++) {
        unsigned equal = 0;
        while (equal < count && !are_equal(dfa, kept[equal], class)) {
            equal++;
        }
        if (equal == count) {
            kept[count++] = (uint8_t) class;
        }
        numbers[class] = (uint8_t)equal;
    }
    return count;
}

static void merge_classes(struct dfa *dfa)
{
    uint8_t numbers[256];
    uint8_t kept[256];
    unsigned count = find_classes(dfa, numbers, kept);
    uint32_t *to = dfa->next;
    for (uint32_t state = 0; state < dfa->count; state++) {
        for (unsigned class = 0; class < count; class ++) {
            *to++ = dfa_next(dfa, state, kept[class]);
        }
    }
    for (unsigned octet = 0; octet < 256; octet++) {
        dfa->classes[octet] = numbers[dfa->classes[octet]];
    }
    dfa->class_count = count;
}

/* ---- States ------------------------------------------------------------- */

/* |order| is that of ddds_members_sort, or NULL if the automaton has a cycle. */
struct refining {
    uint32_t *parts; /* of each state */
    uint32_t *next;  /* those of the next round */
    uint32_t *key;   /* a state's part, and those that it leads to */
    uint32_t *order;
    uint32_t count; /* of parts */
};

/* Find the parts of the next round; the last round at once if states that
 * |order| has later come first. False if allocation fails. */
static bool refine(const struct dfa *dfa, struct refining *refining,
                   const uint32_t *order)
{
    struct intern keys = {0};
    const size_t length = (dfa->class_count + 1) * sizeof *refining->key;
    const uint32_t *parts = order != NULL ? refining->next : refining->parts;
    bool ok = true;
    for (uint32_t i = 0; ok && i < dfa->count; i++) {
        uint32_t state = order != NULL ? order[dfa->count - 1 - i] : i;
        refining->key[0] = refining->parts[state];
        for (unsigned class = 0; class < dfa->class_count; class ++) {
            uint32_t to = dfa_next(dfa, state, class);
            refining->key[class + 1] = to == DFA_DEAD ? DFA_DEAD : parts[to];
        }
        refining->next[state] = ddds_intern(&keys, refining->key, length);
        ok = refining->next[state] != INTERN_FAILED;
    }
    refining->count = (uint32_t)keys.count;
    ddds_intern_free(&keys);
    uint32_t *next = refining->next;
    refining->next = refining->parts;
    refining->parts = next;
    return ok;
}

/* Keep a state of each part. Parts are numbered in the order of their first
 * states, so that the number of a part is at most that of its first state. */
static void merge_states(struct dfa *dfa, const struct refining *refining)
{
    uint32_t count = 0;
    for (uint32_t state = 0; state < dfa->count; state++) {
        if (refining->parts[state] != count) {
            continue;
        }
        for (unsigned class = 0; class < dfa->class_count; class ++) {
            uint32_t to = dfa_next(dfa, state, class);
            dfa->next[(size_t)count * dfa->class_count + class] =
                to == DFA_DEAD ? DFA_DEAD : refining->parts[to];
        }
        dfa->accepts[count++] = dfa->accepts[state];
    }
    dfa->count = count;
}

/* Release unused memory. Shrinking cannot fail. */
static void shrink(struct dfa *dfa)
{
    size_t octets = (size_t)dfa->count * dfa->class_count * sizeof *dfa->next;
    assert(octets > 0);
    uint32_t *next = realloc(dfa->next, octets);
    uint8_t *accepts = realloc(dfa->accepts, dfa->count);
    dfa->next = next != NULL ? next : dfa->next;
    dfa->accepts = accepts != NULL ? accepts : dfa->accepts;
}

static bool merge_equal(struct dfa *dfa, struct refining *refining)
{
    size_t work = 0;
    uint32_t before = 0;
    for (uint32_t state = 0; state < dfa->count; state++) {
        refining->parts[state] = dfa->accepts[state];
    }
    if (refining->order != NULL && !refine(dfa, refining, refining->order)) {
        return false;
    }
    do {
        before = refining->count;
        if (before == dfa->count) {
            return true; /* all differ */
        }
        work += (size_t)dfa->count * dfa->class_count;
        if (!refine(dfa, refining, NULL)) {
            return false;
        }
    } while (refining->count > before && work < MINIMISE_WORK);
    if (refining->count == before) {
        merge_states(dfa, refining);
    }
    return true;
}

bool ddds_dfa_minimise(struct dfa *dfa)
{
    const uint32_t count = dfa->count;
    merge_classes(dfa);
    struct refining refining = {
        .parts = calloc(dfa->count, sizeof *refining.parts),
        .next = calloc(dfa->count, sizeof *refining.next),
        .key = calloc(dfa->class_count + 1, sizeof *refining.key),
    };
    bool ok = refining.parts != NULL && refining.next != NULL &&
              refining.key != NULL &&
              ddds_members_sort(dfa, &refining.order) != MEMBERS_NO_MEMORY &&
              merge_equal(dfa, &refining);
    free(refining.parts);
    free(refining.next);
    free(refining.key);
    free(refining.order);
    if (ok && dfa->count < count) {
        merge_classes(dfa);
    }
    if (ok) {
        shrink(dfa);
    }
    return ok;
}
