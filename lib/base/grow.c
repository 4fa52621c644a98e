/* SPDX-License-Identifier: MIT */
#include "base/grow.h"

#include <stdlib.h>

void *ddds_grow(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room) {
        return items;
    }
    void *larger = realloc(items, (2 * *room + 16) * size);
    *room = larger != NULL ? 2 * *room + 16 : *room;
    return larger;
}
