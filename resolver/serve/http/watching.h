/* Descriptors of the event loop: a wrapper of epoll.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_WATCHING_H
#define SERVE_HTTP_WATCHING_H

#include <stdbool.h>

/* First member of every watched object. |ready| gets the events of epoll; if it
 * is NULL, events only end the wait. */
struct watched {
    void (*ready)(struct watched *watched, unsigned events);
};

struct watching {
    int epoll;
    /* Called for descriptors without a watched object. */
    void (*ready)(void *context, int descriptor, unsigned events);
    void *context;
};

/* Return false, with errno, on failure. Close with watching_close(). */
bool watching_open(struct watching *watching);
void watching_close(struct watching *watching);

/* Watch |descriptor| for the |events| of epoll; if |watched| is NULL,
 * |watching->ready| is called. False on failure. */
bool watching_add(struct watching *watching, int descriptor, unsigned events,
                  struct watched *watched);
void watching_remove(struct watching *watching, int descriptor);

/* Wait for at most |milliseconds|, and handle the events. */
void watching_wait(struct watching *watching, int milliseconds);

#endif
