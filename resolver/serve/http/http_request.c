/* Requests: from the first octet to the answer.
 *
 * libmicrohttpd calls request_new with the target, request_handle once with the
 * header, with each piece of the body and at its end, and again when a request
 * goes on that was suspended, and request_end.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/http_request.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include <ddds/ddds.h>

#include "serve/http/access_log.h"
#include "serve/http/checks.h"
#include "serve/http/http_head.h"
#include "serve/http/http_pages.h"
#include "serve/answer/resolved.h"
#include "serve/http/work.h"

/* Resolutions of one thread at a time; what comes on top is turned away, before
 * all of them are slow. */
enum { MOST_RESOLVING = 4096 };

static uint64_t read_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* libmicrohttpd looks for parameters in each target, and keeps each in the
 * memory of the connection. When that is full, it closes the connection without
 * an answer. */
static void check_count(struct request *request)
{
    enum { MOST = 128 };
    size_t count = 0;
    const char *at = strchr(request->line, '?');
    for (; at != NULL && count <= MOST; at = strchr(at + 1, '&')) {
        count++;
    }
    if (count > MOST) {
        request->status = 400;
        client_turn_away(request->client, "400 Bad Request", "BAD_REQUEST",
                         "there are too many parameters");
    }
}

void *request_new(void *cls, const char *target,
                  struct MHD_Connection *connection)
{
    struct request *request = malloc(sizeof *request);
    *request = (struct request){.server = cls,
                                .connection = connection,
                                .client = client_of(connection),
                                .began = read_microseconds(),
                                .received = target,
                                .line = strdup(target)};
    request->sender = request->client->own;
    answer_begin(&request->answer);
    client_enter(request->client, PHASE_READING);
    request->client->request = request;
    request->client->has_asked = true;
    request->server->metrics.in_flight++;
    check_count(request);
    return request;
}

/* Free what only the making of the answer needs. */
static void end_resolution(struct request *request)
{
    if (request->resolution != NULL &&
        ddds_resolution_result(request->resolution) == NULL) {
        request->server->resolving--;
    }
    ddds_resolution_free(request->resolution);
    zones_release(request->zones);
    request->resolution = NULL;
    request->zones = NULL;
}

void request_end(void *cls, struct MHD_Connection *connection, void **context,
                 enum MHD_RequestTerminationCode code)
{
    struct request *request = *context;
    struct server *server = cls;
    (void)connection;
    (void)code;
    if (request == NULL) {
        return;
    }
    uint64_t took = read_microseconds() - request->began;
    metrics_request(&server->metrics, request->ask.route, request->status,
                    took);
    server->metrics.in_flight--;
    access_log_write(server->log, request, took);
    client_enter(request->client, PHASE_WAITING);
    request->client->request = NULL;
    work_abandon(request->work);
    end_resolution(request);
    shares_give(&server->shares, request->sender.holder, request->taken);
    parameters_clear(&request->ask.parameters);
    answer_clear(&request->answer);
    free(request->line);
    free(request->text);
    free(request->body);
    free(request);
    *context = NULL;
}

void request_notify(void *cls, struct MHD_Connection *connection,
                    void **context, enum MHD_ConnectionNotificationCode code)
{
    struct client *client = *context;
    bool is_end = code == MHD_CONNECTION_NOTIFY_CLOSED && client != NULL;
    void *request = is_end ? client->request : NULL;
    if (request != NULL) {
        if (!client->is_refused) {
            clients_refused(cls, "connections are closed: a request needs more "
                                 "memory than there is for one");
        }
        request_end(cls, connection, &request,
                    MHD_REQUEST_TERMINATED_WITH_ERROR);
    }
    clients_notify(cls, connection, context, code);
}

/* The answer is complete: let it be sent. */
static void answered(struct request *request)
{
    request->is_answered = true;
    if (request->is_suspended) {
        request->is_suspended = false;
        MHD_resume_connection(request->connection);
    }
}

/* Take |octets| of the client's share. 0, or the status of the refusal. */
static unsigned take(struct request *request, size_t octets)
{
    unsigned status =
        shares_take(&request->server->shares, request->sender.holder,
                    request->sender.is_exempt, octets);
    request->taken += status == 0 ? octets : 0;
    return status;
}

/* ---- Reading ------------------------------------------------------------ */

static const char *header(const struct request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND,
                                       name);
}

static const char *known_method(const char *method)
{
    static const char *const known[] = {"GET", "HEAD", "POST", "OPTIONS"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(method, known[i]) == 0) {
            return known[i];
        }
    }
    return NULL;
}

