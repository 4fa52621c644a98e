/* Large pages for large pieces of memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

/* The |size| octets at |memory|, just allocated, will soon be used, nearly all
 * of them: ask the system for large pages, with fewer faults. Of small pieces
 * nothing is asked, and what cannot be granted is no error. */
void ddds_pages_use(void *memory, size_t size);

#endif
