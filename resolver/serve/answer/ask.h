/* Requests: the paths of the server, what each of them takes, and what a client
 * asks for.
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
    ROUTE_PAGE, /* and what belongs to it */
    ROUTE_LINK, /* /urn:... */
    ROUTE_THTTP,
    ROUTE_RESOLVE,
    ROUTE_TRACE,
    ROUTE_LINT,
    ROUTE_REWRITE,
    ROUTE_GRAPH,
    ROUTE_UUID,
    ROUTE_OPENAPI,
    ROUTE_METRICS,
    ROUTE_HEALTH,
    ROUTE_READY,
    ROUTES,
};

/* A path, or paths with one meaning. */
struct path {
    const char *name;    /* "resolve" */
    const char *path;    /* "/resolve"; NULL: not by the path alone */
    const char *methods; /* as the field Allow has them */
    enum media media[5]; /* the preferred first, up to MEDIA_NONE */
};
extern const struct path paths[ROUTES];

/* What a client asks for. Strings belong to the request. */
struct ask {
    enum route route;
    enum media media;           /* that the client prefers */
    bool wants_text;            /* media_wants_text */
    bool prefers_json;          /* to a page and to a redirect */
    bool is_http10;             /* a client of HTTP/1.0 */
    const char *path;           /* of ROUTE_PAGE; or "" */
    const char *input;          /* of ROUTE_LINK and ROUTE_THTTP */
    const char *service;        /* of ROUTE_THTTP: "I2L" */
    struct ddds_span authority; /* of an absolute URI: the host */
    struct parameters parameters;
    const char *wrong; /* with the parameters' encoding; or NULL */
    const char *zone;  /* zone text that came with it, or NULL */
    size_t zone_length;
};

/* Read |target|, of a request line, and the field |accept|, or NULL, into |ask|,
 * whose parts |target|, which is changed, then has: "/urn:foo:1",
 * "/uri-res/I2L?urn:foo:1", "/resolve?input=urn:foo:1". An absolute URI (RFC
 * 9112 section 3.2.2) is read from its path on. The parameters are copies, and
 * must be cleared. */
void ask_read(struct ask *ask, char *target, const char *accept);

/* Read the |length| octets of |body|, which must outlive |ask| and end with NUL:
 * a form, or the text of a zone. |type| is its Content-Type, |accept| the field
 * Accept; each may be NULL. False: the type is neither. */
bool ask_read_body(struct ask *ask, const char *body, size_t length,
                   const char *type, const char *accept);

/* Room for what ask_find_wrong finds, with its NUL. */
enum { WRONG_SIZE = 320 };

/* Find the first parameter of |ask| that its path does not take, that has one
 * value but comes more than once, or whose value is unknown. Write to |wrong|
 * what is wrong, a sentence. False: all are right, or the path takes no
 * parameters and ignores them. */
bool ask_find_wrong(const struct ask *ask, char wrong[WRONG_SIZE]);

#endif
