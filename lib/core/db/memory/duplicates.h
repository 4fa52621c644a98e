/* Records of long RRsets: detects duplicates without scanning the RRset while a
 * zone is loaded.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_DUPLICATES_H
#define DB_MEMORY_DUPLICATES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct store_rrset;

/* Zero-initialised, it is empty. */
struct duplicates {
    void *root; /* of the tree of tsearch(3) */
    struct arena arena;
};

/* Add the |length| octets |rdata| of a record of |set|, which must outlive the
 * tree. Return false if memory cannot be allocated. */
bool ddds_duplicates_add(struct duplicates *duplicates,
                         const struct store_rrset *set, const void *rdata,
                         size_t length);

/* Return true if a record of |set| with these data was added. */
bool ddds_duplicates_has(const struct duplicates *duplicates,
                         const struct store_rrset *set, const void *rdata,
                         size_t length);

/* Forget all records, and free the memory. */
void ddds_duplicates_clear(struct duplicates *duplicates);

#endif
