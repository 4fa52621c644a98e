/* Index of rules by the literal prefix of their strings, to reduce comparisons
 * in a large key.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_KEYS_PREFIXES_H
#define CHECK_KEYS_PREFIXES_H

#include <stdint.h>

#include "base/arena.h"
#include "check/judge/automaton.h"

/* A rule, by its number. */
struct prefix_entry {
    size_t number;
    size_t length;
    char text[AUTOMATON_PREFIX]; /* |length| octets in lower case */
};

/* Entries sorted by prefix. */
struct prefixes {
    struct prefix_entry *entries;
    size_t count;
    uint64_t lengths[AUTOMATON_PREFIX / 64 + 1]; /* bit set of lengths in use */
    size_t *found;
    size_t found_count;
};

/* Allocate |most| entries in |arena|. Return false if allocation fails. */
bool ddds_prefixes_begin(struct prefixes *prefixes, struct arena *arena,
                         size_t most);

/* Add the rule |number|, whose expression has |automaton|; NULL: it may match
 * any string. */
void ddds_prefixes_add(struct prefixes *prefixes, size_t number,
                       const struct automaton *automaton);

/* Sort the entries, after the last was added. */
void ddds_prefixes_sort(struct prefixes *prefixes);

/* Write the numbers below |number| of rules that may share a string with
 * |automaton|, or NULL, in ascending order, to |prefixes->found|. Return the
 * number of entries examined. */
size_t ddds_prefixes_find(struct prefixes *prefixes, size_t number,
                          const struct automaton *automaton);

#endif
