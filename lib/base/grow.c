/* SPDX-License-Identifier: MIT */
#include "base/grow.h"

#include <stdlib.h>

void *ddds_grow(void *items, size_t count, size_t *size, size_t octets)
{
    if (count < *size) {
        return items;
    }
    size_t more = 2 * *size + 16;
    void *larger = realloc(items, more * octets);
    *size = larger != NULL ? more : *size;
    return larger;
}
