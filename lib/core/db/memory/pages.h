/* Transparent huge pages for large blocks of memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_PAGES_H
#define DB_MEMORY_PAGES_H

#include <stddef.h>

/* Request huge pages for the |size| octets at |memory|, which was just
 * allocated and will be used almost completely. Small blocks are ignored, and a
 * failure is harmless. */
void ddds_pages_use(void *memory, size_t size);

#endif
