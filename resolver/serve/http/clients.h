/* Connections of clients: limits, addresses, timeouts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_CLIENTS_H
#define SERVE_HTTP_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <microhttpd.h>

#include "serve/http/relay.h"
#include "serve/http/server.h"

struct request;

enum phase {
    PHASE_WAITING, /* for a request */
    PHASE_READING, /* part of a request has arrived */
    PHASE_WORKING,
    PHASE_WRITING,
};

/* One connection. */
struct client {
    struct relay relay;
    LIST_ENTRY(client) link;
    struct server *server;
    struct request *request; /* in progress, or NULL */
    /* Called after connection events while |request| is suspended; or NULL. */
    void (*notice_end)(struct client *client);
    struct MHD_Connection *connection; /* NULL before its start and after its
                                          end */
    enum phase phase;
    uint64_t since; /* monotonic milliseconds */
    uint64_t heard; /* the last event; so is this */
    struct sender own;
    bool has_ended;
    const struct forwarding *forwarding; /* of a trusted proxy, or NULL */
};

/* Find the sender of the request on |connection|, whose head has been read: the
 * peer, or the client that a trusted proxy names. */
void clients_find_sender(const struct client *client,
                         struct MHD_Connection *connection,
                         struct sender *sender);

/* Return the client of a connection that has just started. */
struct client *client_find(struct MHD_Connection *connection);

/* Start the connection |descriptor|, or close it if |peer| has too many. */
void clients_begin(struct server *server, int descriptor,
                   const union socket_address *peer);

/* Count a connection refused because of a limit. Print |detail|, at most once a
 * second. */
void clients_refused(struct server *server, const char *detail);

struct client *client_of(struct MHD_Connection *connection);

void client_enter(struct client *client, enum phase phase);

/* Close connections that exceed the time limit of their phase; while the server
 * stops, also those whose client has sent nothing for a second. Continue those
 * whose client has ended the stream. */
void clients_sweep(struct server *server);

/* Free the clients whose connections have ended; clients_close() frees all. */
void clients_reap(struct server *server);
void clients_close(struct server *server);

#endif
