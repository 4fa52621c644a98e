/* Suppression of SIGPIPE. libunbound and OpenSSL write to connections that
 * servers may have closed. Then SIGPIPE is sent to the thread, and by default
 * ends the process; but a library must not change the handling of signals.
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

/* Block SIGPIPE in this thread until ddds_sigpipe_restore(). */
void ddds_sigpipe_block(struct sigpipe *sigpipe);

/* Discard a SIGPIPE that arrived meanwhile, and restore the signal mask. */
void ddds_sigpipe_restore(const struct sigpipe *sigpipe);

#endif
