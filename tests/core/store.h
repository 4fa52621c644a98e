/* Measures the octets that names and records of zones in memory take, by
 * counting each of them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_STORE_H
#define UNIT_STORE_H

#include <stddef.h>

#include "db/memory/memory.h"

/* As the store packs them. */
static inline size_t pad(size_t size)
{
    return (size + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *);
}

static inline size_t measure_rrset(const struct store_rrset *set)
{
    size_t octets = pad(sizeof *set);
    const struct store_record *record = set->last;
    do {
        record = record->next;
        octets += pad(offsetof(struct store_record, rdata) + record->length);
    } while (record != set->last);
    return octets;
}

/* All names and records of |database|, and the table that finds them. */
static inline size_t measure_store(const ddds_database *database)
{
    const struct memory *memory = (const struct memory *)database;
    size_t octets = (memory->mask + 1) * sizeof memory->buckets[0];
    for (size_t i = 0; i <= memory->mask; i++) {
        const struct store_node *node = memory->buckets[i];
        for (; node != NULL; node = node->next) {
            octets += pad(offsetof(struct store_node, name) + node->length + 1);
            const struct store_rrset *set = node->rrsets;
            for (; set != NULL; set = set->next) {
                octets += measure_rrset(set);
            }
        }
    }
    return octets;
}

#endif
