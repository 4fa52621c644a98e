/* Fork detection. A child must not use its parent's secrets and descriptors.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Detects fork() and clone(), even by direct system calls. */
struct process {
    unsigned char *page; /* wiped in a child; NULL if unsupported */
    pid_t pid;           /* used without |page| */
};

/* Remember this process. */
void ddds_process_enter(struct process *process);

/* Return true, once, if this is not the remembered process; then remember this
 * process. */
bool ddds_process_changed(struct process *process);

/* Forget the process, and free the page. */
void ddds_process_leave(struct process *process);

#endif
