/* Send answers: header fields and conditional requests.
 *
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "serve/http/http_request.h"

static void add(struct MHD_Response *response, const char *name,
                const char *value)
{
    (void)MHD_add_response_header(response, name, value);
}

/* The page may load its own files only, and must not be framed. */
static void add_security(struct MHD_Response *response)
{
    add(response, "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; "
        "img-src 'self'; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'");
    add(response, "X-Content-Type-Options", "nosniff");
    add(response, "Referrer-Policy", "no-referrer");
}

static void add_cors(const struct request *request,
                     struct MHD_Response *response)
{
    const char *origin = request->server->options->serve.cors;
    if (origin == NULL) {
        return;
    }
    add(response, "Access-Control-Allow-Origin", origin);
    add(response, "Access-Control-Expose-Headers", "ETag, Location");
    if (request->answer.allow != NULL) {
        add(response, "Access-Control-Allow-Methods", request->answer.allow);
        add(response, "Access-Control-Allow-Headers", "Content-Type, Accept");
        add(response, "Access-Control-Max-Age", "86400");
    }
}

static void add_caching(const struct answer *answer,
                        struct MHD_Response *response, const char *tag)
{
    char age[32];
    if (answer->is_cacheable) {
        snprintf(age, sizeof age, "max-age=%" PRIu32, answer->max_age);
    } else {
        snprintf(age, sizeof age, "no-store");
    }
    add(response, "Cache-Control", age);
    if (tag[0] != '\0') {
        add(response, "ETag", tag);
    }
    if (!answer->is_fixed) {
        add(response, "Vary", "Accept");
    }
}

bool reply_is_coded(const struct request *request)
{
    const char *coding = MHD_lookup_connection_value(
        request->connection, MHD_HEADER_KIND, "Content-Encoding");
    return coding != NULL && strcasecmp(coding, "identity") != 0;
}

static void add_fields(const struct request *request,
                       struct MHD_Response *response, const char *tag)
{
    const struct answer *answer = &request->answer;
    char seconds[16];
    add_security(response);
    add_cors(request, response);
    add_caching(answer, response, tag);
    if (answer->location != NULL) {
        add(response, "Location", answer->location);
    }
    if (answer->allow != NULL) {
        add(response, "Allow", answer->allow);
    }
    if (answer->status == 415 && reply_is_coded(request)) {
        add(response, "Accept-Encoding", "identity");
    }
    if (answer->retry_after > 0) {
        snprintf(seconds, sizeof seconds, "%u", answer->retry_after);
        add(response, "Retry-After", seconds);
    }
    if (answer->length > 0) {
        add(response, "Content-Type",
            answer->type != NULL ? answer->type
                                 : media_kinds[answer->media].type);
    }
    if (request->is_last || request->server->is_stopping) {
        add(response, "Connection", "close");
    }
}

/* Write the entity tag, quoted; "" without a tag. It is weak, because TTLs and
 * counts of queries may differ. */
static void write_tag(const struct answer *answer, char tag[32])
{
    tag[0] = '\0';
    if (answer->tag != 0) {
        snprintf(tag, 32, "W/\"%016" PRIx64 "\"", answer->tag);
    }
}

/* RFC 9110 section 13.2.1. The tags in a condition refer to the resource at the
 * target; the answer to a POST is not that. */
const char *reply_condition(const struct request *request, const char *name)
{
    bool counts = request->answer.status == 200 && request->method != NULL &&
                  strcmp(request->method, "POST") != 0;
    return counts ? MHD_lookup_connection_value(request->connection,
                                                MHD_HEADER_KIND, name)
                  : NULL;
}

/* Return true if the client already has the content with this |tag|. */
static bool has_it(const struct request *request, const char *tag)
{
    const char *known = reply_condition(request, "If-None-Match");
    return known != NULL && tag[0] != '\0' &&
           (strcmp(known, "*") == 0 || strstr(known, tag + 2) != NULL);
}

/* Create the response, which takes over the body. libmicrohttpd omits the body
 * if the status has none, but keeps its length (RFC 9110 section 8.6). */
static struct MHD_Response *make_response(struct answer *answer)
{
    static char nothing[] = "";
    if (answer->length == 0) {
        return MHD_create_response_from_buffer(0, nothing,
                                               MHD_RESPMEM_PERSISTENT);
    }
    if (answer->constant != NULL) { /* it is not written to */
        return MHD_create_response_from_buffer(
            answer->length, (void *)(uintptr_t)answer->constant,
            MHD_RESPMEM_PERSISTENT);
    }
    char *body = answer->body;
    answer->body = NULL;
    return MHD_create_response_from_buffer(answer->length, body,
                                           MHD_RESPMEM_MUST_FREE);
}

void reply_problem(struct request *request, unsigned status, const char *code,
                   const char *detail)
{
    answer_problem(&request->ask, &request->answer, status, code, detail, NULL);
    request->is_answered = true;
}

/* Return true if the heads of request and answer fit into the memory
 * together. */
static bool has_room(const struct request *request)
{
    const char *location = request->answer.location;
    const char *cors = request->server->options->serve.cors;
    return request->client->relay.head.memory + ANSWER_MEMORY +
               (location != NULL ? strlen(location) : 0) +
               (cors != NULL ? strlen(cors) : 0) <=
           CONNECTION_MEMORY;
}

enum MHD_Result reply_send(struct request *request)
{
    char tag[32];
    if (!has_room(request)) {
        answer_clear(&request->answer);
        reply_problem(request, 431, "LIMIT", "the header fields are too long");
        request->is_last = true;
    }
    write_tag(&request->answer, tag);
    bool is_known = has_it(request, tag);
    unsigned status = is_known ? 304 : request->answer.status;
    struct MHD_Response *response = make_response(&request->answer);
    if (response == NULL) {
        return MHD_NO;
    }
    if (is_known) {
        request->answer.length = 0;
    }
    add_fields(request, response, tag);
    client_enter(request->client, PHASE_WRITING);
    request->status = status;
    enum MHD_Result result =
        MHD_queue_response(request->connection, status, response);
    MHD_destroy_response(response);
    return result;
}
