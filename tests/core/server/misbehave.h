/* A name server with faults, which the queried name selects.
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

/* Start a server; end the process on failure. */
void misbehave_start(struct misbehaving *server);

/* The same, but it answers well whatever the name. */
void behave_start(struct misbehaving *server);

void misbehave_stop(struct misbehaving *server);

/* Return the number of queries that it has received. */
unsigned misbehave_count(const struct misbehaving *server);

/* The same after it has read all that was sent until now, over TCP, too. */
unsigned misbehave_settle(const struct misbehaving *server);

#endif
