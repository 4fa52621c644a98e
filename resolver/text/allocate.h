/* Allocations succeed or end the tool: see text/memory_report.h.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_ALLOCATE_H
#define TEXT_ALLOCATE_H

/* Let jansson use the allocator of this module. Call it first in a program. */
void allocate_begin(void);

#endif
