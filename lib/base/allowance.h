/* A budget of octets, shared by objects and counted by any thread.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_ALLOWANCE_H
#define BASE_ALLOWANCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Maximum overhead of an allocation in octets. */
enum { ALLOWANCE_OVERHEAD = 24 };

/* Take |octets| from |allowance|; NULL: unlimited. Return false, and take
 * nothing, if fewer are left. */
static inline bool ddds_allowance_take(atomic_size_t *allowance, size_t octets)
{
    if (allowance == NULL) {
        return true;
    }
    size_t left = atomic_load_explicit(allowance, memory_order_relaxed);
    while (left >= octets) {
        if (atomic_compare_exchange_weak(allowance, &left, left - octets)) {
            return true;
        }
    }
    return false;
}

/* Return |octets| to |allowance|. */
static inline void ddds_allowance_give(atomic_size_t *allowance, size_t octets)
{
    if (allowance != NULL) {
        atomic_fetch_add(allowance, octets);
    }
}

#endif
