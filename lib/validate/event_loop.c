/* Event base for libunbound, with epoll(7) and a heap of timers.
 *
 * The time limit of a persistent event restarts whenever the event is ready, as
 * with libevent, which libunbound normally uses.
 *
 * After fork() the child shares the epoll instance with its parent: changes in
 * the child would affect the parent. So the child changes nothing, and only
 * closes what it inherited.
 *
 * SPDX-License-Identifier: MIT */
#include "validate/event_loop.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clocks.h"

struct event {
    struct ub_event base; /* first member */
    struct event *next;   /* list of all events */
    struct event *previous;
    struct event_loop *loop;
    struct timer timer;
    uint64_t span; /* of the timer, in microseconds; 0: no timer */
    int descriptor;
    short bits;
    bool is_watched;
    ddds_event_fn *fire;
    void *context;
};

enum { READY_BITS = UB_EV_READ | UB_EV_WRITE };

static struct event *event_of(struct ub_event *base)
{
    return (struct event *)base;
}

static struct event_loop *loop_of(struct ub_event_base *base)
{
    return (struct event_loop *)base;
}

/* ---- Watching ------------------------------------------------------------ */

/* Register the bits of |event| with epoll. */
static bool change(struct event *event, int operation)
{
    struct epoll_event wanted = {
        .events = ((event->bits & UB_EV_READ) != 0 ? EPOLLIN : 0U) |
                  ((event->bits & UB_EV_WRITE) != 0 ? EPOLLOUT : 0U),
        .data.ptr = event,
    };
    return ddds_event_loop_is_inherited(event->loop) ||
           epoll_ctl(event->loop->descriptor, operation, event->descriptor,
                     &wanted) == 0;
}

/* Remove |event| from the list of ready events. */
static void drop(struct event *event)
{
    struct event_loop *loop = event->loop;
    for (int i = 0; i < loop->ready_count; i++) {
        if (loop->ready[i].data.ptr == event) {
            loop->ready[i].data.ptr = NULL;
        }
    }
}

static void stop(struct event *event)
{
    if (event->is_watched) {
        event->is_watched = false;
        change(event, EPOLL_CTL_DEL);
        drop(event);
    }
    ddds_timers_stop(&event->loop->timers, &event->timer);
}

static bool watch(struct event *event)
{
    bool is_done =
        change(event, event->is_watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD);
    event->is_watched |= is_done;
    return is_done;
}

static void limit(struct event *event, uint64_t span)
{
    event->span = span;
    ddds_timers_set(&event->loop->timers, &event->timer,
                    ddds_clock_microseconds() + span);
}

static uint64_t span_of(const struct timeval *time)
{
    enum { SECOND = 1000000 };
    return (uint64_t)time->tv_sec * SECOND + (uint64_t)time->tv_usec;
}

static void expire(struct timer *timer)
{
    struct event *event =
        (struct event *)((char *)timer - offsetof(struct event, timer));
    if ((event->bits & UB_EV_PERSIST) == 0) {
        stop(event);
    }
    event->fire(event->descriptor, UB_EV_TIMEOUT, event->context);
}

static struct event *make(struct event_loop *loop, int descriptor, short bits,
                          ddds_event_fn *fire, void *context)
{
    struct event *event = calloc(1, sizeof *event);
    if (event == NULL || !ddds_timers_reserve(&loop->timers)) {
        free(event);
        return NULL;
    }
    event->base = (struct ub_event){UB_EVENT_MAGIC, &loop->event_methods};
    event->loop = loop;
    event->timer.fire = expire;
    event->descriptor = descriptor;
    event->bits = bits;
    event->fire = fire;
    event->context = context;
    event->next = loop->events;
    if (event->next != NULL) {
        event->next->previous = event;
    }
    loop->events = event;
    return event;
}

struct ub_event *ddds_event_new(struct event_loop *loop, int descriptor,
                                ddds_event_fn *fire, void *context)
{
    struct event *event = make(loop, descriptor, UB_EV_PERSIST, fire, context);
    return event != NULL ? &event->base : NULL;
}

bool ddds_event_watch(struct ub_event *base, short bits)
{
    struct event *event = event_of(base);
    if (event->is_watched && bits == (event->bits & READY_BITS)) {
        return true;
    }
    event->bits = (short)(UB_EV_PERSIST | EVENT_CLOSED | bits);
    return watch(event);
}

void ddds_event_free(struct ub_event *base)
{
    struct event *event = event_of(base);
    stop(event);
    *(event->previous != NULL ? &event->previous->next : &event->loop->events) =
        event->next;
    if (event->next != NULL) {
        event->next->previous = event->previous;
    }
    ddds_timers_release(&event->loop->timers);
    free(event);
}

/* ---- Methods of libunbound's events -------------------------------------- */

static struct ub_event *new_event(struct ub_event_base *base, int descriptor,
                                  short bits, void (*fire)(int, short, void *),
                                  void *context)
{
    struct event *event = make(loop_of(base), descriptor, bits, fire, context);
    return event != NULL ? &event->base : NULL;
}

