/* System lookups, each in a thread. At its end the thread closes the write end
 * of a pipe, which makes the read end readable; closing cannot fail. Thread and
 * caller share the lookup by a reference count.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/system_lookup.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fcntl.h>
#include <sys/socket.h>

enum { READ = 0, WRITE = 1 };

struct system_lookup {
    int pipe[2];
    struct addrinfo *found;
    int status; /* of getaddrinfo() */
    atomic_bool is_done;
    atomic_int users; /* reference count: thread and caller */
    char host[];
};

static void release(struct system_lookup *lookup)
{
    if (atomic_fetch_sub(&lookup->users, 1) == 1) {
        if (lookup->found != NULL) {
            freeaddrinfo(lookup->found);
        }
        free(lookup);
    }
}

static void *run(void *context)
{
    struct system_lookup *lookup = context;
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    int end = lookup->pipe[WRITE];
    lookup->status = getaddrinfo(lookup->host, NULL, &hints, &lookup->found);
    if (lookup->status != 0) {
        lookup->found = NULL;
    }
    atomic_store(&lookup->is_done, true);
    release(lookup);
    close(end);
    return NULL;
}

/* Block all signals in the thread; the caller's threads receive them. */
static bool start_thread(struct system_lookup *lookup)
{
    sigset_t all;
    sigset_t before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_started = pthread_create(&thread, NULL, run, lookup) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (is_started) {
        pthread_detach(thread);
    }
    return is_started;
}

struct system_lookup *ddds_system_lookup_new(const char *host)
{
    size_t size = strlen(host) + 1;
    struct system_lookup *lookup = calloc(1, sizeof *lookup + size);
    if (lookup == NULL || pipe(lookup->pipe) != 0) {
        free(lookup);
        return NULL;
    }
    memcpy(lookup->host, host, size);
    atomic_init(&lookup->users, 2);
    fcntl(lookup->pipe[READ], F_SETFD, FD_CLOEXEC);
    fcntl(lookup->pipe[WRITE], F_SETFD, FD_CLOEXEC);
    if (!start_thread(lookup)) {
        close(lookup->pipe[READ]);
        close(lookup->pipe[WRITE]);
        free(lookup);
        return NULL;
    }
    return lookup;
}

int ddds_system_lookup_descriptor(const struct system_lookup *lookup)
{
    return lookup->pipe[READ];
}

bool ddds_system_lookup_is_done(const struct system_lookup *lookup, int *status,
                                const struct addrinfo **found)
{
    if (!atomic_load(&lookup->is_done)) {
        return false;
    }
    *status = lookup->status;
    *found = lookup->found;
    return true;
}

void ddds_system_lookup_free(struct system_lookup *lookup)
{
    if (lookup != NULL) {
        close(lookup->pipe[READ]);
        release(lookup);
    }
}
