/* The way between a client and libmicrohttpd, which reads a socket of its own:
 * it gets heads that were judged as they arrived (http_head.h), and one request
 * after the other.
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
    void (*ready)(struct relay *relay); /* something can go on */
    int client;                         /* the socket of the client */
    int own;          /* our end of a pair; libmicrohttpd has the other */
    struct head head; /* of the present request */
    uint64_t left;    /* octets of its body that were not passed on */
    bool is_busy;     /* a request was passed on, and has no answer yet */
    bool is_last;     /* no further request is passed on */
    bool has_begun;   /* a part of a head has come */
    bool is_ending;   /* all that the client sends has come */
    bool has_ended;   /* and was read */
    bool is_gone;     /* nor does it read */
    bool is_probed;   /* whether it reads: if not, the next event says so */
    bool is_blocked;  /* an answer waits for the client to read */
    bool is_over;     /* nothing more comes from libmicrohttpd */
};

/* Begin to relay for the socket |client|; |ready| must call relay_run. Returns
 * the socket for libmicrohttpd, or -1 without descriptors: |client| stays open
 * then. */
int relay_open(struct relay *relay, struct watching *watching, int client,
               void (*ready)(struct relay *relay));
void relay_close(struct relay *relay);

/* Pass on all that has come, and can go on without waiting. A head that is
 * refused is passed on as a head without fields; |relay->head| says why. */
void relay_run(struct relay *relay);

/* The present request is answered: pass on the next. */
void relay_next(struct relay *relay);

/* Return whether the client still reads, while its request has no answer. One
 * that sends no more may have closed the connection. It gets an interim answer,
 * 100, which the system of a closed connection refuses with a reset; if it does
 * not understand those, because it is one of HTTP/1.0, it is taken as gone. */
bool relay_is_read(struct relay *relay, bool takes_interim);

#endif
