/* The paths of the server.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/routes.h"

#include <string.h>
#include <strings.h>

#define READ_ONLY "GET, HEAD, OPTIONS"
#define READ_OR_POST "GET, HEAD, POST, OPTIONS"

enum { MEDIA_MOST = 5 };

static const struct {
    const char *path; /* NULL: not by the path alone */
    enum route route;
    const char *methods;
    enum media media[MEDIA_MOST]; /* up to MEDIA_NONE */
} routes[] = {
    {NULL, ROUTE_NONE, READ_OR_POST, {MEDIA_JSON, MEDIA_HTML}},
    {NULL, ROUTE_PAGE, READ_ONLY, {MEDIA_JSON, MEDIA_HTML}},
    {NULL, ROUTE_LINK, READ_ONLY, {MEDIA_JSON, MEDIA_HTML}},
    {NULL,
     ROUTE_THTTP,
     READ_ONLY,
     {MEDIA_URI_LIST, MEDIA_TEXT, MEDIA_HTML, MEDIA_JSON}},
    {"/resolve", ROUTE_RESOLVE, READ_OR_POST, {MEDIA_JSON, MEDIA_HTML}},
    {"/trace",
     ROUTE_TRACE,
     READ_OR_POST,
     {MEDIA_JSON, MEDIA_HTML, MEDIA_PIECE}},
    {"/lint",
     ROUTE_LINT,
     "POST, OPTIONS",
     {MEDIA_JSON, MEDIA_HTML, MEDIA_PIECE}},
    {"/rewrite",
     ROUTE_REWRITE,
     READ_OR_POST,
     {MEDIA_JSON, MEDIA_HTML, MEDIA_PIECE}},
    {"/graph", ROUTE_GRAPH, READ_OR_POST, {MEDIA_JSON, MEDIA_DOT, MEDIA_HTML}},
    {"/uuid", ROUTE_UUID, READ_OR_POST, {MEDIA_JSON, MEDIA_HTML, MEDIA_PIECE}},
    {"/openapi.json", ROUTE_OPENAPI, READ_ONLY, {MEDIA_JSON, MEDIA_HTML}},
    {"/metrics", ROUTE_METRICS, READ_ONLY, {MEDIA_JSON, MEDIA_HTML}},
    {"/healthz", ROUTE_HEALTH, READ_ONLY, {MEDIA_JSON, MEDIA_HTML}},
    {"/readyz", ROUTE_READY, READ_ONLY, {MEDIA_JSON, MEDIA_HTML}},
};
enum { ROUTE_ROWS = sizeof routes / sizeof routes[0] };

static enum route find_route(const char *path)
{
    for (size_t i = 0; i < ROUTE_ROWS; i++) {
        if (routes[i].path != NULL && strcmp(routes[i].path, path) == 0) {
            return routes[i].route;
        }
    }
    return ROUTE_PAGE;
}

/* The path in |text|: all of it, or what follows scheme and host. */
static char *find_path(char *text, struct target *target)
{
    size_t scheme = strcspn(text, ":/?");
    if (strncmp(text + scheme, "://", 3) != 0) {
        return text;
    }
    target->authority = text + scheme + 3;
    target->authority_length = strcspn(target->authority, "/?");
    return text + scheme + 3 + target->authority_length;
}

void target_read(struct target *target, char *text)
{
    static const char thttp[] = "/uri-res/";
    *target = (struct target){.route = ROUTE_NONE, .path = ""};
    char *path = find_path(text, target);
    char *mark = path + strcspn(path, "?");
    target->query = mark;
    if (path[0] != '/') {
        return;
    }
    bool is_encoded = strncasecmp(path, "/urn%3a", 7) == 0;
    if (is_encoded && !parameters_decode_path(path)) {
        return;
    }
    if (is_encoded || strncasecmp(path, "/urn:", 5) == 0) {
        target->route = ROUTE_LINK;
        target->input = path + 1;
        target->query = path + strlen(path);
        return;
    }
    if (*mark == '?') {
        *mark = '\0';
        target->query = mark + 1;
    }
    target->path = path;
    if (strncmp(path, thttp, sizeof thttp - 1) == 0) {
        char *service = path + sizeof thttp - 1;
        target->route = ROUTE_THTTP;
        target->service = service;
        if (!parameters_decode_path(service)) {
            service[0] = '\0'; /* an unknown service */
        }
        target->input = target->query;
        target->query = path + strlen(path);
        return;
    }
    target->route = find_route(path);
}

const char *route_methods(enum route route)
{
    for (size_t i = 0; i < ROUTE_ROWS; i++) {
        if (routes[i].route == route) {
            return routes[i].methods;
        }
    }
    return READ_ONLY;
}

const enum media *route_media(enum route route, size_t *count)
{
    const enum media *media = routes[0].media;
    for (size_t i = 0; i < ROUTE_ROWS; i++) {
        if (routes[i].route == route) {
            media = routes[i].media;
        }
    }
    for (*count = 0; *count < MEDIA_MOST && media[*count] != MEDIA_NONE;
         ++*count) {
    }
    return media;
}
