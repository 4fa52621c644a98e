/* HTTP requests.
 *
 * libmicrohttpd calls request_new() with the target, then request_handle() with
 * the header, with each piece of the body, at the end of the body, and after a
 * suspended request is resumed; finally request_end().
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

#include "serve/answer/resolved.h"
#include "serve/http/access_log.h"
#include "serve/http/work.h"

/* Limit on concurrent resolutions; more would make all of them slow. */
enum { MOST_RESOLVING = 4096 };

static uint64_t read_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

void *request_new(void *cls, const char *target,
                  struct MHD_Connection *connection)
{
    struct request *request = malloc(sizeof *request);
    *request = (struct request){.server = cls,
                                .connection = connection,
                                .client = client_of(connection),
                                .began = read_microseconds(),
                                .line = strdup(target)};
    request->sender = request->client->own;
    answer_begin(&request->answer);
    client_enter(request->client, PHASE_READING);
    request->client->request = request;
    request->server->metrics.in_flight++;
    return request;
}

/* Free the resolution of |request|, if any. */
static void end_resolution(struct request *request)
{
    request->server->resolving -= request->resolution != NULL;
    ddds_resolution_free(request->resolution);
    request->resolution = NULL;
    quotas_give(&request->server->quotas, &request->sender, request->held);
    request->held = 0;
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
    struct client *client = request->client;
    uint64_t took = read_microseconds() - request->began;
    metrics_request(&server->metrics, request->ask.route, request->status,
                    took);
    server->metrics.in_flight--;
    access_log_write(server->log, request, took);
    client_enter(client, PHASE_WAITING);
    client->request = NULL;
    work_abandon(request->work);
    end_resolution(request);
    quotas_give(&server->quotas, &request->sender, request->sender.taken);
    parameters_clear(&request->ask.parameters);
    answer_clear(&request->answer);
    free(request->line);
    free(request->text);
    free(request->body);
    free(request);
    *context = NULL;
    relay_next(&client->relay);
}

void request_notify(void *cls, struct MHD_Connection *connection,
                    void **context, enum MHD_ConnectionNotificationCode code)
{
    struct client *client = *context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        client = client_find(connection);
        client->connection = connection;
        *context = client;
        return;
    }
    void *request = client->request;
    if (request != NULL) {
        clients_refused(cls, "connections are closed: a request exceeds the "
                             "memory of a connection");
        request_end(cls, connection, &request,
                    MHD_REQUEST_TERMINATED_WITH_ERROR);
    }
    client->connection = NULL;
    *context = NULL;
}

/* The answer is complete; send it. */
static void answered(struct request *request)
{
    request->is_answered = true;
    if (request->is_suspended) {
        request->is_suspended = false;
        request->client->notice_end = NULL;
        MHD_resume_connection(request->connection);
    }
}

void request_stop(struct request *request)
{
    if (!request->is_suspended) {
        return;
    }
    work_abandon(request->work);
    request->work = NULL;
    end_resolution(request);
    reply_problem(request, 503, "STOPPING", "the server is stopping");
    answered(request);
}

/* Called after events of a connection whose request is suspended; libmicrohttpd
 * does not watch it. If the client is gone, resume the request. Its resolution
 * or work is freed later in the round, since pending events may refer to it. */
static void notice_end(struct client *client)
{
    struct request *request = client->request;
    if (!relay_is_read(&client->relay, !request->ask.is_http10)) {
        request->is_gone = true;
        answered(request);
    }
}

/* ---- Reading ------------------------------------------------------------ */

static const char *header(const struct request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND,
                                       name);
}

/* Return |method| in static storage; NULL if HTTP has no such method (RFC 9110
 * section 9.3, RFC 5789). */
static const char *known_method(const char *method)
{
    static const char *const known[] = {"GET",     "HEAD",   "POST",
                                        "PUT",     "DELETE", "CONNECT",
                                        "OPTIONS", "TRACE",  "PATCH"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(method, known[i]) == 0) {
            return known[i];
        }
    }
    return NULL;
}

/* Take |octets| from the client's quota of memory. On failure return false and
 * set |request->refusal| to the HTTP status. */
static bool take(struct request *request, size_t octets)
{
    request->refusal =
        quotas_take(&request->server->quotas, &request->sender, octets);
    return request->refusal == 0;
}

/* Refuse a request, or replace an answer, that exceeds a limit on memory. */
static void refuse_share(struct request *request)
{
    answer_clear(&request->answer);
    request->ask.media = MEDIA_JSON; /* a page would repeat the parameters */
    request->answer.retry_after = 1;
    reply_problem(
        request, request->refusal, "LIMIT",
        request->refusal == 429
            ? "requests, resolutions and answers of this client fill its share "
              "of memory"
            : "requests, resolutions and answers in progress fill the memory "
              "for them");
}

/* The host in the target overrides the field Host (RFC 9112 section 3.2.2).
 * HTTP/1.0 requires neither. */
