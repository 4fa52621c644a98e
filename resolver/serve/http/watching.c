/* SPDX-License-Identifier: MIT */
#include "serve/http/watching.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { EVENTS = 64 };

/* Marks event data that hold a descriptor instead of a pointer. */
static const uint64_t number_mark = (uint64_t)1 << 63;

bool watching_open(struct watching *watching)
{
    watching->epoll = epoll_create1(EPOLL_CLOEXEC);
    return watching->epoll >= 0;
}

void watching_close(struct watching *watching)
{
    if (watching->epoll >= 0) {
        close(watching->epoll);
    }
    watching->epoll = -1;
}

bool watching_add(struct watching *watching, int descriptor, unsigned events,
                  struct watched *watched)
{
    struct epoll_event event = {.events = events};
    if (watched != NULL) {
        event.data.ptr = watched;
    } else {
        event.data.u64 = number_mark | (uint64_t)descriptor;
    }
    return epoll_ctl(watching->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 ||
           (errno == EEXIST &&
            epoll_ctl(watching->epoll, EPOLL_CTL_MOD, descriptor, &event) == 0);
}

void watching_remove(struct watching *watching, int descriptor)
{
    (void)epoll_ctl(watching->epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

void watching_wait(struct watching *watching, int milliseconds)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(watching->epoll, events, EVENTS, milliseconds);
    for (int i = 0; i < count; i++) {
        const struct epoll_event *event = &events[i];
        if ((event->data.u64 & number_mark) != 0) {
            watching->ready(watching->context,
                            (int)(event->data.u64 & ~number_mark),
                            event->events);
        } else {
            struct watched *watched = event->data.ptr;
            if (watched->ready != NULL) {
                watched->ready(watched, event->events);
            }
        }
    }
}
