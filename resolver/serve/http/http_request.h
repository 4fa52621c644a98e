/* Requests: from the first octet to the answer.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_HTTP_REQUEST_H
#define SERVE_HTTP_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <microhttpd.h>

#include <ddds/resolve.h>

#include "serve/answer/answer.h"
#include "serve/http/clients.h"
#include "serve/http/routes.h"

struct work;

/* The octets of a target. RFC 9112 section 3 recommends 8000 for the request line;
 * what is longer can be sent with POST. */
enum { LONGEST_TARGET = 8192 };

struct request {
    struct loop *loop;
    struct MHD_Connection *connection;
    struct client *client;
    uint64_t began;     /* monotonic microseconds */
    char *line;         /* the target as it was sent, for the log */
    char *text;         /* the same, taken apart */
    const char *method; /* static storage; NULL: unknown */
    const char *wrong;  /* what is wrong with the parameters, or NULL */
    struct target target;
    struct ask ask;
    char *body;
    size_t length;
    size_t size;
    struct answer answer;
    bool has_begun;
    bool is_too_large;
    bool is_started;
    bool is_answered;
    bool is_suspended;
    bool is_last;    /* of its connection */
    unsigned status; /* that was sent; 0: none */
    ddds_resolution *resolution;
    struct zones *zones; /* that it uses; or NULL */
    struct work *work;   /* a process that works for it; or NULL */
};

/* Callbacks of libmicrohttpd; |cls| is the loop. */
void *request_new(void *cls, const char *target,
                  struct MHD_Connection *connection);
enum MHD_Result request_handle(void *cls, struct MHD_Connection *connection,
                               const char *url, const char *method,
                               const char *version, const char *data,
                               size_t *length, void **context);
void request_end(void *cls, struct MHD_Connection *connection, void **context,
                 enum MHD_RequestTerminationCode code);

/* The answer of |request| is complete: let it be sent. */
void request_answered(struct request *request);

/* Send the answer of |request|: serve/reply.c. */
enum MHD_Result reply_send(struct request *request);

#endif
