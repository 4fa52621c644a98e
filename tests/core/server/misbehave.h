/* A name server that behaves as the name it is asked for says: badly.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVER_MISBEHAVE_H
#define SERVER_MISBEHAVE_H

#include <stdint.h>

#include <sys/types.h>

/* A server in a process of its own, on a free port of 127.0.0.1. */
struct misbehaving {
    pid_t process;
    uint16_t port;
};

/* Start one; the process ends if that cannot be. */
void misbehave_start(struct misbehaving *server);

/* The same, but it answers well whatever the name. */
void behave_start(struct misbehaving *server);

void misbehave_stop(struct misbehaving *server);

/* How many queries it has received. */
unsigned misbehave_count(const struct misbehaving *server);

/* The same after it has read all that was sent until now, over TCP, too. */
unsigned misbehave_settle(const struct misbehaving *server);

#endif
