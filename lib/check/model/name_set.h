/* A set of names of which only hashes are kept: 8 octets for each, and free slots.
 * Two names of one hash are taken for one; among 10 million names, one question
 * in 10^12 meets such a pair.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_NAME_SET_H
#define CHECK_MODEL_NAME_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

struct name_set {
    struct hash_key key;
    uint64_t *slots; /* 0: free */
    size_t size;     /* a power of two, or 0 */
    size_t count;
    bool has_failed; /* an allocation failed */
};

/* Begin an empty set. Free it with ddds_name_set_free. */
void ddds_name_set_init(struct name_set *set);

/* Begin an empty set in which names have the hashes that they have in |other|. */
void ddds_name_set_init_as(struct name_set *set, const struct name_set *other);

void ddds_name_set_free(struct name_set *set);

/* Add |name|; false if it was there, or without memory. */
bool ddds_name_set_add(struct name_set *set, const char *name);

bool ddds_name_set_has(const struct name_set *set, const char *name);

/* The hash of |name| in |set|, and the same questions about it: for a name that
 * several sets are asked for. */
uint64_t ddds_name_set_hash(const struct name_set *set, const char *name);
bool ddds_name_set_add_hash(struct name_set *set, uint64_t hash);
bool ddds_name_set_has_hash(const struct name_set *set, uint64_t hash);

/* The names of a zone whose records are not in memory: the owners of NAPTR
 * records, and the names that exist because of them. */
struct name_index {
    struct name_set owners;
    struct name_set above;
};

/* Add |owner|, which has |hash| in |index->owners|, and the names above it up to
 * |apex|; NULL: the root. */
void ddds_name_index_add(struct name_index *index, const char *owner,
                         uint64_t hash, const char *apex);

#endif
