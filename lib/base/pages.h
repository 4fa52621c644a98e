/* Huge pages for large blocks of memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

/* Request huge pages for the |size| octets at |memory|, which was just
 * allocated and will be used almost completely: a fault for each 4 KiB costs
 * more than filling them, a third of the time for a zone of 18 MB. Small blocks
 * are ignored, and a failure is harmless. */
void ddds_pages_use(void *memory, size_t size);

#endif
