/* TLS (RFC 7858) around the TCP connections of libunbound.
 *
 * Debian 12 builds libunbound without TLS, and no version says why a handshake
 * failed. So libunbound is given ports on loopback instead of the servers, and
 * connects to them over TCP. Each connection gets a tunnel to the server, once
 * the certificate of the server is found to be good.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_TUNNEL_H
#define VALIDATE_TUNNEL_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/types.h>

#include "base/limits.h"
#include "db/dns/server_address.h"
#include "validate/event_loop.h"

enum { TUNNEL_FAILURE_SIZE = 256 };

struct tunnels;

/* A server that is queried over TLS. */
struct tls_server {
    struct tunnels *tunnels;
    struct dns_server address;
    char name[LIMIT_NAME_SIZE];        /* in its certificate; "": its address */
    char failure[TUNNEL_FAILURE_SIZE]; /* of the last connection; "": none */
    struct dns_server entrance;        /* where libunbound connects to */
    int listener;
    struct ub_event *event; /* NULL: it does not listen yet */
};

struct tunnel;

struct tunnels {
    struct event_loop *loop;
    SSL_CTX *context;
    struct tls_server servers[LIMIT_NAME_SERVERS];
    size_t server_count;
    struct tunnel *first;
    int spare; /* a descriptor: to turn a connection away, one is needed */
};

/* Make the entrances of the tunnels to all servers. Fails with DDDS_NO_MEMORY, or
 * with DDDS_UNREADABLE if a socket cannot be made. */
ddds_status ddds_tunnels_begin(struct tunnels *tunnels, struct event_loop *loop,
                               struct ddds_error *error);

/* The failure of a server that could not be connected to since it last could;
 * NULL if all servers could be connected to. */
const char *ddds_tunnels_failure(const struct tunnels *tunnels);

/* Close all tunnels, and free what |tunnels| holds. All zero, it holds
 * nothing. */
void ddds_tunnels_end(struct tunnels *tunnels);

#endif
