/* Channels: each is a handle of c-ares for one server, with its sockets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_CHANNEL_H
#define DB_DNS_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sys/select.h>

/* Newer versions deprecate functions that are the only choice in older
 * versions. */
#define CARES_NO_DEPRECATED
#include <ares.h>

#include "db/dns/cares.h"
#include "db/dns/tap.h"

struct channel {
    struct socket_owner owner;
    ares_channel handle;
    struct cares *cares;
    struct route *route;
    unsigned in_flight; /* queries, over UDP and TCP */
    bool was_tcp;       /* the last message was received over TCP */
    int failure;        /* errno of the last socket that could not be opened; 0:
                           none */
    bool is_connected;  /* a query was sent over the TCP connection */
    unsigned answers;   /* to queries over the TCP connection */
    bool is_breaking;   /* it broke: all queries of the channel end */
    unsigned broken;    /* number of the stream that broke last; 0: none did */
    bool was_shared;    /* it had answered, or had several queries */
    struct tap tap;
};

struct attempt;

struct route {
    const struct ddds_dns_server *server;
    unsigned in_flight;
    unsigned window; /* queries that may be in flight on a TCP connection */
    size_t count;
    struct channel *channels[LIMIT_CHANNELS];
    struct attempt *first; /* queue of tries that wait to be sent */
    struct attempt **last;
};

/* Data that all channels of one transport share. */
struct cares {
    struct cares_options options;
    const struct ddds_dns_servers *servers;
    struct sockets *sockets;
    struct numbers *numbers;
    struct route routes[LIMIT_NAME_SERVERS];
    size_t in_flight;
    bool is_closing;
    bool reads_ahead;    /* this version of c-ares reads ahead from streams */
    uint64_t next_timer; /* when c-ares must be called; 0: never */
};

/* Return a channel for the next query of |route|, chosen at random; open
 * another if all are busy. NULL if memory cannot be allocated, or if the route
 * has channels but no random number is available. */
struct channel *ddds_channel_pick(struct cares *cares, struct route *route);

#endif
