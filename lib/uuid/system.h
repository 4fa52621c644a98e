/* What the room has of the system: a clock, entropy, and whether this is still
 * the process that it was.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_SYSTEM_H
#define UUID_SYSTEM_H

#include <stdbool.h>
#include <sys/types.h>

#include <ddds/uuid.h>

/* CLOCK_REALTIME, getrandom(2), nanosleep(2). */
extern const struct ddds_uuid_source ddds_uuid_system;

/* Notices fork() and clone(), also when made without the C library. */
struct uuid_process {
    unsigned char *page; /* the kernel wipes it in a child; or NULL */
    pid_t pid;           /* used without such a page */
};

/* Remember this process. */
void ddds_uuid_process_enter(struct uuid_process *process);

/* Has it become another since? Says so once, and remembers the new one. */
bool ddds_uuid_process_changed(struct uuid_process *process);

/* Forget, and give back the page. */
void ddds_uuid_process_leave(struct uuid_process *process);

#endif
