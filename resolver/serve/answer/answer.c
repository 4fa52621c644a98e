/* What a request is answered with.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/answer/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "print/json.h"
#include "serve/page/page.h"
#include "text/text_stream.h"

static const char *const route_names[ROUTES] = {
    [ROUTE_NONE] = "none",       [ROUTE_PAGE] = "page",
    [ROUTE_LINK] = "urn",        [ROUTE_THTTP] = "uri-res",
    [ROUTE_RESOLVE] = "resolve", [ROUTE_TRACE] = "trace",
    [ROUTE_LINT] = "lint",       [ROUTE_REWRITE] = "rewrite",
    [ROUTE_GRAPH] = "graph",     [ROUTE_UUID] = "uuid",
    [ROUTE_OPENAPI] = "openapi", [ROUTE_METRICS] = "metrics",
    [ROUTE_HEALTH] = "healthz",  [ROUTE_READY] = "readyz",
};

const char *route_name(enum route route)
{
    return route_names[route];
}

void answer_begin(struct answer *answer)
{
    *answer = (struct answer){.status = 200, .media = MEDIA_TEXT};
}

void answer_clear(struct answer *answer)
{
    free(answer->body);
    free(answer->location);
    answer_begin(answer);
}

void answer_constant(struct answer *answer, const char *type, const char *text,
                     size_t length)
{
    answer->constant = text;
    answer->type = type;
    answer->length = length;
    answer->is_fixed = true;
}

void answer_text(struct answer *answer, enum media media, char *text,
                 size_t length)
{
    answer->media = media;
    answer->body = text;
    answer->length = length;
}

/* ---- Tags ---------------------------------------------------------------- */

static const uint64_t first_tag = 0xcbf29ce484222325U;

/* FNV-1a: a tag tells versions of a document apart, nothing more. */
static uint64_t mix(uint64_t tag, const void *octets, size_t length)
{
    const unsigned char *at = octets;
    for (size_t i = 0; i < length; i++) {
        tag = (tag ^ at[i]) * 0x100000001b3U;
    }
    return tag;
}

uint64_t answer_tag(const void *octets, size_t length)
{
    uint64_t tag = mix(first_tag, octets, length);
    return tag + (tag == 0);
}

static bool is_fleeting(const char *name)
{
    static const char *const names[] = {"ttl",          "queries", "cached",
                                        "microseconds", "server",  "transport",
                                        "additional"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static uint64_t mix_value(uint64_t tag, json_t *value);

static uint64_t mix_object(uint64_t tag, json_t *object)
{
    const char *name;
    json_t *member;
    json_object_foreach(object, name, member)
    {
        if (!is_fleeting(name)) {
            tag = mix(tag, name, strlen(name) + 1);
            tag = mix_value(tag, member);
        }
    }
    return tag;
}

/* Documents are as deep as their schemas. NOLINTNEXTLINE(misc-no-recursion) */
static uint64_t mix_value(uint64_t tag, json_t *value)
{
    char kind = (char)json_typeof(value);
    json_int_t number = json_integer_value(value);
    tag = mix(tag, &kind, 1);
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return mix_object(tag, value);
    case JSON_ARRAY:
        for (size_t i = 0; i < json_array_size(value); i++) {
            tag = mix_value(tag, json_array_get(value, i));
        }
        return tag;
    case JSON_STRING:
        return mix(tag, json_string_value(value),
                   json_string_length(value) + 1);
    case JSON_INTEGER:
        return mix(tag, &number, sizeof number);
    default:
        return tag;
    }
}

/* ---- Documents ----------------------------------------------------------- */

/* The parameters, for a page that shows them again. */
static json_t *make_request(const struct ask *ask)
{
    json_t *object = json_object();
    for (size_t i = 0; i < ask->parameters.count; i++) {
        const struct parameter *parameter = &ask->parameters.items[i];
        if (json_object_get(object, parameter->name) == NULL) {
            put_string(object, parameter->name, parameter->value);
        }
    }
    if (ask->input != NULL) {
        put_string(object, "input", ask->input);
    }
    if (ask->zone != NULL) {
        put_span(object, "zone",
                 (struct ddds_span){ask->zone, ask->zone_length});
    }
    return object;
}

static void print_page(const struct ask *ask, struct answer *answer,
                       const json_t *document)
{
    json_t *request = make_request(ask);
    const struct page_answer page = {route_name(ask->route), answer->status,
                                     request, document};
    FILE *out = text_stream_open(&answer->body, &answer->length);
    page_write(out, &page);
    fclose(out);
    json_decref(request);
}

/* Answer with |document| as |media|, or as a page. */
static void print_document(const struct ask *ask, struct answer *answer,
                           enum media media, json_t *document)
{
    char kind = (char)ask->media;
    bool is_page = ask->media == MEDIA_HTML;
    answer->tag = mix_value(mix(first_tag, &kind, 1), document);
    answer->tag += answer->tag == 0;
    answer->media = is_page ? MEDIA_HTML : media;
    if (is_page) {
        print_page(ask, answer, document);
        json_decref(document);
        return;
    }
    FILE *out = text_stream_open(&answer->body, &answer->length);
    print_json_object(out, document);
    fclose(out);
}

void answer_document(const struct ask *ask, struct answer *answer,
                     unsigned status, json_t *document)
{
    answer->status = status;
    print_document(ask, answer, MEDIA_JSON, document);
}

/* ---- Problems ------------------------------------------------------------ */

const char *status_phrase(unsigned status)
{
    static const struct {
        unsigned status;
        const char *phrase;
    } phrases[] = {
        {400, "Bad Request"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {406, "Not Acceptable"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {421, "Misdirected Request"},
        {422, "Unprocessable Content"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {502, "Bad Gateway"},
        {503, "Service Unavailable"},
        {504, "Gateway Timeout"},
    };
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        if (phrases[i].status == status) {
            return phrases[i].phrase;
        }
    }
    return "OK";
}

/* |detail| without what the library says for the command line, whose options no
 * client has; allocated. */
static char *without_options(const char *detail)
{
    static const char *const advice[] = {
        " (--max-hops)", " (--max-queries)", " (--own-host)",
        ", or allow more with --max-generated",
        ", or allow $GENERATE more with --max-generated"};
    char *text = strdup(detail);
    for (size_t i = 0; i < sizeof advice / sizeof advice[0]; i++) {
        char *found = strstr(text, advice[i]);
        if (found != NULL) {
            const char *rest = found + strlen(advice[i]);
            memmove(found, rest, strlen(rest) + 1);
        }
    }
    return text;
}

/* The same for the reason in |result|, which may be NULL. */
static void drop_options(json_t *result)
{
    json_t *reason = json_object_get(result, "reason");
    const char *detail = json_string_value(json_object_get(reason, "detail"));
    if (detail != NULL) {
        char *text = without_options(detail);
        put_string(reason, "detail", text);
        free(text);
    }
}

void answer_problem(const struct ask *ask, struct answer *answer,
                    unsigned status, const char *code, const char *detail,
                    json_t *result)
{
    json_t *object = json_object();
    char *text = without_options(detail);
    drop_options(result);
    put_string(object, "type", "about:blank");
    put_string(object, "title", status_phrase(status));
    put_number(object, "status", (json_int_t)status);
    put_string(object, "detail", text);
    put_string(object, "code", code);
    free(text);
    if (result != NULL) {
        json_object_set_new(object, "result", result);
    }
    snprintf(answer->code, sizeof answer->code, "%s", code);
    answer->status = status;
    print_document(ask, answer, MEDIA_PROBLEM, object);
    answer->tag = 0;
}
