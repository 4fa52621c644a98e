/* Descriptors that the loop waits for: one epoll.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_WATCHING_H
#define SERVE_HTTP_WATCHING_H

#include <stdbool.h>

/* Everything that is watched begins with this. |ready| gets the events of epoll;
 * if it is NULL, they only end the wait. */
struct watched {
    void (*ready)(struct watched *watched, unsigned events);
};

struct watching {
    int epoll;
    /* Called for descriptors without a struct of their own. */
    void (*ready)(void *context, int descriptor, unsigned events);
    void *context;
};

/* False if that fails: errno says why. Close it with watching_close. */
bool watching_open(struct watching *watching);
void watching_close(struct watching *watching);

/* Wait for |events| of epoll at |descriptor|; if |watched| is NULL,
 * |watching->ready| is called. False if that fails. */
bool watching_add(struct watching *watching, int descriptor, unsigned events,
                  struct watched *watched);
void watching_remove(struct watching *watching, int descriptor);

/* Wait for |milliseconds| at most, and handle what is ready. */
void watching_wait(struct watching *watching, int milliseconds);

#endif
