/* Open addressing: a quarter of the slots is free at least.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/name_set.h"

#include <stdlib.h>
#include <string.h>

void ddds_name_set_init(struct name_set *set)
{
    *set = (struct name_set){.slots = NULL};
    set->key = ddds_hash_key(set);
}

void ddds_name_set_free(struct name_set *set)
{
    free(set->slots);
    set->slots = NULL;
}

static uint64_t hash_of(const struct name_set *set, const char *name)
{
    uint64_t hash = ddds_hash(&set->key, name, strlen(name));
    return hash != 0 ? hash : 1;
}

/* The slot of |hash|, or the free one that it belongs into. */
static uint64_t *find_slot(const struct name_set *set, uint64_t hash)
{
    size_t i = (size_t)hash & (set->size - 1);
    while (set->slots[i] != 0 && set->slots[i] != hash) {
        i = (i + 1) & (set->size - 1);
    }
    return &set->slots[i];
}

/* Make room for one more. */
static bool grow(struct name_set *set)
{
    if (set->size - set->size / 4 > set->count + 1) {
        return true;
    }
    struct name_set larger = *set;
    larger.size = set->size > 0 ? 2 * set->size : 1024;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (larger.slots == NULL) {
        set->has_failed = true;
        return false;
    }
    for (size_t i = 0; i < set->size; i++) {
        if (set->slots[i] != 0) {
            *find_slot(&larger, set->slots[i]) = set->slots[i];
        }
    }
    free(set->slots);
    *set = larger;
    return true;
}

bool ddds_name_set_add(struct name_set *set, const char *name)
{
    if (!grow(set)) {
        return false;
    }
    uint64_t hash = hash_of(set, name);
    uint64_t *slot = find_slot(set, hash);
    if (*slot != 0) {
        return false;
    }
    *slot = hash;
    set->count++;
    return true;
}

bool ddds_name_set_has(const struct name_set *set, const char *name)
{
    return set->size > 0 && *find_slot(set, hash_of(set, name)) != 0;
}
