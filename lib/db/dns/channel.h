/* Channels: each is a handle of c-ares for one server, with its sockets. Here
 * also is what all channels of one transport share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_CHANNEL_H
#define DB_DNS_CHANNEL_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sys/select.h>

/* Newer versions deprecate functions that older versions need. */
#define CARES_NO_DEPRECATED
#include <ares.h>

#include "base/process.h"
#include "db/dns/tap.h"
#include "db/dns/transport.h"

/* Random numbers fetched at a time. */
enum { NUMBERS = 64 };

struct channel {
    ares_channel handle;
    struct dns_transport *transport;
    bool was_tcp; /* the last message came over TCP */
    struct tap tap;
};

struct route {
    const struct dns_server *server;
    unsigned in_flight;
    size_t count;
    struct channel *channels[LIMIT_CHANNELS];
};

struct dns_transport {
    struct transport_options options;
    struct dns_servers servers;
    struct route routes[LIMIT_NAME_SERVERS];
    size_t in_flight;
    bool is_closing;
    struct process process;
    bool is_inherited;    /* by the child of a fork */
    bool refuses_answers; /* this version of c-ares does */
    uint64_t next_timer;  /* when c-ares needs to be called; 0: never */

    /* Sockets and their channels, in parallel arrays; |ready| has the same
     * size. */
    struct pollfd *sockets;
    struct channel **owners;
    struct pollfd *ready;
    size_t socket_count;
    size_t socket_size;
    size_t channel_count;

    uint16_t numbers[NUMBERS];
    size_t number_count;

    struct attempt *spare; /* to be reused */
};

/* Is this process the child of a fork? It must not use the parent's sockets. */
bool ddds_channel_is_inherited(struct dns_transport *transport);

/* Return the index of |descriptor| in |transport->sockets|, or their number if
 * it is not among them. */
size_t ddds_channel_find_socket(const struct dns_transport *transport,
                                int descriptor);

/* Return a channel for the next query of |route|, chosen at random; a new one
 * is made if the others are busy. NULL if none can be made. */
struct channel *ddds_channel_pick(struct dns_transport *transport,
                                  struct route *route);

#endif
