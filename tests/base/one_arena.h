/* The arena of a test, which a fixture frees.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_ONE_ARENA_H
#define UNIT_ONE_ARENA_H

#include "base/arena.h"
#include "base/assertions.h"

static struct arena arena;

static int free_arena(void **state)
{
    ddds_arena_free(&arena);
    return 0;
}

#endif
