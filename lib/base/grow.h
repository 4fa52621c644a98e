/* Lists that grow.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_GROW_H
#define BASE_GROW_H

#include <stddef.h>

/* Return |items|, which has space for |*size| items of |octets| octets, with
 * space for more than |count|: if |count| is |*size|, it is reallocated, and
 * |*size| set. On failure return NULL, and leave |items| as it was. */
void *ddds_grow(void *items, size_t count, size_t *size, size_t octets);

#endif
