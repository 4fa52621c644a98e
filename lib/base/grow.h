/* Lists that grow.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_GROW_H
#define BASE_GROW_H

#include <stddef.h>

/* Return |items|, which holds |*room| items of |size| octets, with space for
 * more than |count|: it is reallocated, and |*room| set, if |count| is |*room|.
 * On failure return NULL, and leave |items| as it was. */
void *ddds_grow(void *items, size_t count, size_t *room, size_t size);

#endif
