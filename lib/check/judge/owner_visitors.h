/* Records of a check that lead strings from other owners to an owner:
 * non-terminal rules, and aliases.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_OWNER_VISITORS_H
#define CHECK_JUDGE_OWNER_VISITORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "check/model/check_state.h"

/* A hash table of names, each in one of three sets. */
struct owner_visitors {
    struct hash_key key;
    uint64_t *slots; /* 0: free */
    size_t size;     /* a power of two, or 0 */
    size_t count;
    bool has_subtrees;
    bool has_failed; /* an allocation failed */
};

/* Free |visitors|, which may be NULL. */
void ddds_owner_visitors_free(struct owner_visitors *visitors);

/* Return true if, judging by its text, one of the records may lead to |owner|,
 * or to a name that the wildcard |owner| matches. An expression may lead to
 * every name that its text ends with. */
bool ddds_owner_visitors_has(struct ddds_check *check, const char *owner);

#endif
