/* A set of names of which only hashes are kept: 8 octets for each, and free
 * slots. Two names of one hash are taken for one; among 10 million names, one
 * question in 10^12 meets such a pair.
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

void ddds_name_set_free(struct name_set *set);

/* Add |name|; false if it was there, or without memory. */
bool ddds_name_set_add(struct name_set *set, const char *name);

bool ddds_name_set_has(const struct name_set *set, const char *name);

#endif
