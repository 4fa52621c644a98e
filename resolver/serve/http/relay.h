/* Relay between a client and libmicrohttpd, which reads a local socket. It gets
 * only heads that were checked (http_head.h), and requests one by one.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_RELAY_H
#define SERVE_HTTP_RELAY_H

#include <stdbool.h>
#include <stdint.h>

#include "serve/http/http_head.h"
#include "serve/http/watching.h"

struct relay {
    struct watched outer; /* events of |client| */
    struct watched inner; /* events of |own| */
    struct watching *watching;
    void (*ready)(struct relay *relay); /* called when the relay can continue */
    int client;                         /* the socket of the client */
    int own;          /* this end of a socket pair with libmicrohttpd */
    struct head head; /* of the present request */
    uint64_t left;    /* octets of its body not yet passed on */
    bool is_busy;     /* a request was passed on and is not yet answered */
    bool is_last;     /* do not pass on further requests */
    bool is_replaced; /* the request line was invalid, and is not that sent */
    bool has_begun;   /* part of a head has arrived */
    bool is_ending;   /* the client has ended the stream */
    bool has_ended;   /* the whole stream was read */
    bool is_gone;     /* the client does not read any more */
    bool is_probed;   /* an interim answer was sent to find out if it reads */
    bool is_blocked;  /* an answer waits until the client reads */
    bool is_over;     /* libmicrohttpd has closed its end */
};

/* Open a relay for the socket |client|. |ready| must call relay_run(). Return
 * the socket for libmicrohttpd; -1, with |client| open, without descriptors. */
int relay_open(struct relay *relay, struct watching *watching, int client,
               void (*ready)(struct relay *relay));
void relay_close(struct relay *relay);

/* Pass on all octets that can be passed without waiting. A refused head is
 * replaced by a head without fields; |relay->head| has the reason. */
void relay_run(struct relay *relay);

/* The present request is answered; pass on the next. */
void relay_next(struct relay *relay);

/* Return true if the client still reads while its request is pending. A client
 * that has ended its stream may have closed the connection. Probe it with the
 * interim status 100: a closed connection responds with a reset. HTTP/1.0 has
 * no interim answers, so without |takes_interim| the client counts as gone. */
bool relay_is_read(struct relay *relay, bool takes_interim);

#endif
