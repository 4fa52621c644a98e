/* Allocations succeed or end the tool: see text/memory_report.h.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_ALLOCATE_H
#define TEXT_ALLOCATE_H

/* Call it before anything else. */
void allocate_begin(void);

#endif
