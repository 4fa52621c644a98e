/* The paths of the server: for each, what it is, its methods and its media.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_ROUTES_H
#define SERVE_HTTP_ROUTES_H

#include <stdbool.h>
#include <stddef.h>

#include "serve/answer/http_answer.h"

/* The parts of the target of a request line, all of them pieces of it. Nothing
 * is decoded. */
struct target {
    enum route route;
    const char *path;      /* of ROUTE_PAGE; to its end */
    char *query;           /* after the first "?"; or "" */
    char *input;           /* the URN or URI; NULL: of the parameters */
    char *service;         /* of THTTP; or NULL */
    const char *authority; /* of an absolute URI: the host; or NULL */
    size_t authority_length;
};

/* Take |text| apart, which is changed: "/urn:foo:1", "/uri-res/I2L?urn:foo:1",
 * "/resolve?input=urn:foo:1". An absolute URI (RFC 9112 section 3.2.2) is read
 * from its path on. */
void target_read(struct target *target, char *text);

/* The methods of |route|, as the field Allow has them. Static storage. */
const char *route_methods(enum route route);

/* The media of |route|, the preferred first, and their number. */
const enum media *route_media(enum route route, size_t *count);

#endif
