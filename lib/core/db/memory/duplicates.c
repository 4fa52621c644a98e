/* SPDX-License-Identifier: MIT */
#include "db/memory/duplicates.h"

#include <search.h>
#include <stdint.h>
#include <string.h>

struct duplicate {
    const struct store_rrset *set;
    const void *rdata;
    size_t length;
};

static int compare(const void *left, const void *right)
{
    const struct duplicate *one = left;
    const struct duplicate *other = right;
    if (one->set != other->set) {
        return (uintptr_t)one->set < (uintptr_t)other->set ? -1 : 1;
    }
    if (one->length != other->length) {
        return one->length < other->length ? -1 : 1;
    }
    return memcmp(one->rdata, other->rdata, one->length);
}

bool ddds_duplicates_add(struct duplicates *duplicates,
                         const struct store_rrset *set, const void *rdata,
                         size_t length)
{
    struct duplicate *duplicate =
        ddds_arena_alloc(&duplicates->arena, sizeof *duplicate);
    if (duplicate == NULL) {
        return false;
    }
    *duplicate = (struct duplicate){set, rdata, length};
    return tsearch(duplicate, &duplicates->root, compare) != NULL;
}

bool ddds_duplicates_has(const struct duplicates *duplicates,
                         const struct store_rrset *set, const void *rdata,
                         size_t length)
{
    const struct duplicate wanted = {set, rdata, length};
    return tfind(&wanted, &duplicates->root, compare) != NULL;
}

void ddds_duplicates_clear(struct duplicates *duplicates)
{
    while (duplicates->root != NULL) {
        tdelete(*(void **)duplicates->root, &duplicates->root, compare);
    }
    ddds_arena_free(&duplicates->arena);
}
