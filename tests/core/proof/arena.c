/* Memory from an arena is inside it, aligned, and not in use.
 *
 * proves  From any state of an arena and for any size: ddds_arena_pack returns
 *         memory of that size, aligned as asked, that begins at or after what
 *         was taken before and ends within the block, or memory of a new block,
 *         or NULL. An array whose size overflows is NULL, as is a string of
 *         SIZE_MAX octets; what is cleared or copied is within what was taken.
 * bound   a first memory of 64 octets, whose address is aligned. Sizes of any
 *         number; blocks beyond 8 KiB fail, as without memory. Arrays of 1, 8 or
 *         24 octets each.
 * files   -
 * options --unwind 2
 * mutant  lib/base/arena.h s/size > left - gap/size > left/
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/arena.h"

#include "proof.h"

enum { MEMORY = 64, BLOCK = 8192 };

static _Alignas(16) char memory[MEMORY];
static _Alignas(16) char block[BLOCK + 16];

static void *take_block(size_t size)
{
    return size <= sizeof block && nondet_bool() ? block : NULL;
}

static void *clear(void *octets, int value, size_t length)
{
    PROVE(value == 0 && __CPROVER_w_ok(octets, length));
    return octets;
}

static void *copy_octets(void *to, const void *from, size_t length)
{
    PROVE(__CPROVER_r_ok(from, length));
    PROVE(__CPROVER_w_ok(to, length));
    return to;
}

#define malloc take_block
#define memset clear
#define memcpy copy_octets
#include "base/arena.c"

static void pack(struct arena *arena, size_t used)
{
    size_t size = nondet_size();
    size_t alignment = (size_t)1 << nondet_unsigned() % 5;
    char *got = ddds_arena_pack(arena, size, alignment);
    PROVE(size <= BLOCK || got == NULL);
    if (got == NULL) {
        PROVE(arena->blocks == NULL && arena->next == memory + used);
        return;
    }
    PROVE(__CPROVER_w_ok(got, size));
    PROVE(arena->next == got + size && arena->next <= arena->end);
    size_t begin = (size_t)(got - (arena->blocks == NULL ? memory : block));
    PROVE(begin % alignment == 0);
    PROVE(arena->blocks != NULL || begin >= used);
}

static void array_of(struct arena *arena, size_t size)
{
    size_t count = nondet_size();
    bool overflows = count > SIZE_MAX / size;
    ASSUME(overflows || count <= MEMORY / size);
    char *got = ddds_arena_array(arena, count, size);
    PROVE(!overflows || got == NULL);
    PROVE(got == NULL || __CPROVER_w_ok(got, count * size));
}

static void make_array(struct arena *arena)
{
    switch (nondet_unsigned()) {
    case 1:
        array_of(arena, 1);
        break;
    case 2:
        array_of(arena, 8);
        break;
    default:
        array_of(arena, 24);
        break;
    }
}

static void copy(struct arena *arena)
{
    static const char text[MEMORY];
    size_t length = nondet_size();
    ASSUME(length <= sizeof text || length == SIZE_MAX);
    char *got = ddds_arena_copy(arena, text, length);
    PROVE(length != SIZE_MAX || got == NULL);
    PROVE(got == NULL || got[length] == '\0');
}

void prove(void)
{
    struct arena arena;
    ddds_arena_init(&arena, memory, sizeof memory);
    PROVE(arena.next == memory && arena.end == memory + MEMORY);
    size_t used = nondet_size();
    ASSUME(used <= MEMORY);
    arena.next += used;
    switch (nondet_unsigned()) {
    case 0:
        pack(&arena, used);
        break;
    case 1:
        make_array(&arena);
        break;
    default:
        copy(&arena);
        break;
    }
}
