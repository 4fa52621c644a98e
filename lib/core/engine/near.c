/* Closeness to hosts named by the client: the selection of a pair of nodes
 * (3GPP TS 29.303 section 4.3.2 and annex C.4). Collocation precedes topology,
 * and topology precedes the order of either list.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/machine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Closeness to the closest of the client's hosts, and tie-breakers. */
struct rank {
    unsigned closeness;
    size_t near; /* index of that host */
    size_t place;
};

static struct rank measure(const struct walk *walk, const char *host)
{
    struct rank rank = {0, walk->near.count, 0};
    for (size_t i = 0; i < walk->near.count; i++) {
        unsigned closeness =
            walk->application->closeness(walk->self, host, walk->near.names[i]);
        if (closeness > rank.closeness) {
            rank = (struct rank){closeness, i, 0};
        }
    }
    return rank;
}

static int compare(const void *left, const void *right)
{
    const struct rank *one = left;
    const struct rank *other = right;
    if (one->closeness != other->closeness) {
        return one->closeness > other->closeness ? -1 : 1;
    }
    if (one->near != other->near) {
        return one->near < other->near ? -1 : 1;
    }
    return (one->place > other->place) - (one->place < other->place);
}

/* Sort |count| elements of |size| octets by |ranks|. Return false without
 * memory. */
static bool sort(struct walk *walk, struct rank *ranks, void *elements,
                 size_t count, size_t size)
{
    unsigned char *sorted = ddds_arena_alloc(walk->arena, count * size);
    if (sorted == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        ranks[i].place = i;
    }
    qsort(ranks, count, sizeof *ranks, compare);
    for (size_t i = 0; i < count; i++) {
        memcpy(sorted + i * size,
               (unsigned char *)elements + ranks[i].place * size, size);
    }
    memcpy(elements, sorted, count * size);
    return true;
}

/* Sort the endpoints of |outcome|; its rank is that of the first. */
static bool sort_endpoints(struct walk *walk, struct ddds_outcome *outcome,
                           struct rank *rank)
{
    struct rank ranks[LIMIT_SERVERS];
    size_t count = outcome->endpoint_count;
    assert(count <= LIMIT_SERVERS);
    *rank = (struct rank){0, walk->near.count, 0};
    if (count == 0) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        ranks[i] = measure(walk, outcome->endpoints[i].host);
    }
    if (!sort(walk, ranks, outcome->endpoints, count,
              sizeof *outcome->endpoints)) {
        return false;
    }
    *rank = ranks[0];
    if (rank->closeness > 0) {
        outcome->near = walk->near.names[rank->near];
        outcome->closeness = rank->closeness;
    }
    return true;
}

void ddds_near_sort(struct walk *walk)
{
    size_t count = walk->outcome_count;
    if (walk->near.count == 0 || count == 0) {
        return;
    }
    struct rank *ranks = ddds_arena_array(walk->arena, count, sizeof *ranks);
    bool is_sorted = ranks != NULL;
    for (size_t i = 0; i < count && is_sorted; i++) {
        is_sorted = sort_endpoints(walk, &walk->outcomes[i], &ranks[i]);
    }
    if (!is_sorted ||
        !sort(walk, ranks, walk->outcomes, count, sizeof *walk->outcomes)) {
        walk->status = DDDS_NO_MEMORY;
    }
}
