/* Sets of strings as deterministic finite automata.
 *
 * Octets that no state distinguishes form a class, and a state has a transition
 * for each class. Every state leads to the end of a string.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_DFA_H
#define CHECK_SETS_DFA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/sets/dfa_reader.h"

enum { DFA_DEAD = UINT32_MAX };

/* State 0 is the start. An empty set has no automaton. */
struct dfa {
    uint8_t classes[256];
    unsigned class_count;
    uint32_t count;
    uint32_t *next;   /* the state after a class, or DFA_DEAD */
    uint8_t *accepts; /* 1: a string may end here */
};

/* Number of states that may still be made. |no_memory|: it failed for lack of
 * memory, not because of the limit. */
struct dfa_budget {
    size_t states;
    bool no_memory;
};

/* A part of a set: its strings have this |label|. */
struct dfa_part {
    uint32_t label;
    struct dfa *dfa;
};

struct dfa_parts {
    struct dfa_part *parts;
    size_t count;
};

static inline uint32_t dfa_next(const struct dfa *dfa, uint32_t state,
                                unsigned class)
{
    return dfa->next[(size_t)state * dfa->class_count + class];
}

/* Return the set of all strings of octets from 1 to |most|: 127, ASCII, or 255.
 * NULL if allocation fails. */
struct dfa *ddds_dfa_all(unsigned most);

/* Return the set that only contains |word|; NULL if allocation fails. */
struct dfa *ddds_dfa_word(const char *word);

/* Split the set of |dfa| by the labels that |reader| gives its strings; those
 * with the label 0 are dropped. The caller frees the parts with
 * ddds_dfa_parts_free, or takes them. Return false, with |parts| empty, if the
 * |budget| is spent, the reader failed, or allocation failed. */
bool ddds_dfa_split(const struct dfa *dfa, struct reader *reader,
                    struct dfa_budget *budget, struct dfa_parts *parts);

/* Free the parts that are not NULL, and the list. */
void ddds_dfa_parts_free(struct dfa_parts *parts);

/* Merge equal states, and classes that no state distinguishes. An automaton for
 * which that takes too long is unchanged. False if allocation fails. */
bool ddds_dfa_minimise(struct dfa *dfa);

/* Return true if |string| is in the set. */
bool ddds_dfa_has(const struct dfa *dfa, const char *string);

/* Make an automaton of |count| states without transitions. NULL if allocation
 * fails. */
struct dfa *ddds_dfa_new(uint32_t count, unsigned class_count);

/* Free |dfa|, which may be NULL. */
void ddds_dfa_free(struct dfa *dfa);

#endif
