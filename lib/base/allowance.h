/* Octets that several objects may take together, counted by any thread.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_ALLOWANCE_H
#define BASE_ALLOWANCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* The most that an allocation takes beside the octets that are asked for. */
enum { ALLOWANCE_OVERHEAD = 24 };

/* Take |octets| of |allowance|; NULL allows everything. Return false, and take
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

/* Give |octets| that were taken back to |allowance|. */
static inline void ddds_allowance_give(atomic_size_t *allowance, size_t octets)
{
    if (allowance != NULL) {
        atomic_fetch_add(allowance, octets);
    }
}

#endif
