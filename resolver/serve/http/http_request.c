/* Requests: from the first octet to the answer.
 *
 * libmicrohttpd calls request_new with the target, request_handle once with the
 * header, with each piece of the body and at its end, and again when a request
 * goes on that was suspended, and request_end.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/http_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include <ddds/ddds.h>

#include "serve/http/access_log.h"
#include "serve/http/checks.h"
#include "serve/http/openapi.h"
#include "serve/page/page.h"
#include "serve/answer/resolved.h"
#include "serve/http/work.h"
#include "text/text_stream.h"

/* Resolutions of one thread at a time; what comes on top is turned away, before
 * all of them are slow. */
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
    *request = (struct request){.loop = cls,
                                .connection = connection,
                                .client = client_of(connection),
                                .began = read_microseconds(),
                                .line = strdup(target)};
    answer_begin(&request->answer);
    client_enter(request->client, PHASE_READING);
    request->client->requests++;
    request->client->request = request;
    atomic_fetch_add(&request->loop->server->metrics.in_flight, 1);
    return request;
}

void request_end(void *cls, struct MHD_Connection *connection, void **context,
                 enum MHD_RequestTerminationCode code)
{
    struct request *request = *context;
    struct loop *loop = cls;
    (void)connection;
    (void)code;
    if (request == NULL) {
        return;
    }
    uint64_t took = read_microseconds() - request->began;
    metrics_request(&loop->server->metrics, request->ask.route, request->status,
                    took);
    atomic_fetch_sub(&loop->server->metrics.in_flight, 1);
    access_log_write(loop->server->log, request, took);
    client_enter(request->client, PHASE_WAITING);
    request->client->request = NULL;
    if (request->resolution != NULL &&
        ddds_resolution_result(request->resolution) == NULL) {
        loop->resolving--;
    }
    work_abandon(request->work);
    ddds_resolution_free(request->resolution);
    rules_release(&loop->server->rules, request->zones);
    parameters_clear(&request->ask.parameters);
    answer_clear(&request->answer);
    free(request->line);
    free(request->text);
    free(request->body);
    free(request);
    *context = NULL;
}

void request_answered(struct request *request)
{
    request->is_answered = true;
    if (request->is_suspended) {
        request->is_suspended = false;
        MHD_resume_connection(request->connection);
    }
}

/* ---- Reading -------------------------------------------------------------- */

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

static void problem(struct request *request, unsigned status, const char *code,
                    const char *detail)
{
    answer_problem(&request->ask, &request->answer, status, code, detail, NULL);
    request->is_answered = true;
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

/* Fields that say where a request goes and where it ends. */
struct framing {
    const char *host;
    size_t hosts;
    size_t lengths;
    size_t encodings;
    bool has_bad_name;
};

/* RFC 9110 section 5.6.2, token. */
static bool is_token(const char *text)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    for (const char *at = text; *at != '\0'; at++) {
        bool is_plain = (*at >= '0' && *at <= '9') ||
                        ((*at | 32) >= 'a' && (*at | 32) <= 'z');
        if (!is_plain && strchr(others, *at) == NULL) {
            return false;
        }
    }
    return text[0] != '\0';
}

static enum MHD_Result note_field(void *cls, enum MHD_ValueKind kind,
                                  const char *name, const char *value)
{
    struct framing *framing = cls;
    (void)kind;
    if (strcasecmp(name, "Host") == 0) {
        framing->host = value != NULL ? value : "";
        framing->hosts++;
    }
    framing->lengths += strcasecmp(name, "Content-Length") == 0;
    framing->encodings += strcasecmp(name, "Transfer-Encoding") == 0;
    framing->has_bad_name |= !is_token(name);
    return MHD_YES;
}

/* The connection ends: where the next request begins is doubtful. */
static void refuse_head(struct request *request, const char *detail)
{
    problem(request, 400, "BAD_REQUEST", detail);
    request->is_last = true;
}

/* The request must name one host, and one of ours. The host of the target counts
 * before the field (RFC 9112 section 3.2.2). HTTP/1.0 has no field. */
static void check_host(struct request *request, const struct framing *framing)
{
    const struct target *target = &request->target;
    bool is_absolute = target->authority != NULL;
    const char *host = is_absolute ? target->authority : framing->host;
    if (host == NULL) {
        return;
    }
    switch (
        hosts_judge(&request->loop->server->hosts, host,
                    is_absolute ? target->authority_length : strlen(host))) {
    case HOST_INVALID:
        refuse_head(request, "the host is invalid");
        break;
    case HOST_OTHER:
        problem(request, 421, "OTHER_HOST",
                "the request is for another host; whoever runs the server can "
                "allow its name");
        break;
    case HOST_OWN:
        break;
    }
}

/* Check what a proxy in front of the server might read in another way (RFC 9112
 * sections 3, 5.1 and 6.3). */
static void check_head(struct request *request)
{
    struct framing framing = {.host = NULL};
    (void)MHD_get_connection_values(request->connection, MHD_HEADER_KIND,
                                    note_field, &framing);
    if (strpbrk(request->line, " \t") != NULL) {
        refuse_head(request, "the target contains a blank");
    } else if (framing.has_bad_name) {
        refuse_head(request, "the name of a header field is invalid");
    } else if (framing.hosts > 1 ||
               (framing.hosts == 0 && !request->ask.is_http10)) {
        refuse_head(request, "the field Host must come once");
    } else if (framing.lengths + framing.encodings > 1) {
        refuse_head(request, "Content-Length or Transfer-Encoding must come "
                             "once, and not both");
    } else {
        check_host(request, &framing);
    }
}

