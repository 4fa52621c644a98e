/* Event loop for libunbound and the tunnels: descriptors and timers. It is the
 * event base of libunbound (unbound-event.h).
 *
 * All descriptors are in an epoll instance, so that a caller's event loop
 * watches a single descriptor, however many queries are in progress.
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
    struct ub_event_base base; /* first member; libunbound's interface */
    struct ub_event_base_vmt methods;
    struct ub_event_vmt event_methods;

    int descriptor; /* of epoll */
    struct process process;
    bool is_inherited; /* from the parent, by fork(): nothing is watched */
    struct timers timers;

    /* Events being processed; those freed meanwhile become NULL. */
    struct epoll_event ready[EVENTS_AT_ONCE];
    int ready_count;
    struct event *events; /* all of them */
};

/* The peer has closed the connection, or it has failed. Only events of
 * ddds_event_new() get this bit. */
enum { EVENT_CLOSED = 0x40 };

/* Called with the descriptor of an event, the bits that occurred (UB_EV_READ,
 * UB_EV_WRITE, UB_EV_TIMEOUT, EVENT_CLOSED), and |context|. */
typedef void ddds_event_fn(int descriptor, short bits, void *context);

/* Initialise |loop|; false if descriptors are used up. */
bool ddds_event_loop_begin(struct event_loop *loop);

/* Free the members of |loop|, whose events must have been freed. */
void ddds_event_loop_end(struct event_loop *loop);

/* Return true in a child process that inherited |loop|. */
bool ddds_event_loop_is_inherited(struct event_loop *loop);

/* Wait for an event or a timer, at most |timeout| milliseconds unless that is
 * -1, and call the callbacks. */
void ddds_event_loop_run(struct event_loop *loop, int timeout);

/* Return true if a watched socket has the local address |address|. */
bool ddds_event_loop_has(const struct event_loop *loop,
                         const struct sockaddr_in *address);

/* Create an event for |descriptor|, or for timers if -1. NULL without
 * memory. */
struct ub_event *ddds_event_new(struct event_loop *loop, int descriptor,
                                ddds_event_fn *fire, void *context);

/* Watch |event| for |bits|, UB_EV_READ and UB_EV_WRITE, and always for
 * EVENT_CLOSED. False on failure. */
bool ddds_event_watch(struct ub_event *event, short bits);

/* Stop watching |event|, and free it. Close its descriptor afterwards. */
void ddds_event_free(struct ub_event *event);

#endif
