/* Duplicate detection in long RRsets: a hash table with open addressing, at
 * most half full.
 *
 * SPDX-License-Identifier: MIT */
#include "db/memory/duplicates.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "db/memory/memory.h"

enum { FIRST_PLACES = 1024 };

/* Return the slot where the search for |length| octets at |rdata| in |set|
 * starts. */
static size_t first_slot(const struct duplicates *duplicates,
                         const struct store_rrset *set, const void *rdata,
                         size_t length)
{
    /* Equal data in many sets must not collide. */
    uint64_t salt = (uint64_t)(uintptr_t)set * UINT64_C(0x9e3779b97f4a7c15);
    uint64_t hash = ddds_hash(&duplicates->key, rdata, length) ^ salt >> 16;
    return (size_t)hash & (duplicates->size - 1);
}

static void put(struct duplicates *duplicates, const struct store_rrset *set,
                const struct store_record *record)
{
    size_t at = first_slot(duplicates, set, record->rdata, record->length);
    while (duplicates->slots[at].record != NULL) {
        at = (at + 1) & (duplicates->size - 1);
    }
    duplicates->slots[at] = (struct duplicate){set, record};
}

/* Allocate the table, or double it. */
static bool grow(struct duplicates *duplicates)
{
    struct duplicates larger = *duplicates;
    larger.size = duplicates->size > 0 ? duplicates->size * 2 : FIRST_PLACES;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (larger.slots == NULL) {
        return false;
    }
    if (duplicates->size == 0) {
        larger.key = ddds_hash_key(larger.slots);
    }
    for (size_t i = 0; i < duplicates->size; i++) {
        if (duplicates->slots[i].record != NULL) {
            put(&larger, duplicates->slots[i].set, duplicates->slots[i].record);
        }
    }
    free(duplicates->slots);
    *duplicates = larger;
    return true;
}

bool ddds_duplicates_add(struct duplicates *duplicates,
                         const struct store_rrset *set,
                         const struct store_record *record)
{
    if (duplicates->count * 2 >= duplicates->size && !grow(duplicates)) {
        return false;
    }
    put(duplicates, set, record);
    duplicates->count++;
    return true;
}

bool ddds_duplicates_has(const struct duplicates *duplicates,
                         const struct store_rrset *set,
                         const struct ddds_record *record)
{
    if (duplicates->size == 0) {
        return false;
    }
    size_t at =
        first_slot(duplicates, set, record->rdata, record->rdata_length);
    const struct duplicate *slot = &duplicates->slots[at];
    while (slot->record != NULL) {
        if (slot->set == set && slot->record->length == record->rdata_length &&
            memcmp(slot->record->rdata, record->rdata, record->rdata_length) ==
                0) {
            return true;
        }
        at = (at + 1) & (duplicates->size - 1);
        slot = &duplicates->slots[at];
    }
    return false;
}

void ddds_duplicates_clear(struct duplicates *duplicates)
{
    free(duplicates->slots);
    *duplicates = (struct duplicates){.size = 0};
}
