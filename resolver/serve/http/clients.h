/* Connections: how many there are, of whom, and how long they may take.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_CLIENTS_H
#define SERVE_HTTP_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <microhttpd.h>

#include "serve/http/server.h"

struct request;

enum phase {
    PHASE_WAITING, /* for a request */
    PHASE_READING, /* the request line has come, not yet the whole request */
    PHASE_WORKING,
    PHASE_WRITING,
};

/* One connection. */
struct client {
    LIST_ENTRY(client) link;
    struct server *server;
    struct request *request; /* the present one, or NULL */
    int descriptor;
    enum phase phase;
    uint64_t since; /* monotonic milliseconds */
    struct sender own;
    bool is_refused;                     /* client_turn_away was called */
    bool has_asked;                      /* a request line has come */
    bool is_slow;                        /* it is disconnected for that */
    const struct forwarding *forwarding; /* a proxy's that counts; or NULL */
};

/* Find the sender of the request on |connection|, whose head has come: that of
 * the connection, or who a proxy that is trusted says. */
void clients_find_sender(const struct client *client,
                         struct MHD_Connection *connection,
                         struct sender *sender);

/* What libmicrohttpd calls when a connection begins or ends; |cls| is the
 * server. */
void clients_notify(void *cls, struct MHD_Connection *connection,
                    void **context, enum MHD_ConnectionNotificationCode code);

/* Count a connection that was refused because of a limit, and report it: once a
 * second, |detail|. */
void clients_refused(struct server *server, const char *detail);

/* The client of |connection|. */
struct client *client_of(struct MHD_Connection *connection);

void client_enter(struct client *client, enum phase phase);

/* Answer with |status|, such as "400 Bad Request", without waiting and past
 * libmicrohttpd, which then finds the end of the stream and closes the
 * connection. Returns the octets of the answer's content. */
size_t client_turn_away(struct client *client, const char *status,
                        const char *code, const char *detail);

/* Close the connections of clients that are too slow, or that have sent all they
 * will; if the server is stopping, also of those that send no request for a
 * second. */
void clients_sweep(struct server *server);

#endif
