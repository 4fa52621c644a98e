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

#include "serve/answer/http_answer.h"
#include "serve/http/clients.h"

/* Memory of a connection: the longest head, with what libmicrohttpd notes of
 * it, and that of an answer. All of it is in use after the first request. */
enum { ANSWER_MEMORY = 1280, CONNECTION_MEMORY = LONGEST_HEAD + ANSWER_MEMORY };

struct request {
    struct server *server;
    struct MHD_Connection *connection;
    struct client *client;
    struct sender sender;
    uint64_t began;     /* monotonic microseconds */
    char *line;         /* the target, for the log */
    char *text;         /* the same, taken apart */
    const char *method; /* static storage; NULL: unknown */
    struct ask ask;
    char *body;
    size_t length;
    size_t size;
    struct answer answer;
    unsigned refusal; /* a status if there is no room for the body; or 0 */
    bool has_begun;
    bool is_started;
    bool is_answered;
    bool is_suspended;
    bool is_gone;                /* the client has closed the connection */
    bool is_last;                /* of its connection */
    unsigned status;             /* that was sent; 0: none */
    ddds_resolution *resolution; /* that is in progress; or NULL */
    size_t held;                 /* octets taken for it */
    struct work *work;           /* that is done for it; or NULL */
};

/* Callbacks of libmicrohttpd; |cls| is the server. */
void *request_new(void *cls, const char *target,
                  struct MHD_Connection *connection);
enum MHD_Result request_handle(void *cls, struct MHD_Connection *connection,
                               const char *url, const char *method,
                               const char *version, const char *data,
                               size_t *length, void **context);
void request_end(void *cls, struct MHD_Connection *connection, void **context,
                 enum MHD_RequestTerminationCode code);

/* At the end of a connection whose memory was full end its request, because
 * libmicrohttpd does not. */
void request_notify(void *cls, struct MHD_Connection *connection,
                    void **context, enum MHD_ConnectionNotificationCode code);

/* End |request|, which waits for something, because the server is stopping. */
void request_stop(struct request *request);

/* ---- Steps, each in a file of its own ----------------------------------- */

/* http_pages.c: answer |request| if its path is about the server itself. */
bool pages_answer(struct request *request);

/* http_reply.c: answer |request| with a problem. */
void reply_problem(struct request *request, unsigned status, const char *code,
                   const char *detail);

/* http_reply.c: the condition |name| of |request|. Returns NULL if the client
 * sends none, or if a server ignores it for this method and this answer (RFC
 * 9110 section 13.2.1). */
const char *reply_condition(const struct request *request, const char *name);

/* http_reply.c: send the answer of |request|. */
enum MHD_Result reply_send(struct request *request);

#endif
