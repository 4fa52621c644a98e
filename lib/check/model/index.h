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

#endif
