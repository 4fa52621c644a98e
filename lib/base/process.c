/* Fork detection with a page that fork() and clone() wipe.
 *
 * SPDX-License-Identifier: MIT */
#include "base/process.h"

#include <sys/mman.h>
#include <unistd.h>

/* Map a page that the kernel wipes in a child. Checking it costs a single load,
 * and unlike other methods detects clone(). */
static unsigned char *map_wiped_page(size_t size)
{
    void *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) {
        return NULL;
    }
#ifdef MADV_WIPEONFORK
    if (madvise(page, size, MADV_WIPEONFORK) == 0) {
        return page;
    }
#endif
    munmap(page, size);
    return NULL;
}

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

void ddds_process_enter(struct process *process)
{
    process->page = map_wiped_page(page_size());
    process->pid = getpid();
    if (process->page != NULL) {
        *process->page = 1;
    }
}

bool ddds_process_changed(struct process *process)
{
    if (process->page != NULL) {
        bool wiped = *(volatile unsigned char *)process->page == 0;
        if (wiped) {
            *process->page = 1;
        }
        return wiped;
    }
    pid_t pid = getpid();
    bool changed = pid != process->pid;
    process->pid = pid;
    return changed;
}

void ddds_process_leave(struct process *process)
{
    if (process->page != NULL) {
        munmap(process->page, page_size());
        process->page = NULL;
    }
}
