/* libunbound writes to connections that servers may have closed, and so does
 * OpenSSL: each time the system sends SIGPIPE to the thread, which by default
 * ends the process. A library must not change what a signal does.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_SIGPIPE_H
#define VALIDATE_SIGPIPE_H

#include <signal.h>
#include <stdbool.h>

struct sigpipe {
    sigset_t before;
    bool was_pending;
};

/* Hold SIGPIPE back from this thread until ddds_sigpipe_restore. */
void ddds_sigpipe_block(struct sigpipe *sigpipe);

/* Drop a SIGPIPE that came meanwhile, and let others pass as before. */
void ddds_sigpipe_restore(const struct sigpipe *sigpipe);

#endif
