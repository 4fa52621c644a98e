/* SPDX-License-Identifier: MIT */
#include "validate/sigpipe.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void make_set(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGPIPE);
}

static bool is_pending(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
}

void ddds_sigpipe_block(struct sigpipe *sigpipe)
{
    sigset_t set;
    make_set(&set);
    sigpipe->was_pending = is_pending();
    pthread_sigmask(SIG_BLOCK, &set, &sigpipe->before);
}

void ddds_sigpipe_restore(const struct sigpipe *sigpipe)
{
    static const struct timespec at_once = {0, 0};
    sigset_t set;
    make_set(&set);
    if (!sigpipe->was_pending && is_pending()) {
        while (sigtimedwait(&set, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &sigpipe->before, NULL);
}