/* Is |method|, which may be NULL, one of those of the route? */
static bool is_allowed(const struct request *request)
{
    const char *at = route_methods(request->ask.route);
    size_t length = request->method != NULL ? strlen(request->method) : 0;
    while (length > 0 && at != NULL) {
        at += strspn(at, ", ");
        if (strncmp(at, request->method, length) == 0 &&
            (at[length] == ',' || at[length] == '\0')) {
            return true;
        }
        at = strchr(at, ',');
    }
    return false;
}

/* Find out what the client wants to read. */
static void negotiate(struct request *request)
{
    const char *accept = header(request, "Accept");
    const char *format = parameters_get(&request->ask.parameters, "format");
    size_t count;
    struct ask *ask = &request->ask;
    const enum media *offered = route_media(ask->route, &count);
    enum media found = format != NULL ? media_find(format) : MEDIA_NONE;
    ask->media = media_choose(accept, offered, count);
    /* What the client accepts is what it is sent to. */
    if (ask->media == MEDIA_NONE &&
        (ask->route == ROUTE_LINK || ask->route == ROUTE_THTTP)) {
        ask->media = offered[0];
    }
    for (size_t i = 0; i < count && format != NULL; i++) {
        ask->media = offered[i] == found ? found : ask->media;
    }
    ask->wants_text = media_wants_text(accept);
    ask->prefers_json = media_quality(accept, "application/json") >
                        media_quality(accept, "text/html");
}

/* Refuse what does not fit into a share: |status| is 429 or 503. */
static void refuse_share(struct request *request, unsigned status)
{
    request->ask.media = MEDIA_JSON; /* a page would repeat what was sent */
    request->answer.retry_after = 1;
    reply_problem(
        request, status, "LIMIT",
        status == 429
            ? "requests and answers of this client fill its share of memory"
            : "requests and answers that wait fill the memory for them");
}

static void refuse_head(struct request *request, unsigned status,
                        const char *detail)
{
    reply_problem(request, status, "BAD_REQUEST", detail);
    request->is_last = true;
}

/* The request must name one host, and one of ours. The host of the target
 * counts before the field (RFC 9112 section 3.2.2). HTTP/1.0 has no field. */
static void check_host(struct request *request, const struct head *head)
{
    const struct target *target = &request->target;
    bool is_absolute = target->authority != NULL;
    const char *host = is_absolute ? target->authority : head->host;
    if (head->hosts > 1 || (head->hosts == 0 && !request->ask.is_http10)) {
        refuse_head(request, 400, "the field Host must come once");
        return;
    }
    if (host == NULL) {
        return;
    }
    switch (
        hosts_judge(&request->server->hosts, host,
                    is_absolute ? target->authority_length : strlen(host))) {
    case HOST_INVALID:
        refuse_head(request, 400, "the host is invalid");
        break;
    case HOST_OTHER:
        reply_problem(
            request, 421, "OTHER_HOST",
            "the request is for another host; whoever runs the server can "
            "allow its name");
        break;
    case HOST_OWN:
        break;
    }
}

/* Check what a proxy in front of the server might read in another way. */
static void check_head(struct request *request, const char *method,
                       const char *version)
{
    unsigned status;
    struct head head = {.method = method,
                        .target = request->line,
                        .received = request->received,
                        .version = version};
    const char *wrong = head_read(&head, request->connection, &status);
    request->memory = head.memory;
    if (wrong != NULL) {
        refuse_head(request, status, wrong);
    } else {
        check_host(request, &head);
    }
}

/* Read the header. What is wrong is answered at once. */
static void begin(struct request *request, const char *method,
                  const char *version)
{
    struct ask *ask = &request->ask;
    const char *length = header(request, "Content-Length");
    size_t copies = 3 * strlen(request->line); /* with those of parameters */
    request->has_begun = true;
    clients_find_sender(request->client, request->connection, &request->sender);
    request->text = strdup(request->line);
    request->method = known_method(method);
    target_read(&request->target, request->text);
    ask->route = request->target.route;
    ask->input = request->target.input;
    ask->service = request->target.service;
    ask->is_http10 = strcmp(version, "HTTP/1.0") == 0;
    request->wrong = parameters_read(&ask->parameters, request->target.query,
                                     strlen(request->target.query));
    negotiate(request);
    check_head(request, method, version);
    if (request->is_answered) {
        return;
    }
    if (strlen(request->line) > LONGEST_TARGET) {
        reply_problem(request, 414, "LIMIT",
                      "the target is longer than 8192 octets");
    } else if (length != NULL &&
               (strlen(length) > 10 || strtoull(length, NULL, 10) >
                                           request->server->limits.max_body)) {
        reply_problem(request, 413, "LIMIT", "the body is too large");
    } else if ((request->refusal = take(request, copies)) != 0) {
        refuse_share(request, request->refusal);
    }
}

