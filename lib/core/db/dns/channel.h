/* Channels: each is a handle of c-ares for one server, with its sockets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_CHANNEL_H
#define DB_DNS_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sys/select.h>

/* Newer versions deprecate functions that older versions need. */
#define CARES_NO_DEPRECATED
#include <ares.h>

#include "db/dns/cares.h"
#include "db/dns/tap.h"

struct channel {
    struct socket_owner owner;
    ares_channel handle;
    struct cares *cares;
    bool was_tcp; /* the last message came over TCP */
    int failure;  /* errno, if its last socket could not be opened here; or 0 */
    struct tap tap;
};

struct attempt;

struct route {
    const struct dns_server *server;
    unsigned in_flight;
    size_t count;
    struct channel *channels[LIMIT_CHANNELS];
    struct attempt *first; /* of those that wait to be sent, in their order */
    struct attempt **last;
};

/* Data that all channels of one transport share. */
struct cares {
    struct cares_options options;
    const struct dns_servers *servers;
    struct sockets *sockets;
    struct numbers *numbers;
    struct route routes[LIMIT_NAME_SERVERS];
    size_t in_flight;
    bool is_closing;
    bool reads_ahead;      /* this version of c-ares does, of streams */
    uint64_t next_timer;   /* when c-ares needs to be called; 0: never */
    struct attempt *spare; /* to be reused */
};

/* Return a channel for the next query of |route|, chosen at random; a new one
 * is made if the others are busy. NULL if there is none, because memory cannot
 * be allocated; or if there are some, but no random number. */
struct channel *ddds_channel_pick(struct cares *cares, struct route *route);

#endif
