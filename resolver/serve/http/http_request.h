/* HTTP requests.
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

/* Memory of a connection: the longest head, with libmicrohttpd's allocations
 * for it, and the head of an answer. All is allocated at the first request. */
enum { ANSWER_MEMORY = 1280, CONNECTION_MEMORY = LONGEST_HEAD + ANSWER_MEMORY };

/* Longer methods are shown with an ellipsis. */
enum { METHOD_SIZE = 32 };

struct request {
    struct server *server;
    struct MHD_Connection *connection;
    struct client *client;
    struct sender sender;
    uint64_t began;         /* monotonic microseconds */
    char *line;             /* the target, for the log */
    char *text;             /* a copy, split by ask_read() */
    const char *method;     /* static storage; NULL: unknown method */
    char sent[METHOD_SIZE]; /* the method, for the log */
    char minor;             /* the last digit of the version; '\0': not read */
    struct ask ask;
    char *body;
    size_t length;
    size_t size;
    struct answer answer;
    unsigned refusal; /* HTTP status if a limit was exceeded; or 0 */
    bool has_begun;
    bool is_started;
    bool is_answered;
    bool is_suspended;
    bool is_gone;                /* the client has closed the connection */
    bool is_last;                /* close the connection after the answer */
    unsigned status;             /* HTTP status of the answer; 0: not sent */
    ddds_resolution *resolution; /* in progress, or NULL */
    size_t held;                 /* octets accounted for the resolution */
    struct work *work;           /* in progress, or NULL */
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

/* End the request of a connection that ran out of memory, because libmicrohttpd
 * does not call request_end() for it. */
void request_notify(void *cls, struct MHD_Connection *connection,
                    void **context, enum MHD_ConnectionNotificationCode code);

/* End |request|, if it is suspended, because the server is stopping. */
void request_stop(struct request *request);

/* ---- Steps, each in its own file ---------------------------------------- */

/* http_pages.c: answer, and return true, if the path is the server's own. */
bool pages_answer(struct request *request);

/* http_reply.c: answer |request| with a problem document. */
void reply_problem(struct request *request, unsigned status, const char *code,
                   const char *detail);

/* http_reply.c: return the value of the condition |name|. NULL if it is
 * missing, or ignored for this method and answer (RFC 9110 section 13.2.1). */
const char *reply_condition(const struct request *request, const char *name);

/* http_reply.c: return true if the body of |request| has a content coding. */
bool reply_is_coded(const struct request *request);

/* http_reply.c: send the answer of |request|. */
enum MHD_Result reply_send(struct request *request);

#endif
