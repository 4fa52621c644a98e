/* Requests: paths of the server, their parameters, and the parsed request.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_ASK_H
#define SERVE_ANSWER_ASK_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/span.h>

#include "serve/answer/media.h"
#include "serve/answer/parameters.h"

enum route {
    ROUTE_NONE,
    ROUTE_PAGE, /* a page or one of its files */
    ROUTE_LINK, /* /urn:... */
    ROUTE_THTTP,
    ROUTE_RESOLVE,
    ROUTE_TRACE,
    ROUTE_LINT,
    ROUTE_PROVE,
    ROUTE_REWRITE,
    ROUTE_GRAPH,
    ROUTE_UUID,
    ROUTE_OPENAPI, /* from here on: one media type, whatever Accept says */
    ROUTE_METRICS,
    ROUTE_HEALTH,
    ROUTE_READY,
    ROUTES,
};

/* A path, or a group of paths with the same meaning. */
struct path {
    const char *name;    /* "resolve" */
    const char *path;    /* "/resolve"; NULL: recognised by other means */
    const char *methods; /* value of the field Allow */
    enum media media[5]; /* in order of preference, ends with MEDIA_NONE */
};
extern const struct path paths[ROUTES];

/* A parsed request. Its strings belong to the struct request. */
struct ask {
    enum route route;
    enum media media;           /* chosen for the answer */
    bool wants_text;            /* result of media_wants_text() */
    bool prefers_json;          /* prefers JSON to a page or a redirect */
    bool is_http10;             /* the client speaks HTTP/1.0 */
    const char *path;           /* for ROUTE_PAGE; otherwise "" */
    const char *input;          /* for ROUTE_LINK and ROUTE_THTTP */
    const char *service;        /* for ROUTE_THTTP: "I2L" */
    struct ddds_span authority; /* host of an absolute URI */
    struct parameters parameters;
    const char *wrong; /* fault in the parameters' encoding, or NULL */
    const char *zone;  /* zone text in the request, or NULL */
    size_t zone_length;
};

/* Parse |target|, the target of a request line such as "/urn:foo:1",
 * "/uri-res/I2L?urn:foo:1" or "/resolve?input=urn:foo:1", and |accept|, the
 * field Accept or NULL. Of an absolute URI (RFC 9112 section 3.2.2) only path
 * and query are used. |target| is changed, and |ask| keeps pointers into it.
 * The parameters are copied; the caller must clear them. */
void ask_read(struct ask *ask, char *target, const char *accept);

/* Parse the |length| octets of |body|, a form or the text of a zone. |body|
 * must end with NUL, or be NULL, and outlive |ask|. |type| is its Content-Type,
 * |accept| the field Accept; each may be NULL. Return false for any other type,
 * unless |length| is 0. */
bool ask_read_body(struct ask *ask, const char *body, size_t length,
                   const char *type, const char *accept);

/* Size of the buffer for ask_find_wrong(), with NUL. */
enum { WRONG_SIZE = 320 };

/* Find the first parameter of |ask| that its path does not take, that is
 * repeated but takes a single value, or that is invalid; or an empty zone. Write
 * a sentence about it to |wrong|. Return false if all are valid, or if the path
 * ignores parameters. */
bool ask_find_wrong(const struct ask *ask, char wrong[WRONG_SIZE]);

#endif
