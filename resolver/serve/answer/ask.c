/* Paths, and the parameters of requests.
 *
 * A parameter that a path does not take is refused: if a misspelled parameter
 * were ignored, the client would get a wrong answer.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/answer/ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ddds/application.h>
#include <ddds/urn.h>

#define READ_ONLY "GET, HEAD, OPTIONS"
#define READ_OR_POST "GET, HEAD, POST, OPTIONS"
#define USUAL MEDIA_JSON, MEDIA_HTML

const struct path paths[ROUTES] = {
    [ROUTE_NONE] = {"none", NULL, READ_OR_POST, {USUAL}},
    [ROUTE_PAGE] = {"page", NULL, READ_ONLY, {USUAL}},
    [ROUTE_LINK] = {"urn", NULL, READ_ONLY, {USUAL}},
    [ROUTE_THTTP] = {"uri-res",
                     NULL,
                     READ_ONLY,
                     {MEDIA_URI_LIST, MEDIA_TEXT, MEDIA_HTML, MEDIA_JSON}},
    [ROUTE_RESOLVE] = {"resolve", "/resolve", READ_OR_POST, {USUAL}},
    [ROUTE_TRACE] = {"trace", "/trace", READ_OR_POST, {USUAL, MEDIA_PIECE}},
    [ROUTE_LINT] = {"lint", "/lint", "POST, OPTIONS", {USUAL, MEDIA_PIECE}},
    [ROUTE_PROVE] = {"prove", "/prove", "POST, OPTIONS", {USUAL, MEDIA_PIECE}},
    [ROUTE_REWRITE] = {"rewrite",
                       "/rewrite",
                       READ_OR_POST,
                       {USUAL, MEDIA_PIECE}},
    [ROUTE_GRAPH] = {"graph",
                     "/graph",
                     READ_OR_POST,
                     {MEDIA_JSON, MEDIA_DOT, MEDIA_HTML}},
    [ROUTE_UUID] = {"uuid", "/uuid", READ_OR_POST, {USUAL, MEDIA_PIECE}},
    [ROUTE_OPENAPI] = {"openapi", "/openapi.json", READ_ONLY, {USUAL}},
    [ROUTE_METRICS] = {"metrics", "/metrics", READ_ONLY, {USUAL}},
    [ROUTE_HEALTH] = {"healthz", "/healthz", READ_ONLY, {USUAL}},
    [ROUTE_READY] = {"readyz", "/readyz", READ_ONLY, {USUAL}},
};

/* ---- The target --------------------------------------------------------- */

static enum route find_route(const char *path)
{
    for (int i = 0; i < ROUTES; i++) {
        if (paths[i].path != NULL && strcmp(paths[i].path, path) == 0) {
            return (enum route)i;
        }
    }
    return ROUTE_PAGE;
}

/* Return the path in |target|, without scheme and host. */
static char *find_path(char *target, struct ask *ask)
{
    size_t scheme = strcspn(target, ":/?");
    if (strncmp(target + scheme, "://", 3) != 0) {
        return target;
    }
    char *host = target + scheme + 3;
    ask->authority = (struct ddds_span){host, strcspn(host, "/?")};
    return host + ask->authority.length;
}

static void decode_colons(char *text)
{
    char *end = text;
    while (*text != '\0') {
        bool is_colon = strncasecmp(text, "%3a", 3) == 0;
        *end++ = is_colon ? ':' : *text;
        text += is_colon ? 3 : 1;
    }
    *end = '\0';
}

/* Decode |text| if it begins with "urn%3A". Clients encode all of the URN or its
 * colons alone; assume the second if the first yields no URN. False for an
 * invalid encoding. */
static bool decode_urn(char *text)
{
    struct ddds_urn urn;
    if (strncasecmp(text, "urn%3a", 6) != 0) {
        return true;
    }
    char *other = strdup(text);
    decode_colons(other);
    bool is_valid = parameters_decode_path(text);
    if ((!is_valid || ddds_urn_parse(text, &urn, NULL) != DDDS_OK) &&
        ddds_urn_parse(other, &urn, NULL) == DDDS_OK) {
        memcpy(text, other, strlen(other) + 1); /* |other| is not longer */
        is_valid = true;
    }
    free(other);
    return is_valid;
}

