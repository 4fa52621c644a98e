/* A region: its allocations are freed with it.
 *
 * A resolution uses an arena, so that its functions need no clean-up code.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena_block;

/* Allocation advances |next| towards |end|. All members except |failed| are
 * private. A zeroed arena is empty, and allocates everything on the heap. */
struct arena {
    char *next;
    char *end;
    struct arena_block *blocks; /* on the heap, the newest first */
    size_t octets;              /* size of |blocks| */
    char *first;                /* the caller's memory */
    char *first_end;
    bool failed; /* an allocation failed: callers may check this once, at the
                    end; ddds_arena_reset keeps it, callers may clear it */
};

/* Initialise with |size| octets at |memory|, which the caller owns and must
 * keep until the arena is freed. Octets before the first aligned address are
 * not used. */
void ddds_arena_init(struct arena *arena, void *memory, size_t size);

/* Free everything except the first memory, and start again. */
void ddds_arena_reset(struct arena *arena);

void ddds_arena_free(struct arena *arena);

/* Allocate |size| octets from a new block, because the current block is
 * full. */
void *ddds_arena_grow(struct arena *arena, size_t size);

/* Allocate |size| octets, aligned to |alignment|, a power of two up to that of
 * max_align_t, not cleared; NULL without memory. For numerous small objects. */
static inline void *ddds_arena_pack(struct arena *arena, size_t size,
                                    size_t alignment)
{
    size_t gap = (size_t)(-(uintptr_t)arena->next & (alignment - 1));
    size_t left = (size_t)(arena->end - arena->next);
    if (gap > left || size > left - gap || arena->next == NULL) {
        return ddds_arena_grow(arena, size);
    }
    void *memory = arena->next + gap;
    arena->next += gap + size;
    return memory;
}

/* Allocate |size| octets, aligned for any type, not cleared; NULL without
 * memory. */
static inline void *ddds_arena_alloc(struct arena *arena, size_t size)
{
    return ddds_arena_pack(arena, size, _Alignof(max_align_t));
}

/* Allocate |count| cleared elements of |size| octets; NULL without memory or if
 * the product overflows. */
void *ddds_arena_array(struct arena *arena, size_t count, size_t size);

/* Return a copy of the |count| elements at |from|, of |size| octets each, with
 * room for |more| after them; NULL without memory. Arrays in an arena cannot
 * grow. */
void *ddds_arena_extend(struct arena *arena, const void *from, size_t count,
                        size_t more, size_t size);

/* Return a NUL-terminated copy of |length| octets; NULL without memory. */
char *ddds_arena_copy(struct arena *arena, const char *text, size_t length);

/* Return a copy of a string; NULL without memory. */
char *ddds_arena_string(struct arena *arena, const char *text);

/* Return a formatted string; NULL without memory. */
__attribute__((format(printf, 2, 3))) char *
ddds_arena_format(struct arena *arena, const char *format, ...);

#endif
