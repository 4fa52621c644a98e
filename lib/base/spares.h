/* Memory that is kept for its next use, by any thread.
 *
 * There are several places for it, each in a cache line of its own. A thread
 * uses the one that its stack selects, so that threads mostly do not wait for
 * each other. Two that share one are only slower.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_SPARES_H
#define BASE_SPARES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { SPARES = 8, SPARES_LINE = 64 };

/* All NULL at first; the owner frees what is left in the end. */
struct spares {
    struct {
        _Atomic(void *) memory;
        char padding[SPARES_LINE - sizeof(void *)];
    } places[SPARES];
};

/* Stacks of threads are megabytes apart: the high bits of the product are
 * different for most of them. */
static inline _Atomic(void *) *ddds_spares_place(struct spares *spares)
{
    uint64_t stack = (uintptr_t)__builtin_frame_address(0) >> 18;
    return &spares->places[stack * UINT64_C(0x9e3779b97f4a7c15) >> 61].memory;
}

/* Take what this thread's place has, or NULL. */
static inline void *ddds_spares_take(struct spares *spares)
{
    return atomic_exchange_explicit(ddds_spares_place(spares), NULL,
                                    memory_order_acquire);
}

/* Leave |memory|, and return what the place had, for the caller to free. */
static inline void *ddds_spares_leave(struct spares *spares, void *memory)
{
    return atomic_exchange_explicit(ddds_spares_place(spares), memory,
                                    memory_order_acq_rel);
}

#endif