/* Split |target|. Return its query if the path takes parameters, or "". */
static const char *read_target(struct ask *ask, char *target)
{
    static const char thttp[] = "/uri-res/";
    char *path = find_path(target, ask);
    parameters_decode_unreserved(path);
    char *mark = path + strcspn(path, "?");
    if (path[0] != '/') {
        return mark;
    }
    if (!decode_urn(path + 1)) {
        return mark;
    }
    if (strncasecmp(path, "/urn:", 5) == 0) {
        ask->route = ROUTE_LINK;
        ask->input = path + 1;
        return "";
    }
    char *query = *mark == '?' ? mark + 1 : mark;
    *mark = '\0';
    ask->path = path;
    if (strncmp(path, thttp, sizeof thttp - 1) != 0) {
        ask->route = find_route(path);
        return query;
    }
    char *service = path + sizeof thttp - 1;
    if (!parameters_decode_path(service)) {
        service[0] = '\0'; /* an unknown service */
    }
    if (!decode_urn(query)) {
        query[0] = '\0';
    }
    ask->route = ROUTE_THTTP;
    ask->service = service;
    ask->input = query;
    return "";
}

/* Choose the media type of the answer: the parameter "format" takes precedence
 * over the field |accept|. */
static void choose_media(struct ask *ask, const char *accept)
{
    const enum media *offered = paths[ask->route].media;
    const char *format = parameters_get(&ask->parameters, "format");
    ask->media = media_find(offered, format);
    if (ask->media == MEDIA_NONE) {
        ask->media = media_choose(offered, accept);
    }
    /* A redirect leads to content that the client may accept; pages and files
     * have one type each (RFC 9110 section 12.5.1). */
    bool is_chosen =
        paths[ask->route].path != NULL && ask->route < ROUTE_OPENAPI;
    if (ask->media == MEDIA_NONE && !is_chosen) {
        ask->media = offered[0];
    }
    ask->wants_text = media_wants_text(accept);
    ask->prefers_json = media_quality(accept, "application/json") >
                        media_quality(accept, "text/html");
}

void ask_read(struct ask *ask, char *target, const char *accept)
{
    *ask = (struct ask){.route = ROUTE_NONE, .path = ""};
    const char *query = read_target(ask, target);
    ask->wrong = parameters_read(&ask->parameters, query, strlen(query));
    choose_media(ask, accept);
}

/* ---- The body ----------------------------------------------------------- */

static bool has_type(const char *given, const char *type)
{
    size_t length = strcspn(given, " \t;");
    return length == strlen(type) && strncasecmp(given, type, length) == 0;
}

bool ask_read_body(struct ask *ask, const char *body, size_t length,
                   const char *type, const char *accept)
{
    if (type == NULL || !has_type(type, "application/x-www-form-urlencoded")) {
        bool is_zone = type == NULL || has_type(type, "text/plain") ||
                       has_type(type, "text/dns");
        if (is_zone) {
            ask->zone = body != NULL ? body : "";
            ask->zone_length = length;
        }
        return is_zone || length == 0;
    }
    /* A zone in the query is refused later. */
    bool has_zone = parameters_get(&ask->parameters, "zone") != NULL;
    const char *wrong = parameters_read(&ask->parameters, body, length);
    ask->wrong = ask->wrong != NULL ? ask->wrong : wrong;
    ask->zone = has_zone ? NULL : parameters_get(&ask->parameters, "zone");
    ask->zone_length = ask->zone != NULL ? strlen(ask->zone) : 0;
    choose_media(ask, accept);
    return true;
}

/* ---- Parameters --------------------------------------------------------- */

enum {
    RESOLVING = 1 << ROUTE_RESOLVE | 1 << ROUTE_TRACE | 1 << ROUTE_GRAPH,
    CHOOSING = RESOLVING | 1 << ROUTE_PROVE,
    CHECKING = RESOLVING | 1 << ROUTE_LINT,
    READING = CHECKING | CHOOSING, /* paths that accept a zone */
    TAKING = READING | 1 << ROUTE_REWRITE | 1 << ROUTE_UUID,
};

enum kind { TEXT, TEXTS, SWITCH, APPLICATION, ZONE, ORIGIN, FORMAT };

struct known {
    const char *name;
    unsigned routes;
    enum kind kind;
};

