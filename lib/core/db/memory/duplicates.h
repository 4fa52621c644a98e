/* Hash table of records in long RRsets: detects duplicates without scanning the
 * RRset while a zone is loaded.
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
    const struct store_record *record; /* NULL: free slot */
};

/* All zero: empty. */
struct duplicates {
    struct hash_key key;
    struct duplicate *slots;
    size_t size; /* number of slots, a power of two or 0 */
    size_t count;
};

/* Add |record| of |set|, which must outlive the table. False if memory cannot
 * be allocated. */
bool ddds_duplicates_add(struct duplicates *duplicates,
                         const struct store_rrset *set,
                         const struct store_record *record);

/* Return true if a record of |set| with the data of |record| was added. */
bool ddds_duplicates_has(const struct duplicates *duplicates,
                         const struct store_rrset *set,
                         const struct ddds_record *record);

/* Forget all records, and free the memory. */
void ddds_duplicates_clear(struct duplicates *duplicates);

#endif
