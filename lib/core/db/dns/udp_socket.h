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

/* Sockets of one server: those in use, and those that only wait for answers.
 * Two thousand queries may be in flight before a port must serve more than it
 * should. */
enum { UDP_SOCKETS = 4 * LIMIT_CHANNELS };

/* Of linux/udp.h; older headers of the C library lack them. */
#ifndef SOL_UDP
#define SOL_UDP 17
#endif
#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

struct udp_socket {
    struct socket_owner owner; /* the first member */
    struct udp_server *server;
    int descriptor; /* connected to the server; -1: none */
    unsigned uses;
    uint64_t opened; /* clock time in microseconds */
    bool is_watched;
    bool is_blocked; /* until it can be written */
    bool is_retired; /* gets no more queries */
    struct udp_queue queue;
};

struct udp;

struct udp_server {
    struct udp *udp; /* whose server it is */
    const struct dns_server *address;
    size_t index;
    struct sockets *watched;
    size_t in_flight;
    struct round_trip trip;
    bool was_opened;  /* a socket was, at least once */
    bool can_segment; /* the system cuts messages for it into datagrams */
    uint64_t refused; /* clock time at which none could be opened; or 0 */
    size_t active_count;
    struct udp_socket *active[LIMIT_CHANNELS];
    struct udp_socket sockets[UDP_SOCKETS];
};

/* Make the sockets of the server with the index |index|, none open, which
 * |process| reads and writes for |udp|. NULL: no memory. */
struct udp_server *ddds_udp_server_new(const struct dns_servers *servers,
                                       size_t index, struct sockets *watched,
                                       ddds_socket_fn *process,
                                       struct udp *udp);

/* Close the sockets of |server| and free it, and the tries in their queues.
 * NULL is allowed. */
void ddds_udp_server_free(struct udp_server *server);

/* Return a socket for the next query, at the clock time |now|: one of those
 * that are open, chosen at random, or a new one if they are busy or have been
 * used for long. NULL on failure, with the reason. */
struct udp_socket *ddds_udp_socket_pick(struct udp_server *server,
                                        struct numbers *numbers, uint64_t now,
                                        struct exchange *failure);

/* Watch |socket| for answers, and for when it can be written if it is
 * blocked. */
void ddds_udp_socket_watch(struct udp_socket *socket);

/* Return the clock time at which a try of |server|, which may be NULL, ends,
 * |limit| microseconds after it was sent, or is to be sent again; UINT64_MAX if
 * there is none. */
uint64_t ddds_udp_server_due(const struct udp_server *server, uint64_t limit);

/* Return the first try of |socket| whose time is over at the clock time |now|;
 * NULL if there is none. */
struct udp_try *ddds_udp_socket_ended(const struct udp_socket *socket,
                                      uint64_t limit, uint64_t now);

/* Return a try of |socket| that is to be sent again, once for each time; NULL if
 * none is at the clock time |now|. */
struct udp_try *ddds_udp_socket_overdue(struct udp_socket *socket,
                                        uint64_t now);

/* A try of |socket| has ended. The socket is closed if it is not needed any
 * more. With nothing in flight no socket of the server is watched. */
void ddds_udp_socket_rest(struct udp_socket *socket);

#endif
