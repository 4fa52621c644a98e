/* Detecting a fork. A child must not use its parent's secrets and descriptors
 * as if they were its own.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Notices fork() and clone(), also when made without the C library. */
struct process {
    unsigned char *page; /* the kernel wipes it in a child; or NULL */
    pid_t pid;           /* used without such a page */
};

/* Remember this process. */
void ddds_process_enter(struct process *process);

/* Return true, once, if this is another process than the one remembered; that
 * one is then remembered. */
bool ddds_process_changed(struct process *process);

/* Forget the process, and free the page. */
void ddds_process_leave(struct process *process);

#endif
