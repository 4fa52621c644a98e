/* The UDP sockets of each name server.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_UDP_SOCKET_H
#define DB_DNS_UDP_SOCKET_H

#include "base/limits.h"
#include "db/dns/numbers.h"
#include "db/dns/round_trip.h"
#include "db/dns/server_address.h"
#include "db/dns/sockets.h"
#include "db/dns/udp_tries.h"

/* Sockets of a server: the active ones, and retired sockets that still wait for
 * answers. Enough for two thousand queries in flight without overuse of a
 * port. */
enum { UDP_SOCKETS = 4 * LIMIT_CHANNELS };

/* From linux/udp.h; missing in headers of older C libraries. */
#ifndef SOL_UDP
#define SOL_UDP 17
#endif
#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

struct udp_socket {
    struct socket_owner owner; /* must be the first member */
    struct udp_server *server;
    int descriptor; /* connected to the server; -1: none */
    unsigned uses;
    uint64_t opened; /* clock time in microseconds */
    bool is_watched;
    bool is_blocked; /* waits until it can be written */
    bool is_retired; /* gets no more queries */
    struct udp_queue queue;
};

struct udp;

struct udp_server {
    struct udp *udp; /* owner */
    const struct ddds_dns_server *address;
    size_t index;
    struct sockets *watched;
    size_t in_flight;
    struct round_trip trip;
    bool was_opened;  /* a socket was opened at least once */
    bool can_segment; /* the system supports GSO to it */
    uint64_t refused; /* clock time of the last failure to open a socket; 0:
                         none */
    size_t active_count;
    struct udp_socket *active[LIMIT_CHANNELS];
    struct udp_socket sockets[UDP_SOCKETS];
};

/* Create the sockets of the server with the index |index|, all closed.
 * |process| reads and writes them for |udp|. NULL: no memory. */
struct udp_server *ddds_udp_server_new(const struct ddds_dns_servers *servers,
                                       size_t index, struct sockets *watched,
                                       ddds_socket_fn *process,
                                       struct udp *udp);

/* Close the sockets of |server|, which may be NULL, and free it and the queued
 * tries. */
void ddds_udp_server_free(struct udp_server *server);

/* Return a socket for the next query, at the clock time |now|: an open socket,
 * chosen at random, or a new socket if these are busy or old. NULL on failure,
 * with the reason in |failure|. */
struct udp_socket *ddds_udp_socket_pick(struct udp_server *server,
                                        struct numbers *numbers, uint64_t now,
                                        struct exchange *failure);

/* Watch |socket| for answers and, if it is blocked, until it can be written. */
void ddds_udp_socket_watch(struct udp_socket *socket);

/* Return the clock time of the next timer of |server|, which may be NULL: a try
 * ends, |limit| microseconds after it was sent, or is to be repeated.
 * UINT64_MAX if none is set. */
uint64_t ddds_udp_server_due(const struct udp_server *server, uint64_t limit);

/* Return the first try of |socket| that has reached its limit at the clock time
 * |now|; NULL if none has. */
struct udp_try *ddds_udp_socket_ended(const struct udp_socket *socket,
                                      uint64_t limit, uint64_t now);

/* Return a try of |socket| to be repeated at the clock time |now|, once for
 * each repetition; NULL if none is due. */
struct udp_try *ddds_udp_socket_overdue(struct udp_socket *socket,
                                        uint64_t now);

/* A try of |socket| has ended: close the socket if it is retired and idle. With
 * nothing in flight no socket of the server is watched. */
void ddds_udp_socket_rest(struct udp_socket *socket);

#endif
