/* Connections: how many there are, of whom, and how long they may take.
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
    PHASE_READING, /* some octets have come, not yet the whole request */
    PHASE_WORKING,
    PHASE_WRITING,
};

/* One connection. */
struct client {
    struct relay relay;
    LIST_ENTRY(client) link;
    struct server *server;
    struct request *request; /* the present one, or NULL */
    /* Called after each event of the connection while |request| waits for
     * something else; or NULL. */
    void (*notice_end)(struct client *client);
    struct MHD_Connection *connection; /* NULL: before it begins, and after */
    enum phase phase;
    uint64_t since; /* monotonic milliseconds */
    struct sender own;
    bool has_ended;
    const struct forwarding *forwarding; /* a proxy's that counts; or NULL */
};

/* Find the sender of the request on |connection|, whose head has come: that of
 * the connection, or who a proxy that is trusted says. */
void clients_find_sender(const struct client *client,
                         struct MHD_Connection *connection,
                         struct sender *sender);

/* The client of a connection that has just begun. */
struct client *client_find(struct MHD_Connection *connection);

/* Begin the connection |descriptor| with |peer|, or close it if there are too
 * many. */
void clients_begin(struct server *server, int descriptor,
                   const union socket_address *peer);

/* Count a connection that was refused because of a limit, and report it: once a
 * second, |detail|. */
void clients_refused(struct server *server, const char *detail);

/* The client of |connection|. */
struct client *client_of(struct MHD_Connection *connection);

void client_enter(struct client *client, enum phase phase);

/* Close the connections of clients that are too slow, or that have sent all they
 * will; if the server is stopping, also of those that send no request for a
 * second. */
void clients_sweep(struct server *server);

/* Free the clients whose connections have ended, or all. */
void clients_reap(struct server *server);
void clients_close(struct server *server);

#endif
