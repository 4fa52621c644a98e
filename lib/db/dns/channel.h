/* Channels: c-ares' handles, each with one server, their sockets, and what all
 * channels of one transport share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_CHANNEL_H
#define DB_DNS_CHANNEL_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sys/select.h>

/* What both kinds of version have is called deprecated by the newer one. */
#define CARES_NO_DEPRECATED
#include <ares.h>

#include "base/process.h"
#include "db/dns/tap.h"
#include "db/dns/transport.h"

/* Random numbers fetched at a time. */
enum { NUMBERS = 64 };

struct channel {
    ares_channel handle;
    struct transport *transport;
    bool was_tcp; /* what was received last */
    struct tap tap;
};

struct route {
    const struct server *server;
    unsigned in_flight;
    size_t count;
    struct channel *channels[LIMIT_CHANNELS];
};

struct transport {
    struct transport_options options;
    struct servers servers;
    struct route routes[LIMIT_NAME_SERVERS];
    size_t in_flight;
    bool is_closing;
    struct process process;
    bool is_inherited;    /* by a child of a fork */
    bool refuses_answers; /* this version of c-ares does */
    uint64_t next_timer;  /* when c-ares may have something to do; 0: never */

    /* Sockets and whose they are, side by side. |ready| has as much room. */
    struct pollfd *sockets;
    struct channel **owners;
    struct pollfd *ready;
    size_t socket_count;
    size_t socket_size;
    size_t channel_count;

    uint16_t numbers[NUMBERS];
    size_t number_count;

    struct try *spare; /* to be used again */
};

/* Is this the child of a fork, to which nothing here belongs? */
bool ddds_channel_is_inherited(struct transport *transport);

/* The index of |descriptor| in |transport->sockets|; their number if it is not
 * one of them. */
size_t ddds_channel_find_socket(const struct transport *transport,
                                int descriptor);

/* The channel that the next query of |route| takes: any of those there are,
 * and another one if they are busy. NULL if there is none. */
struct channel *ddds_channel_pick(struct transport *transport,
                                  struct route *route);

#endif
