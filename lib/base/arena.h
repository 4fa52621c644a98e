/* A region: what is allocated in it is freed with it.
 *
 * One arena carries one resolution, so that nothing inside the engine needs a
 * clean-up path of its own, only `return'.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hot.h"

struct arena_block;

/* Allocation bumps |next| towards |end|. All members but |failed| are the
 * arena's own. */
struct arena {
    char *next;
    char *end;
    struct arena_block *blocks; /* heap blocks, the newest first */
    size_t octets;              /* of these */
    char *first;                /* the memory the arena was given */
    char *first_end;
    bool failed; /* an allocation has: callers may look here once, at the end;
                    remains until the arena is begun again */
};

/* Begin in |memory| of |size| octets, which the caller owns and keeps until
 * the arena is freed. NULL and 0 are fine: everything then comes from the
 * heap. What precedes the first aligned octet is not used. */
void ddds_arena_init(struct arena *arena, void *memory, size_t size);

/* Free everything but the first memory, and begin again. */
void ddds_arena_reset(struct arena *arena);

/* Free everything. */
void ddds_arena_free(struct arena *arena);

/* |size| octets from a new block, for which the present one has no room. */
COLD void *ddds_arena_grow(struct arena *arena, size_t size);

/* |size| octets, aligned for |alignment|, a power of two, and not cleared; NULL
 * if allocation fails. For small things of which there are many. */
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

/* |size| octets, aligned for any type, not cleared; NULL if allocation
 * fails. */
static inline void *ddds_arena_alloc(struct arena *arena, size_t size)
{
    return ddds_arena_pack(arena, size, _Alignof(max_align_t));
}

/* |count| cleared things of |size| octets; NULL if allocation fails or the
 * product overflows. The only place where sizes are multiplied. */
void *ddds_arena_array(struct arena *arena, size_t count, size_t size);

/* A NUL-terminated copy of |length| octets; NULL if allocation fails. */
char *ddds_arena_copy(struct arena *arena, const char *text, size_t length);

/* A copy of a whole string; NULL if allocation fails. */
char *ddds_arena_string(struct arena *arena, const char *text);

/* A formatted string; NULL if allocation fails. */
__attribute__((format(printf, 2, 3))) char *
ddds_arena_format(struct arena *arena, const char *format, ...);

#endif
