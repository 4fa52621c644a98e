/* Region allocator: a bump pointer over a list of blocks.
 *
 * The first block is usually part of the object that the arena serves, so that
 * a small resolution needs a single malloc.
 *
 * SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *next;
    max_align_t memory[];
};

enum { ALIGNMENT = _Alignof(max_align_t), BLOCK_SIZE = 8192 };

/* Reset the arena to its first memory. */
static void rewind_to_first(struct arena *arena)
{
    arena->octets = 0;
    arena->next = arena->first;
    arena->end = arena->first_end;
}

void ddds_arena_init(struct arena *arena, void *memory, size_t size)
{
    size_t past = (uintptr_t)memory % ALIGNMENT;
    size_t skipped = past == 0 ? 0 : ALIGNMENT - past;
    bool is_usable = memory != NULL && skipped <= size;
    arena->blocks = NULL;
    arena->failed = false;
    arena->first = is_usable ? (char *)memory + skipped : NULL;
    arena->first_end = is_usable ? (char *)memory + size : NULL;
    rewind_to_first(arena);
}

void ddds_arena_reset(struct arena *arena)
{
    while (arena->blocks != NULL) {
        struct arena_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
    rewind_to_first(arena);
}

void ddds_arena_free(struct arena *arena)
{
    ddds_arena_reset(arena);
    arena->next = arena->end = NULL;
}

static void *fail(struct arena *arena)
{
    arena->failed = true;
    return NULL;
}

void *ddds_arena_grow(struct arena *arena, size_t size)
{
    size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    /* C objects cannot exceed PTRDIFF_MAX octets. */
    if (room > PTRDIFF_MAX - sizeof(struct arena_block)) {
        return fail(arena);
    }
    struct arena_block *block = malloc(sizeof *block + room);
    if (block == NULL) {
        return fail(arena);
    }
    block->next = arena->blocks;
    arena->blocks = block;
    arena->octets += sizeof *block + room;
    arena->next = (char *)block->memory + size;
    arena->end = (char *)block->memory + room;
    return block->memory;
}

void *ddds_arena_array(struct arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return fail(arena);
    }
    void *memory = ddds_arena_alloc(arena, count * size);
    if (memory != NULL) {
        memset(memory, 0, count * size);
    }
    return memory;
}

void *ddds_arena_extend(struct arena *arena, const void *from, size_t count,
                        size_t more, size_t size)
{
    if (count + more > SIZE_MAX / size) {
        return fail(arena);
    }
    void *memory = ddds_arena_alloc(arena, (count + more) * size);
    if (memory != NULL && count > 0) {
        memcpy(memory, from, count * size);
    }
    return memory;
}

char *ddds_arena_copy(struct arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX) {
        return fail(arena);
    }
    char *copy = ddds_arena_pack(arena, length + 1, 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *ddds_arena_string(struct arena *arena, const char *text)
{
    return ddds_arena_copy(arena, text, strlen(text));
}

char *ddds_arena_format(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        return fail(arena);
    }
    char *text = ddds_arena_alloc(arena, (size_t)length + 1);
    if (text != NULL) {
        va_start(arguments, format);
        vsnprintf(text, (size_t)length + 1, format, arguments);
        va_end(arguments);
    }
    return text;
}