static void check_host(struct request *request)
{
    struct ddds_span host = request->ask.authority;
    const char *field = header(request, "Host");
    if (host.text == NULL && field != NULL) {
        host = (struct ddds_span){field, strlen(field)};
    }
    if (host.text == NULL) {
        return;
    }
    switch (hosts_judge(&request->server->hosts, host.text, host.length)) {
    case HOST_INVALID:
        reply_problem(request, 400, "BAD_REQUEST", "the host is invalid");
        request->is_last = true;
        break;
    case HOST_OTHER:
        reply_problem(request, 421, "OTHER_HOST",
                      "the request is for another host; the operator of the "
                      "server can allow its name");
        break;
    case HOST_OWN:
        break;
    }
}

/* Read the header; answer at once if it is refused. */
static void read_head(struct request *request, const char *method,
                      const char *version)
{
    const struct head *head = &request->client->relay.head;
    size_t copies = 3 * strlen(request->line); /* of line, text, parameters */
    request->has_begun = true;
    clients_find_sender(request->client, request->connection, &request->sender);
    request->text = strdup(request->line);
    request->method = known_method(method);
    snprintf(request->sent, sizeof request->sent, "%.*s%s", METHOD_SIZE - 4,
             method, strlen(method) > METHOD_SIZE - 4 ? "..." : "");
    ask_read(&request->ask, request->text, header(request, "Accept"));
    if (request->client->relay.is_replaced) {
        request->ask.route = ROUTE_NONE;
    }
    const char *point = strchr(version, '.');
    request->minor = point != NULL ? point[1] : '\0';
    request->ask.is_http10 = strcmp(version, "HTTP/1.0") == 0;
    if (head->status != 0) {
        bool is_limit = head->status >= 413 && head->status <= 431;
        reply_problem(request, head->status, is_limit ? "LIMIT" : "BAD_REQUEST",
                      head->wrong);
        request->is_last = true;
        return;
    }
    check_host(request);
    if (request->is_answered) {
        return;
    }
    if (head->body > request->server->limits.max_body) {
        reply_problem(request, 413, "LIMIT", "the body is too large");
    } else if (!take(request, copies)) {
        refuse_share(request);
    }
}

