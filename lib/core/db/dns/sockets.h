/* The watched sockets of a transport, and their owners.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_SOCKETS_H
#define DB_DNS_SOCKETS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include <ddds/database.h>

#include "base/process.h"

struct socket_owner;

/* Read from and write to |descriptor|, if it is ready. */
typedef void ddds_socket_fn(struct socket_owner *owner, int descriptor,
                            bool readable, bool writable);

/* Base of the structs that own sockets. */
struct socket_owner {
    ddds_socket_fn *process;
};

struct sockets {
    ddds_watch_fn *watch; /* or NULL */
    void *context;        /* of |watch| */
    struct process process;
    bool is_inherited; /* by the child of a fork */
    bool has_changed;  /* since this was set to false */
    bool is_polled;    /* ddds_sockets_wait is processing: unread data end the
                          next wait at once */

    /* Parallel arrays; |list| has space for a descriptor of the caller after
     * the sockets. */
    struct pollfd *list;
    struct socket_owner **owners;
    size_t count;
    size_t size;
    size_t reserved;
};

/* Initialise without sockets. |watch|, which may be NULL, is called with
 * |context| when the events of a socket change. */
void ddds_sockets_begin(struct sockets *sockets, ddds_watch_fn *watch,
                        void *context);

/* Free the memory of |sockets|. They must be closed. */
void ddds_sockets_end(struct sockets *sockets);

/* Return true if this process is the child of a fork. It must not use the
 * parent's sockets. */
bool ddds_sockets_are_inherited(struct sockets *sockets);

/* Reserve space for |more| sockets in addition to those reserved before; false
 * if memory cannot be allocated. */
bool ddds_sockets_reserve(struct sockets *sockets, size_t more);

/* Watch |descriptor| of |owner| for these events; for none, stop watching it
 * before it is closed. Space must be reserved. */
void ddds_sockets_watch(struct sockets *sockets, struct socket_owner *owner,
                        int descriptor, bool readable, bool writable);

/* Write up to |size| sockets into |list|, and return the number of sockets. */
size_t ddds_sockets_list(const struct sockets *sockets,
                         struct ddds_dns_socket *list, size_t size);

/* Call the owner of |descriptor|, if any. */
void ddds_sockets_process(struct sockets *sockets, int descriptor,
                          bool readable, bool writable);

/* Explain the errno |why| of a socket that could not be opened or connected. */
const char *ddds_sockets_explain(int why);

/* Wait until a socket is ready or |descriptor|, unless it is -1, is readable;
 * then call the owners of the ready sockets. Wait at most |timeout|
 * milliseconds, unless it is -1. Fails with DDDS_NO_MEMORY. */
ddds_status ddds_sockets_wait(struct sockets *sockets, int timeout,
                              int descriptor);

#endif