static const struct known rows[] = {
    {"input", CHECKING, TEXT},
    {"app", READING, APPLICATION},
    {"set", 1 << ROUTE_PROVE, TEXT},
    {"that", 1 << ROUTE_PROVE, TEXTS},
    {"service", CHOOSING, TEXT},
    {"protocol", CHOOSING, TEXT},
    {"all", RESOLVING, SWITCH},
    {"no-q", RESOLVING, SWITCH},
    {"no-addresses", RESOLVING, SWITCH},
    {"trace", 1 << ROUTE_RESOLVE, SWITCH},
    {"zone", READING, ZONE},
    {"origin", READING, ORIGIN},
    {"regexp", 1 << ROUTE_REWRITE, TEXT},
    {"string", 1 << ROUTE_REWRITE, TEXTS},
    {"master", 1 << ROUTE_REWRITE, SWITCH},
    {"uuid", 1 << ROUTE_UUID, TEXTS},
    {"format", TAKING, FORMAT},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct known *find_known(enum route route, const char *name)
{
    for (size_t i = 0; i < ROWS; i++) {
        if ((rows[i].routes >> route & 1) != 0 &&
            strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

/* Append |word| to the list in |text|. */
static void add_word(char text[WRONG_SIZE], const char *word, bool is_first)
{
    size_t length = strlen(text);
    snprintf(text + length, WRONG_SIZE - length, "%s%s", is_first ? " " : ", ",
             word);
}

/* Repeat the unknown name, which the client chose, only if it is harmless. */
static void refuse_name(const struct ask *ask, const char *name,
                        char wrong[WRONG_SIZE])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t length = strlen(name);
    bool is_plain = length > 0 && length <= 32 && strspn(name, plain) == length;
    bool is_first = true;
    snprintf(wrong, WRONG_SIZE, "unknown parameter%s%s%s; this path takes",
             is_plain ? " \"" : "", is_plain ? name : "", is_plain ? "\"" : "");
    for (size_t i = 0; i < ROWS; i++) {
        if ((rows[i].routes >> ask->route & 1) != 0) {
            add_word(wrong, rows[i].name, is_first);
            is_first = false;
        }
    }
    if (!is_plain && ask->route == ROUTE_LINT) {
        length = strlen(wrong);
        snprintf(wrong + length, WRONG_SIZE - length,
                 "; send a zone file with \"Content-Type: text/dns\"");
    }
}

static void refuse_format(const struct ask *ask, char wrong[WRONG_SIZE])
{
    const enum media *media = paths[ask->route].media;
    snprintf(wrong, WRONG_SIZE, "the parameter \"format\" must be one of");
    for (size_t i = 0; media[i] != MEDIA_NONE; i++) {
        if (media_kinds[media[i]].name != NULL) {
            add_word(wrong, media_kinds[media[i]].name, i == 0);
        }
    }
}

static bool is_switch(const char *value)
{
    static const char *const words[] = {"",    "0",    "1",   "false", "no",
                                        "off", "true", "yes", "on"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcasecmp(words[i], value) == 0) {
            return true;
        }
    }
    return false;
}

static bool refuses_value(const struct ask *ask, const struct known *known,
                          const char *value, char wrong[WRONG_SIZE])
{
    if (known->kind == SWITCH && !is_switch(value)) {
        snprintf(wrong, WRONG_SIZE, "the parameter \"%s\" must be 1 or 0",
                 known->name);
        return true;
    }
    if (known->kind == ZONE && ask->zone != value) {
        snprintf(wrong, WRONG_SIZE,
                 "the parameter \"zone\" is read from a form only: send it "
                 "with POST");
        return true;
    }
    if (value[0] == '\0') {
        return false;
    }
    if (known->kind == FORMAT &&
        media_find(paths[ask->route].media, value) == MEDIA_NONE) {
        refuse_format(ask, wrong);
        return true;
    }
    if (known->kind == APPLICATION && ddds_application_find(value) == NULL) {
        snprintf(wrong, WRONG_SIZE,
                 "the parameter \"%s\" is not the name of an application; "
                 "/openapi.json lists them",
                 known->name);
        return true;
    }
    if (known->kind == ORIGIN && ask->zone == NULL) {
        snprintf(wrong, WRONG_SIZE,
                 "the parameter \"origin\" is that of a zone, which is "
                 "missing: send it with POST");
        return true;
    }
    return false;
}

bool ask_find_wrong(const struct ask *ask, char wrong[WRONG_SIZE])
{
    const struct parameters *parameters = &ask->parameters;
    if ((TAKING >> ask->route & 1) == 0) {
        return false;
    }
    for (size_t i = 0; i < parameters->count; i++) {
        const struct parameter *parameter = &parameters->items[i];
        const struct known *known = find_known(ask->route, parameter->name);
        if (known == NULL) {
            refuse_name(ask, parameter->name, wrong);
            return true;
        }
        if (known->kind != TEXTS &&
            parameters_get(parameters, parameter->name) != parameter->value) {
            snprintf(wrong, WRONG_SIZE,
                     "the parameter \"%s\" must not be repeated", known->name);
            return true;
        }
        if (refuses_value(ask, known, parameter->value, wrong)) {
            return true;
        }
    }
    snprintf(wrong, WRONG_SIZE, "the zone is empty");
    return (READING >> ask->route & 1) != 0 && ask->zone != NULL &&
           ask->zone_length == 0;
}
