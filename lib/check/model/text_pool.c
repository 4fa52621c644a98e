/* Direct-mapped cache: a string that is not found is copied again.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/text_pool.h"

#include <stdint.h>
#include <string.h>

/* Collisions only cost memory, so the hash needs no key. */
static size_t place_of(const char *text, size_t length)
{
    uint64_t hash = length;
    uint64_t octets = 0;
    for (; length >= sizeof octets; length -= sizeof octets) {
        memcpy(&octets, text, sizeof octets);
        hash = (hash ^ octets) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
        text += sizeof octets;
    }
    octets = 0;
    memcpy(&octets, text, length);
    hash = (hash ^ octets) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash >> 54) % POOL_PLACES;
}

const char *ddds_text_pool_copy(struct text_pool *pool, struct arena *arena,
                                const char *text, size_t length)
{
    if (length == 0) {
        return "";
    }
    if (pool == NULL) {
        return ddds_arena_copy(arena, text, length);
    }
    const char **place = &pool->places[place_of(text, length)];
    if (*place == NULL || strncmp(*place, text, length) != 0 ||
        (*place)[length] != '\0') {
        const char *copy = ddds_arena_copy(pool->arena, text, length);
        if (copy == NULL) {
            return NULL;
        }
        *place = copy;
    }
    return *place;
}
