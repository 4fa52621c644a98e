/* Sockets, in the form of poll(2).
 *
 * The child of a fork inherits the sockets. If it read from them, its parent
 * would lose answers; if it sent queries, they would have its parent's IDs. So
 * it only closes them, without calling |watch|: the caller's event loop may be
 * shared with the parent.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/sockets.h"

#include <errno.h>
#include <stdlib.h>

void ddds_sockets_begin(struct sockets *sockets, ddds_watch_fn *watch,
                        void *context)
{
    *sockets = (struct sockets){.watch = watch, .context = context};
    ddds_process_enter(&sockets->process);
}

void ddds_sockets_end(struct sockets *sockets)
{
    ddds_process_leave(&sockets->process);
    free(sockets->list);
    free(sockets->owners);
}

bool ddds_sockets_are_inherited(struct sockets *sockets)
{
    sockets->is_inherited |= ddds_process_changed(&sockets->process);
    return sockets->is_inherited;
}

/* Enlarge the arrays to |size| sockets. */
static bool enlarge(struct sockets *sockets, size_t size)
{
    struct pollfd *list = realloc(sockets->list, (size + 1) * sizeof *list);
    if (list == NULL) {
        return false;
    }
    sockets->list = list;
    struct socket_owner **owners =
        realloc(sockets->owners, size * sizeof *owners);
    if (owners == NULL) {
        return false;
    }
    sockets->owners = owners;
    sockets->size = size;
    return true;
}

bool ddds_sockets_reserve(struct sockets *sockets, size_t more)
{
    size_t wanted = sockets->reserved + more;
    if (wanted > sockets->size && !enlarge(sockets, wanted)) {
        return false;
    }
    sockets->reserved = wanted;
    return true;
}

/* Return the index of |descriptor|, or the number of sockets if it is
 * missing. */
static size_t find(const struct sockets *sockets, int descriptor)
{
    size_t i = 0;
    while (i < sockets->count && sockets->list[i].fd != descriptor) {
        i++;
    }
    return i;
}

static void forget(struct sockets *sockets, size_t index)
{
    if (index < sockets->count) {
        size_t last = --sockets->count;
        sockets->list[index] = sockets->list[last];
        sockets->owners[index] = sockets->owners[last];
    }
}

void ddds_sockets_watch(struct sockets *sockets, struct socket_owner *owner,
                        int descriptor, bool readable, bool writable)
{
    size_t index = find(sockets, descriptor);
    if (!readable && !writable) {
        forget(sockets, index);
    } else if (index < sockets->size) {
        sockets->count += index == sockets->count;
        sockets->owners[index] = owner;
        sockets->list[index] = (struct pollfd){
            .fd = descriptor,
            .events =
                (short)((readable ? POLLIN : 0) | (writable ? POLLOUT : 0)),
        };
    }
    sockets->has_changed = true;
    if (sockets->watch != NULL && !ddds_sockets_are_inherited(sockets)) {
        sockets->watch(sockets->context, descriptor, readable, writable);
    }
}

size_t ddds_sockets_list(const struct sockets *sockets,
                         struct ddds_dns_socket *list, size_t size)
{
    size_t count = sockets->is_inherited ? 0 : sockets->count;
    for (size_t i = 0; i < count && i < size; i++) {
        const struct pollfd *socket = &sockets->list[i];
        list[i] = (struct ddds_dns_socket){
            .descriptor = socket->fd,
            .readable = (socket->events & POLLIN) != 0,
            .writable = (socket->events & POLLOUT) != 0,
        };
    }
    return count;
}

void ddds_sockets_process(struct sockets *sockets, int descriptor,
                          bool readable, bool writable)
{
    size_t index = find(sockets, descriptor);
    if (descriptor >= 0 && index < sockets->count) {
        struct socket_owner *owner = sockets->owners[index];
        owner->process(owner, descriptor, readable, writable);
    }
}

const char *ddds_sockets_explain(int why)
{
    switch (why) {
    case EMFILE:
    case ENFILE:
        return "too many open files";
    case EADDRNOTAVAIL: /* TCP */
    case EAGAIN:        /* UDP */
        return "no local port is free";
    default:
        return "unreachable";
    }
}

ddds_status ddds_sockets_wait(struct sockets *sockets, int timeout,
                              int descriptor)
{
    size_t watched = sockets->count;
    if (sockets->list == NULL && !enlarge(sockets, 1)) {
        return DDDS_NO_MEMORY;
    }
    if (descriptor >= 0) {
        sockets->list[watched++] =
            (struct pollfd){.fd = descriptor, .events = POLLIN};
    }
    int count = poll(sockets->list, (nfds_t)watched, timeout);
    if (count < 0 && errno != EINTR) {
        return DDDS_NO_MEMORY;
    }
    /* From the last on, because a socket that is forgotten is replaced by the
     * last. Sockets that are watched anew wait for the next call. */
    sockets->is_polled = true;
    for (size_t i = count > 0 ? sockets->count : 0; i-- > 0;) {
        const int ready = i < sockets->count ? sockets->list[i].revents : 0;
        if (ready != 0) {
            sockets->list[i].revents = 0;
            ddds_sockets_process(sockets, sockets->list[i].fd,
                                 (ready & ~POLLOUT) != 0,
                                 (ready & POLLOUT) != 0);
        }
    }
    sockets->is_polled = false;
    return DDDS_OK;
}
