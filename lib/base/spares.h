/* A cache of freed memory blocks, for any thread.
 *
 * It has several slots, each in its own cache line. A thread uses the slot that
 * the address of its stack selects, so threads rarely contend. Threads that
 * share a slot are only slower.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_SPARES_H
#define BASE_SPARES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { SPARES = 8, SPARES_LINE = 64 };

/* All NULL initially; the owner frees the rest at the end. */
struct spares {
    struct {
        _Atomic(void *) memory;
        char padding[SPARES_LINE - sizeof(void *)];
    } places[SPARES];
};

/* Return the thread's slot. Stacks of threads are megabytes apart, so the high
 * bits of the product usually differ. */
static inline _Atomic(void *) *ddds_spares_place(struct spares *spares)
{
    uint64_t stack = (uintptr_t)__builtin_frame_address(0) >> 18;
    return &spares->places[stack * UINT64_C(0x9e3779b97f4a7c15) >> 61].memory;
}

/* Take the block of the thread's slot, or NULL. */
static inline void *ddds_spares_take(struct spares *spares)
{
    return atomic_exchange_explicit(ddds_spares_place(spares), NULL,
                                    memory_order_acquire);
}

/* Store |memory| in the slot; the caller must free the returned previous
 * content. */
static inline void *ddds_spares_leave(struct spares *spares, void *memory)
{
    return atomic_exchange_explicit(ddds_spares_place(spares), memory,
                                    memory_order_acq_rel);
}

#endif
