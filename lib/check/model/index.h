/* Finds records, sets and zones by name, after all files were read.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_INDEX_H
#define CHECK_MODEL_INDEX_H

#include "check/model/check_state.h"

/* Sort the records of |check|, and find the sets: |check->sorted| and
 * |check->sets|. Return false without memory. */
bool ddds_index_make(struct ddds_check *check);

/* Return the NAPTR records at |owner|, in the first file that has any; NULL if
 * not found. */
const struct checked_set *ddds_index_set(const struct ddds_check *check,
                                         const char *owner);

/* Return the records of |owner|, of any type, as a part of |check->sorted|;
 * |*count| is their number. */
struct checked_record *const *ddds_index_records(const struct ddds_check *check,
                                                 const char *owner,
                                                 size_t *count);

/* Likewise without those that a deeper given zone hides. */
struct checked_record *const *ddds_index_seen(const struct ddds_check *check,
                                              const char *owner, size_t *count);

/* Return the end of the sorted records with the owner of the record at
 * |begin|. */
size_t ddds_index_owner_end(const struct ddds_check *check, size_t begin);

/* Return the zone of |name|: the deepest given zone with an apex that contains
 * it, or NULL. */
const struct checked_zone *ddds_index_zone(const struct ddds_check *check,
                                           const char *name);

#endif