/* Keep a piece of the body. */
static void keep_body(struct request *request, const char *data, size_t length)
{
    size_t most = request->server->limits.max_body;
    if (length > most - request->length) {
        request->refusal = 413;
    }
    if (request->length + length + 1 > request->size && request->refusal == 0) {
        size_t size = 2 * (request->length + length) + 1;
        request->refusal = take(request, size - request->size);
        if (request->refusal == 0) {
            char *larger = realloc(request->body, size);
            request->body = larger;
            request->size = size;
        }
    }
    if (request->refusal != 0) {
        return;
    }
    memcpy(request->body + request->length, data, length);
    request->length += length;
    request->body[request->length] = '\0';
}

static bool has_type(const char *given, const char *type)
{
    size_t length = strcspn(given, " \t;");
    return length == strlen(type) && strncasecmp(given, type, length) == 0;
}

/* A body is a form, or the text of a zone. False: it is neither. */
static bool read_body(struct request *request)
{
    static const char form[] = "application/x-www-form-urlencoded";
    struct ask *ask = &request->ask;
    const char *type = header(request, "Content-Type");
    if (request->length == 0) {
        return true;
    }
    if (type != NULL && has_type(type, form)) {
        const char *wrong =
            parameters_read(&ask->parameters, request->body, request->length);
        request->wrong = request->wrong != NULL ? request->wrong : wrong;
        ask->zone = parameters_get(&ask->parameters, "zone");
        ask->zone_length = ask->zone != NULL ? strlen(ask->zone) : 0;
        if (ask->zone_length == 0) {
            ask->zone = NULL;
        }
        negotiate(request);
        return true;
    }
    ask->zone = request->body;
    ask->zone_length = request->length;
    return type == NULL || has_type(type, "text/plain") ||
           has_type(type, "text/dns");
}

/* ---- Answering ---------------------------------------------------------- */

static void resolved(ddds_resolution *resolution, void *context)
{
    struct request *request = context;
    const struct ddds_result *result = ddds_resolution_result(resolution);
    request->server->resolving--;
    metrics_result(&request->server->metrics, result,
                   asking_is_open(&request->server->asking));
    answer_result(&request->ask, result, &request->answer);
    answered(request);
}

static void resolve(struct request *request)
{
    struct server *server = request->server;
    struct resolving resolving;
    struct ddds_error error;
    ddds_database *database = request->server->database;
    if (!resolving_read(&request->ask,
                        &server->options->common.request.resolving, &resolving,
                        &request->answer)) {
        request->is_answered = true;
        return;
    }
    if (request->server->resolving >= MOST_RESOLVING) {
        request->answer.retry_after = 1;
        reply_problem(request, 503, "LIMIT",
                      "too many resolutions are in progress");
        return;
    }
    if (database == NULL) {
        request->zones = rules_hold(&server->rules);
        database = zones_database(request->zones);
    }
    request->resolution =
        ddds_resolution_new(database, resolving.application, resolving.input,
                            &resolving.options, &error);
    if (request->resolution == NULL) {
        answer_refusal(&request->ask, &error, &request->answer);
        request->is_answered = true;
        return;
    }
    request->server->resolving++;
    ddds_resolution_start(request->resolution, resolved, request);
}

/* ---- Work on texts ------------------------------------------------------ */

static void refuse_work(struct request *request, unsigned status)
{
    request->answer.retry_after = status == 422 ? 0 : 1;
    reply_problem(
        request, status, "LIMIT",
        status == 422   ? "the work on this text takes too much time or "
                          "memory"
        : status == 429 ? "too much work for this client is in progress"
                        : "too much work is in progress");
}

static void worked(void *context, unsigned status, struct answer *answer)
{
    struct request *request = context;
    request->work = NULL;
    if (status == 0) {
        request->answer = *answer;
    } else {
        refuse_work(request, status);
    }
    answered(request);
}

/* Each client leaves some of the work for others: of the connections that an
 * address may have, one in so many may have a piece of work. */