/* Append to the body. If it does not fit, check() refuses the request. */
static void read_body(struct request *request, const char *data, size_t length)
{
    size_t most = request->server->limits.max_body;
    if (length > most - request->length) {
        request->refusal = 413;
    }
    if (request->length + length + 1 > request->size && request->refusal == 0) {
        size_t size = 2 * (request->length + length) + 1;
        if (take(request, size - request->size)) {
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

/* ---- Resolutions -------------------------------------------------------- */

/* A resolution has |octets| of memory; |context| is its request. Count those
 * beyond QUOTAS_USUAL. Return false, which ends the resolution, at a limit. */
static bool may_hold(void *context, size_t octets)
{
    struct request *request = context;
    size_t beyond = octets > QUOTAS_USUAL ? octets - QUOTAS_USUAL : 0;
    if (beyond > request->held && !take(request, beyond - request->held)) {
        return false;
    }
    request->held = beyond > request->held ? beyond : request->held;
    return true;
}

static void resolved(ddds_resolution *resolution, void *context)
{
    struct request *request = context;
    if (request->refusal != 0) {
        end_resolution(request);
        refuse_share(request);
        answered(request);
        return;
    }
    const struct ddds_result *result = ddds_resolution_result(resolution);
    metrics_result(&request->server->metrics, result,
                   request->server->rules.is_dns);
    answer_result(&request->ask, result, &request->answer);
    end_resolution(request);
    answered(request);
}

static void resolve(struct request *request)
{
    struct server *server = request->server;
    struct resolving resolving;
    if (!resolving_read(&request->ask,
                        &server->options->common.request.resolving, &resolving,
                        &request->answer)) {
        request->is_answered = true;
        return;
    }
    resolving.options.may_hold = may_hold;
    resolving.options.holding_context = request;
    if (server->resolving >= MOST_RESOLVING) {
        request->answer.retry_after = 1;
        reply_problem(request, 503, "LIMIT",
                      "too many resolutions are in progress");
        return;
    }
    request->resolution = resolving_new(
        &resolving, &request->ask, server->rules.database, &request->answer);
    if (request->resolution == NULL) {
        request->is_answered = true;
        return;
    }
    server->resolving++;
    ddds_resolution_start(request->resolution, resolved, request);
}

/* ---- Work of other processes -------------------------------------------- */

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

/* An address may use a part of its connections for expensive requests. */
static void work(struct request *request)
{
    enum { CONNECTIONS_EACH = 16 };
    struct server *server = request->server;
    const struct sender *sender = &request->sender;
    unsigned most = server->limits.max_per_address / CONNECTIONS_EACH;
    unsigned status;
    most = sender->is_exempt ? UINT_MAX : most > 0 ? most : 1;
    request->work = work_start(&server->workshop, &request->ask, sender->index,
                               most, worked, request, &status);
    if (request->work == NULL) {
        refuse_work(request, status);
    }
}

/* ---- Answering ---------------------------------------------------------- */

/* Return true for requests that a worker process must answer, because they
 * contain a zone, expressions or UUIDs. */
static bool needs_work(const struct ask *ask)
{
    return ask->route == ROUTE_LINT || ask->route == ROUTE_PROVE ||
           ask->route == ROUTE_REWRITE || ask->route == ROUTE_UUID ||
           ask->zone != NULL;
}

/* Refuse the request, which is complete, if it is invalid. */
static void check(struct request *request)
{
    char wrong[WRONG_SIZE];
    struct ask *ask = &request->ask;
    const char *methods = paths[ask->route].methods;
    const char *type = header(request, "Content-Type");
    const char *accept = header(request, "Accept");
    if (request->refusal == 413) {
        reply_problem(request, 413, "LIMIT", "the body is too large");
    } else if (request->refusal != 0) {
        refuse_share(request);
    } else if (request->method == NULL) {
        reply_problem(request, 501, "BAD_METHOD", "unknown method");
    } else if (strstr(methods, request->method) == NULL) {
        request->answer.allow = methods;
        reply_problem(
            request, 405, "BAD_METHOD",
            "the method is not allowed here; the field Allow lists those "
            "that are");
    } else if (strcmp(request->method, "OPTIONS") == 0) {
        request->answer.allow = methods;
        request->answer.status = 204;
        request->is_answered = true;
    } else if (request->length > 0 && reply_is_coded(request)) {
        reply_problem(request, 415, "BAD_MEDIA_TYPE",
                      "unsupported content coding; send the body without the "
                      "field Content-Encoding");
    } else if ((request->length > 0 ||
                (type != NULL && strcmp(request->method, "POST") == 0)) &&
               !ask_read_body(ask, request->body, request->length, type,
                              accept)) {
        reply_problem(
            request, 415, "BAD_MEDIA_TYPE",
            "the body is a form, application/x-www-form-urlencoded, or a "
            "zone, text/dns or text/plain");
    } else if (ask->wrong != NULL) {
        reply_problem(request, 400, "BAD_REQUEST", ask->wrong);
    } else if (ask_find_wrong(ask, wrong)) {
        reply_problem(request, 400, "BAD_OPTION", wrong);
    } else if (ask->media == MEDIA_NONE) {
        reply_problem(
            request, 406, "NOT_ACCEPTABLE",
            "the field Accept allows none of the media types of this path");
    }
}

/* Answer the request, which has been checked, now or after a resolution or the
 * work of another process. */
static void answer(struct request *request)
{
    if (pages_answer(request)) {
        request->is_answered = true;
    } else if (needs_work(&request->ask)) {
        work(request);
    } else {
        resolve(request);
    }
}

/* If-Match requires strong comparison, but tags here are weak, so only "*"
 * matches (RFC 9110 section 13.1.1). */
static bool fails_match(const struct request *request)
{
    const char *wanted = reply_condition(request, "If-Match");
    return wanted != NULL && strcmp(wanted, "*") != 0;
}

/* Send the answer. An answer to a body is not cacheable. */
static enum MHD_Result reply(struct request *request)
{
    enum { SMALL = 4096 }; /* octets; smaller answers are not accounted */
    struct answer *answer = &request->answer;
    if (fails_match(request)) {
        answer_clear(answer);
        reply_problem(request, 412, "PRECONDITION_FAILED",
                      "entity tags are weak, so If-Match never matches; leave "
                      "it out, or send *");
    }
    size_t octets = answer->constant == NULL ? answer->length : 0;
    if (octets > SMALL && !take(request, octets)) {
        refuse_share(request);
    }
    if (request->length > 0 || request->refusal != 0) {
        answer->is_cacheable = false;
    }
    if (answer->is_cacheable && answer->status == 200 && answer->tag == 0 &&
        answer->body != NULL) { /* lists and DOT */
        answer->tag = answer_tag(answer->body, answer->length);
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
    if (!request->has_begun) {
        read_head(request, method, version);
        return request->is_answered ? reply(request) : MHD_YES;
    }
    if (*length > 0) {
        read_body(request, data, *length);
        *length = 0;
        return MHD_YES;
    }
    if (!request->is_started) {
        request->is_started = true;
        client_enter(request->client, PHASE_WORKING);
        check(request);
        if (!request->is_answered) {
            answer(request);
        }
    }
    if (request->is_gone) {
        return MHD_NO;
    }
    if (request->is_answered) {
        return reply(request);
    }
    request->is_suspended = true;
    MHD_suspend_connection(connection);
    request->client->notice_end = notice_end;
    notice_end(request->client);
    return MHD_YES;
}
