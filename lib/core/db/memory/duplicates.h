/* The records of long RRsets, found by their data: while a zone is loaded, a
 * record that is there already is known without a look at all the others.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_DUPLICATES_H
#define DB_MEMORY_DUPLICATES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/record.h>

#include "base/hash.h"

struct store_record;
struct store_rrset;

struct duplicate {
    const struct store_rrset *set;
    const struct store_record *record; /* NULL: a free place */
};

/* All zero is empty. */
struct duplicates {
    struct hash_key key;
    struct duplicate *places;
    size_t size; /* of them, a power of two or 0 */
    size_t count;
};

/* Add |record| of |set|, which must outlive the table. False if memory cannot
 * be allocated. */
bool ddds_duplicates_add(struct duplicates *duplicates,
                         const struct store_rrset *set,
                         const struct store_record *record);

/* Has a record of |set| with the data of |record| been added? */
bool ddds_duplicates_has(const struct duplicates *duplicates,
                         const struct store_rrset *set,
                         const struct ddds_record *record);

/* Forget all records, and free the memory. */
void ddds_duplicates_clear(struct duplicates *duplicates);

#endif