static void add_bits(struct ub_event *base, short bits)
{
    event_of(base)->bits = (short)(event_of(base)->bits | bits);
}

static void remove_bits(struct ub_event *base, short bits)
{
    event_of(base)->bits = (short)(event_of(base)->bits & ~bits);
}

static void set_descriptor(struct ub_event *base, int descriptor)
{
    event_of(base)->descriptor = descriptor;
}

static int add(struct ub_event *base, struct timeval *time)
{
    struct event *event = event_of(base);
    bool is_ready_wanted =
        event->descriptor >= 0 && (event->bits & READY_BITS) != 0;
    if (is_ready_wanted && !watch(event)) {
        return -1;
    }
    if (time != NULL) {
        limit(event, span_of(time));
    } else {
        event->span = 0;
    }
    return 0;
}

/* The descriptor is closed next, or replaced. */
static int delete (struct ub_event *base)
{
    stop(event_of(base));
    return 0;
}

static int add_timer(struct ub_event *base, struct ub_event_base *loop,
                     void (*fire)(int, short, void *), void *context,
                     struct timeval *time)
{
    struct event *event = event_of(base);
    (void)loop;
    event->fire = fire;
    event->context = context;
    limit(event, span_of(time));
    return 0;
}

/* ---- Event loop ---------------------------------------------------------- */

/* libunbound frees the caller's event base if it runs out of memory at the
 * start, although its header says that it does not. */
static void keep_loop(struct ub_event_base *base)
{
    (void)base;
}

bool ddds_event_loop_begin(struct event_loop *loop)
{
    /* libunbound calls no other methods */
    loop->methods = (struct ub_event_base_vmt){
        .free = keep_loop,
        .new_event = new_event,
    };
    loop->event_methods = (struct ub_event_vmt){
        .add_bits = add_bits,
        .del_bits = remove_bits,
        .set_fd = set_descriptor,
        .free = ddds_event_free,
        .add = add,
        .del = delete,
        .add_timer = add_timer,
        .del_timer = delete,
    };
    loop->base = (struct ub_event_base){UB_EVENT_MAGIC, &loop->methods};
    loop->descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (loop->descriptor < 0) {
        return false;
    }
    ddds_process_enter(&loop->process);
    return true;
}

void ddds_event_loop_end(struct event_loop *loop)
{
    if (loop->descriptor >= 0) {
        close(loop->descriptor);
        ddds_process_leave(&loop->process);
    }
    ddds_timers_free(&loop->timers);
}

bool ddds_event_loop_is_inherited(struct event_loop *loop)
{
    loop->is_inherited |= ddds_process_changed(&loop->process);
    return loop->is_inherited;
}

bool ddds_event_loop_has(const struct event_loop *loop,
                         const struct sockaddr_in *address)
{
    bool is_found = false;
    for (const struct event *event = loop->events; event != NULL && !is_found;
         event = event->next) {
        struct sockaddr_in own = {.sin_family = AF_UNSPEC};
        socklen_t size = sizeof own;
        is_found = event->is_watched &&
                   getsockname(event->descriptor, (struct sockaddr *)&own,
                               &size) == 0 &&
                   own.sin_family == AF_INET &&
                   own.sin_port == address->sin_port &&
                   own.sin_addr.s_addr == address->sin_addr.s_addr;
    }
    return is_found;
}

static void fire_ready(struct epoll_event *ready)
{
    struct event *event = ready->data.ptr;
    if (event == NULL) {
        return;
    }
    bool is_closed = (ready->events & (EPOLLERR | EPOLLHUP)) != 0;
    int bits = ((ready->events & EPOLLIN) != 0 ? UB_EV_READ : 0) |
               ((ready->events & EPOLLOUT) != 0 ? UB_EV_WRITE : 0) |
               (is_closed ? READY_BITS | EVENT_CLOSED : 0);
    ready->data.ptr = NULL;
    if ((event->bits & UB_EV_PERSIST) == 0) {
        stop(event);
    } else if (event->span != 0 && event->timer.place != 0) {
        limit(event, event->span);
    }
    event->fire(event->descriptor, (short)(bits & event->bits), event->context);
}

/* Timers that are set meanwhile wait for the next round. */
static void fire_due(struct event_loop *loop)
{
    uint64_t now = ddds_clock_microseconds();
    struct timer *timer;
    while ((timer = ddds_timers_take(&loop->timers, now)) != NULL) {
        timer->fire(timer);
    }
}

void ddds_event_loop_run(struct event_loop *loop, int timeout)
{
    int count =
        epoll_wait(loop->descriptor, loop->ready, EVENTS_AT_ONCE, timeout);
    loop->ready_count = count > 0 ? count : 0;
    for (int i = 0; i < loop->ready_count; i++) {
        fire_ready(&loop->ready[i]);
    }
    loop->ready_count = 0;
    fire_due(loop);
}
