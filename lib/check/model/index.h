/* Finds records, sets and zones by name, when all files have been read.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_INDEX_H
#define CHECK_MODEL_INDEX_H

#include "check/model/check_state.h"

/* Sort the records of |check|, and find the sets among them: |check->sorted|
 * and |check->sets|. False without memory. */
bool ddds_index_make(struct ddds_check *check);

/* The NAPTR records at |owner|, in whichever file comes first; NULL if there
 * are none. */
const struct checked_set *ddds_index_set(const struct ddds_check *check,
                                         const char *owner);

/* The records of |owner|, of any type, as a piece of |check->sorted|; |*count|
 * says how many. */
struct checked_record *const *ddds_index_records(const struct ddds_check *check,
                                                 const char *owner,
                                                 size_t *count);

/* The end of the sorted records that have the owner of that at |begin|. */
size_t ddds_index_owner_end(const struct ddds_check *check, size_t begin);

/* The zone that |name| lies in: of the given ones that have an apex, the
 * deepest that encloses it, or NULL. */
const struct checked_zone *ddds_index_zone(const struct ddds_check *check,
                                           const char *name);

/* Say that the set |i| is looked at, and the next soon: the records of a set
 * are anywhere in memory. */
static inline void ddds_index_look(const struct ddds_check *check, size_t i)
{
    enum { AHEAD = 8, FAR = 2 * AHEAD };
    if (i + FAR < check->set_count) {
        __builtin_prefetch(check->sets[i + FAR].records[0]);
        __builtin_prefetch(&check->sets[i + FAR].records[0]->naptr);
        const struct checked_record *next = check->sets[i + AHEAD].records[0];
        if (next->naptr != NULL) {
            __builtin_prefetch(next->naptr);
            __builtin_prefetch(&next->naptr->expression);
        }
        __builtin_prefetch(next->base.owner);
    }
}

/* The same of the record |i| of |sorted|, and its owner. */
static inline void ddds_index_look_at_owner(const struct ddds_check *check,
                                            size_t i)
{
    enum { AHEAD = 16, FAR = 2 * AHEAD };
    if (i + FAR < check->record_count) {
        __builtin_prefetch(check->sorted[i + FAR]);
        __builtin_prefetch(check->sorted[i + AHEAD]->base.owner);
    }
}

#endif