static void work(struct request *request)
{
    enum { CONNECTIONS_EACH = 16 };
    struct server *server = request->server;
    const struct sender *sender = &request->sender;
    unsigned most = server->limits.max_per_address / CONNECTIONS_EACH;
    unsigned status;
    most = sender->is_exempt ? UINT_MAX : most > 0 ? most : 1;
    request->work =
        work_start(&server->workshop, &request->ask, sender->holder.place, most,
                   worked, request, &status);
    if (request->work == NULL) {
        refuse_work(request, status);
    }
}

void request_stop(struct request *request)
{
    if (!request->is_suspended) {
        return;
    }
    work_abandon(request->work);
    request->work = NULL;
    reply_problem(request, 503, "STOPPING", "the server is stopping");
    answered(request);
}

/* ---- Answering ---------------------------------------------------------- */

/* Work on what a client sends is done elsewhere. */
static bool needs_work(const struct ask *ask)
{
    return ask->route == ROUTE_LINT || ask->route == ROUTE_REWRITE ||
           ask->route == ROUTE_UUID || ask->zone != NULL;
}

static void dispatch(struct request *request)
{
    struct ask *ask = &request->ask;
    switch (ask->route) {
    case ROUTE_NONE:
    case ROUTES:
        reply_problem(request, 400, "BAD_REQUEST", "the target is not a path");
        break;
    default:
        if (pages_answer(request)) {
            request->is_answered = true;
        } else if (needs_work(ask)) {
            work(request);
        } else {
            resolve(request);
        }
    }
}

/* The request is complete. */
static void start(struct request *request)
{
    char wrong[CHECK_SIZE];
    request->is_started = true;
    if (request->refusal == 413) {
        reply_problem(request, 413, "LIMIT", "the body is too large");
    } else if (request->refusal != 0) {
        refuse_share(request, request->refusal);
    } else if (!is_allowed(request)) {
        request->answer.allow = route_methods(request->ask.route);
        reply_problem(
            request, 405, "BAD_METHOD",
            "the method is not allowed here; the field Allow lists those "
            "that are");
    } else if (strcmp(request->method, "OPTIONS") == 0) {
        request->answer.allow = route_methods(request->ask.route);
        request->answer.status = 204;
        request->is_answered = true;
    } else if (!read_body(request)) {
        reply_problem(
            request, 415, "BAD_MEDIA_TYPE",
            "the body is a form, application/x-www-form-urlencoded, or a "
            "zone, text/dns or text/plain");
    } else if (request->wrong != NULL) {
        reply_problem(request, 400, "BAD_REQUEST", request->wrong);
    } else if (checks_find(&request->ask, wrong)) {
        reply_problem(request, 400, "BAD_OPTION", wrong);
    } else if (request->ask.media == MEDIA_NONE) {
        reply_problem(
            request, 406, "NOT_ACCEPTABLE",
            "the field Accept allows none of the media types of this path");
    } else {
        dispatch(request);
    }
}

/* Send the answer. What depends on a body is not kept. */
static enum MHD_Result finish(struct request *request)
{
    enum { SMALL = 4096 }; /* which is less than the rest of a connection */
    struct answer *answer = &request->answer;
    size_t octets = answer->constant == NULL ? answer->length : 0;
    unsigned status = octets > SMALL ? take(request, octets) : 0;
    end_resolution(request);
    if (status != 0) {
        answer_clear(answer);
        answer_begin(answer);
        refuse_share(request, status);
    }
    if (request->length > 0 || request->refusal != 0) {
        answer->is_cacheable = false;
    }
    return reply_send(request);
}

enum MHD_Result request_handle(void *cls, struct MHD_Connection *connection,
                               const char *url, const char *method,
                               const char *version, const char *data,
                               size_t *length, void **context)
{
    struct request *request = *context;
    (void)cls;
    (void)url;
    if (request == NULL) {
        return MHD_NO;
    }
    if (request->client->is_refused) {
        request->status = request->status != 0 ? request->status : 503;
        return MHD_NO;
    }
    if (!request->has_begun) {
        begin(request, method, version);
        return request->is_answered ? finish(request) : MHD_YES;
    }
    if (*length > 0) {
        keep_body(request, data, *length);
        *length = 0;
        return MHD_YES;
    }
    if (!request->is_started && !request->is_answered) {
        client_enter(request->client, PHASE_WORKING);
        start(request);
    }
    if (request->is_answered) {
        return finish(request);
    }
    request->is_suspended = true;
    MHD_suspend_connection(connection);
    return MHD_YES;
}
