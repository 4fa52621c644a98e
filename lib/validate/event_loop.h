/* What libunbound and the tunnels wait for: descriptors that become ready, and
 * timers. It is the event base that libunbound is given (unbound-event.h).
 *
 * All descriptors are watched by one, an epoll instance, so that an event loop
 * of the caller has one descriptor to watch, however many queries are in
 * flight.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_EVENT_LOOP_H
#define VALIDATE_EVENT_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netinet/in.h>
#include <sys/epoll.h>
#include <unbound-event.h>

#include "base/process.h"
#include "validate/timers.h"

enum { EVENTS_AT_ONCE = 64 };

struct event_loop {
    struct ub_event_base base; /* the first member: what libunbound is given */
    struct ub_event_base_vmt methods;
    struct ub_event_vmt event_methods;

    int descriptor; /* of epoll */
    struct process process;
    bool is_inherited; /* from the parent of a fork: nothing is watched */
    struct timers timers;

    /* What is ready, while it is processed: an event that is removed meanwhile
     * is NULL. */
    struct epoll_event ready[EVENTS_AT_ONCE];
    int ready_count;
    struct event *events; /* all of them */
};

/* The other side has closed the connection, or it has failed. Only events of
 * ddds_event_new get this bit. */
enum { EVENT_CLOSED = 0x40 };

/* Called with the descriptor of an event, which of UB_EV_READ, UB_EV_WRITE,
 * UB_EV_TIMEOUT and EVENT_CLOSED have come, and |context|. */
typedef void ddds_event_fn(int descriptor, short bits, void *context);

/* Make |loop|; false if the system has no descriptor left. */
bool ddds_event_loop_begin(struct event_loop *loop);

/* Free what |loop| holds. Its events must have been freed. */
void ddds_event_loop_end(struct event_loop *loop);

/* Is this process the child of a fork, which inherited |loop|? */
bool ddds_event_loop_is_inherited(struct event_loop *loop);

/* Wait until something is ready or due, but at most |timeout| milliseconds unless
 * that is -1, and call what waited for it. */
void ddds_event_loop_run(struct event_loop *loop, int timeout);

/* Does a descriptor that is watched belong to a socket with the local address
 * |address|? */
bool ddds_event_loop_has(const struct event_loop *loop,
                         const struct sockaddr_in *address);

/* Make an event for |descriptor|, or for timers only if that is -1. It is not
 * watched yet. NULL if memory cannot be allocated. */
struct ub_event *ddds_event_new(struct event_loop *loop, int descriptor,
                                ddds_event_fn *fire, void *context);

/* Watch |event| for |bits| of UB_EV_READ and UB_EV_WRITE from now on, and for
 * EVENT_CLOSED in any case. False if the system cannot. */
bool ddds_event_watch(struct ub_event *event, short bits);

/* Free |event|, which is not watched any more. Its descriptor is closed after
 * that. */
void ddds_event_free(struct ub_event *event);

#endif
