/* Finding nodes and edges again: a hash table of their positions. Hashes are
 * made with a key, because names come from untrusted zones.
 *
 * SPDX-License-Identifier: MIT */
#ifndef GRAPH_GRAPH_INDEX_H
#define GRAPH_GRAPH_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct graph_slot {
    uint64_t hash;
    size_t item;
    bool is_used;
};

/* All zeros is an empty one; free |slots|. */
struct graph_index {
    struct graph_slot *slots;
    size_t size;
    size_t count;
};

/* Enter |item| under |hash|. */
void graph_index_add(struct graph_index *index, uint64_t hash, size_t item);

/* Find the next item under |hash|: |at| is 0 at first, and moves on. */
bool graph_index_next(const struct graph_index *index, uint64_t hash,
                      size_t *at, size_t *item);

#endif
