/* Is this still the process that it was? What is secret, or shared with others
 * by descriptors, must not be used by a child of a fork as if it were its own.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Notices fork() and clone(), also when made without the C library. */
struct process {
    unsigned char *page; /* the kernel wipes it in a child; or NULL */
    pid_t pid;           /* used without such a page */
};

/* Remember this process. */
void ddds_process_enter(struct process *process);

/* Has it become another since? Says so once, and remembers the new one. */
bool ddds_process_changed(struct process *process);

/* Forget, and give back the page. */
void ddds_process_leave(struct process *process);

#endif