/* Read the header. What is wrong is answered at once. */
static void begin(struct request *request, const char *method,
                  const char *version)
{
    struct ask *ask = &request->ask;
    const char *length = header(request, "Content-Length");
    request->has_begun = true;
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
    check_head(request);
    if (request->is_answered) {
        return;
    }
    if (strlen(request->line) > LONGEST_TARGET) {
        problem(request, 414, "LIMIT", "the target is longer than 8192 octets");
    } else if (length != NULL && (strlen(length) > 10 ||
                                  strtoull(length, NULL, 10) >
                                      request->loop->server->limits.max_body)) {
        problem(request, 413, "LIMIT", "the body is too large");
    }
}

/* Keep a piece of the body. */
static void keep_body(struct request *request, const char *data, size_t length)
{
    size_t most = request->loop->server->limits.max_body;
    if (request->is_too_large || length > most - request->length) {
        request->is_too_large = true;
        return;
    }
    if (request->length + length + 1 > request->size) {
        request->size = 2 * (request->length + length) + 1;
        char *larger = realloc(request->body, request->size);
        request->body = larger;
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

/* ---- Answering ------------------------------------------------------------- */

static void resolved(ddds_resolution *resolution, void *context)
{
    struct request *request = context;
    const struct ddds_result *result = ddds_resolution_result(resolution);
    request->loop->resolving--;
    metrics_result(&request->loop->server->metrics, result,
                   request->loop->dns != NULL);
    answer_result(&request->ask, result, &request->answer);
    request_answered(request);
}

static void resolve(struct request *request)
{
    struct server *server = request->loop->server;
    struct resolving resolving;
    struct ddds_error error;
    ddds_database *database = request->loop->database;
    if (!resolving_read(&request->ask, &server->options->resolving, &resolving,
                        &request->answer)) {
        request->is_answered = true;
        return;
    }
    if (request->loop->resolving >= MOST_RESOLVING) {
        request->answer.retry_after = 1;
        problem(request, 503, "LIMIT", "too many resolutions are in progress");
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
    request->loop->resolving++;
    ddds_resolution_start(request->resolution, resolved, request);
}

static void answer_metrics(struct request *request)
{
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    metrics_print(out, &request->loop->server->metrics);
    fclose(out);
    answer_text(&request->answer, MEDIA_METRICS, text, length);
    request->answer.is_fixed = true;
}

static void answer_health(struct request *request)
{
    static const char fine[] = "ok\n";
    static const char ending[] = "stopping\n";
    bool is_ending = request->ask.route == ROUTE_READY &&
                     atomic_load(&request->loop->server->is_stopping);
    const char *text = is_ending ? ending : fine;
    answer_constant(&request->answer, media_type(MEDIA_TEXT), text,
                    strlen(text));
    request->answer.status = is_ending ? 503 : 200;
}

static void answer_front(struct request *request)
{
    struct answer *answer = &request->answer;
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    page_write_front(out);
    fclose(out);
    answer_text(answer, MEDIA_HTML, text, length);
    answer->tag = answer_tag(text, length);
    answer->is_fixed = true;
    answer->is_cacheable = true;
}

static void answer_page(struct request *request)
{
    if (strcmp(request->target.path, "/") == 0) {
        answer_front(request);
        return;
    }
    const struct page_asset *asset = page_find(request->target.path);
    if (asset == NULL) {
        problem(request, 404, "NO_PAGE", "there is no such path here");
        return;
    }
    answer_constant(&request->answer, asset->type, asset->octets,
                    asset->length);
    request->answer.is_cacheable = true;
}

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
    case ROUTE_PAGE:
        answer_page(request);
        break;
    case ROUTE_METRICS:
        answer_metrics(request);
        break;
    case ROUTE_HEALTH:
    case ROUTE_READY:
        answer_health(request);
        break;
    case ROUTE_OPENAPI:
        answer_constant(&request->answer, media_type(MEDIA_JSON), openapi,
                        openapi_length);
        request->answer.is_cacheable = true;
        break;
    case ROUTE_NONE:
    case ROUTES:
        problem(request, 400, "BAD_REQUEST", "the target is not a path");
        break;
    default:
        if (needs_work(ask)) {
            work_start(request);
        } else {
            resolve(request);
        }
        return;
    }
    request->is_answered = true;
}

/* The request is complete. */
static void start(struct request *request)
{
    char wrong[CHECK_SIZE];
    request->is_started = true;
    if (request->is_too_large) {
        problem(request, 413, "LIMIT", "the body is too large");
    } else if (!is_allowed(request)) {
        request->answer.allow = route_methods(request->ask.route);
        problem(request, 405, "BAD_METHOD",
                "the method is not allowed here; the field Allow lists those "
                "that are");
    } else if (strcmp(request->method, "OPTIONS") == 0) {
        request->answer.allow = route_methods(request->ask.route);
        request->answer.status = 204;
        request->is_answered = true;
    } else if (!read_body(request)) {
        problem(request, 415, "BAD_MEDIA_TYPE",
                "the body is a form, application/x-www-form-urlencoded, or a "
                "zone, text/dns or text/plain");
    } else if (request->wrong != NULL) {
        problem(request, 400, "BAD_REQUEST", request->wrong);
    } else if (checks_find(&request->ask, wrong)) {
        problem(request, 400, "BAD_OPTION", wrong);
    } else if (request->ask.media == MEDIA_NONE) {
        problem(request, 406, "NOT_ACCEPTABLE",
                "the field Accept allows none of the media types of this path");
    } else {
        dispatch(request);
    }
}

/* Send the answer. What depends on a body is not kept. */
static enum MHD_Result finish(struct request *request)
{
    if (request->length > 0 || request->is_too_large) {
        request->answer.is_cacheable = false;
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
