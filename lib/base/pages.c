/* SPDX-License-Identifier: MIT */
#include "base/pages.h"

#include <stdint.h>
#include <sys/mman.h>

/* Size of a huge page on most machines. A block of two or more contains at
 * least one, and wastes less than one. */
enum { LARGE_PAGE = 2 << 20 };

void ddds_pages_use(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
    size_t past = (uintptr_t)memory % LARGE_PAGE;
    size_t skipped = past == 0 ? 0 : LARGE_PAGE - past;
    if (size >= 2 * (size_t)LARGE_PAGE) {
        size_t whole = (size - skipped) / LARGE_PAGE * LARGE_PAGE;
        (void)madvise((char *)memory + skipped, whole, MADV_HUGEPAGE);
    }
#else
    (void)memory;
    (void)size;
#endif
}
