/* A hash table of positions in an array, at most half full.
 *
 * SPDX-License-Identifier: MIT */
#include "graph/graph_index.h"

#include <stdlib.h>

static void enter(struct graph_index *index, uint64_t hash, size_t item)
{
    size_t at = (size_t)(hash % index->size);
    while (index->slots[at].is_used) {
        at = (at + 1) % index->size;
    }
    index->slots[at] = (struct graph_slot){hash, item, true};
}

static void grow(struct graph_index *index)
{
    struct graph_index larger = {.size =
                                     index->size == 0 ? 64 : index->size * 2};
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    for (size_t i = 0; i < index->size; i++) {
        if (index->slots[i].is_used) {
            enter(&larger, index->slots[i].hash, index->slots[i].item);
        }
    }
    larger.count = index->count;
    free(index->slots);
    *index = larger;
}

void graph_index_add(struct graph_index *index, uint64_t hash, size_t item)
{
    if (index->count * 2 >= index->size) {
        grow(index);
    }
    enter(index, hash, item);
    index->count++;
}

bool graph_index_next(const struct graph_index *index, uint64_t hash,
                      size_t *at, size_t *item)
{
    while (index->size > 0) {
        size_t place = (size_t)((hash % index->size + *at) % index->size);
        const struct graph_slot *slot = &index->slots[place];
        if (!slot->is_used) {
            return false;
        }
        (*at)++;
        if (slot->hash == hash) {
            *item = slot->item;
            return true;
        }
    }
    return false;
}
