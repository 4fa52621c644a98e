/* TLS (RFC 7858) for the TCP connections of libunbound.
 *
 * Debian 12 builds libunbound without TLS, and no version reports why a
 * handshake failed. So libunbound is configured to use ports on loopback
 * instead of the servers, over TCP. Each connection gets a tunnel to the
 * server, after its certificate was verified.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_TUNNEL_H
#define VALIDATE_TUNNEL_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/types.h>

#include <ddds/database.h>

#include "base/limits.h"
#include "validate/event_loop.h"

enum { TUNNEL_FAILURE_SIZE = 256 };

struct tunnels;

/* A server that is queried over TLS. */
struct tls_server {
    struct tunnels *tunnels;
    struct ddds_dns_server address;
    char name[LIMIT_NAME_SIZE];        /* in its certificate; "": its address */
    char failure[TUNNEL_FAILURE_SIZE]; /* of the last connection, or "" */
    struct ddds_dns_server entrance;   /* local port for libunbound */
    int listener;
    struct ub_event *event; /* NULL: not yet listening */
};

struct tunnel;

struct tunnels {
    struct event_loop *loop;
    SSL_CTX *context;
    struct tls_server servers[LIMIT_NAME_SERVERS];
    size_t server_count;
    struct tunnel *first;
    int spare; /* descriptor that is released to reject a connection */
};

/* Open local ports for all servers. Fails with DDDS_NO_MEMORY, or with
 * DDDS_UNREADABLE if a socket cannot be opened. */
ddds_status ddds_tunnels_begin(struct tunnels *tunnels, struct event_loop *loop,
                               struct ddds_error *error);

/* Return the failure of a server's last connection, or NULL. */
const char *ddds_tunnels_failure(const struct tunnels *tunnels);

/* Close all tunnels, and free the memory of |tunnels|. */
void ddds_tunnels_end(struct tunnels *tunnels);

#endif
