/* The page: what a browser shows. Static files, and answers as HTML that need
 * no script.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_PAGE_H
#define SERVE_PAGE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

/* A static file of the page. */
struct page_asset {
    const char *path; /* of the request: "/page/page.css" */
    const char *type; /* the value of Content-Type */
    const char *octets;
    size_t length;
};

/* The asset at |path|, static storage; NULL if there is none. */
const struct page_asset *page_find(const char *path);

/* An answer that a browser asked for. All texts may come from hostile clients
 * and hostile DNS. */
struct page_answer {
    const char
        *route;      /* "resolve", "trace", "lint", "rewrite", "graph", "uuid",
                          "urn" or "uri-res"; others only with a problem */
    unsigned status; /* of HTTP; from 400 on, |document| is a problem */

    /* The parameters of the request, all strings: "input", "zone", "regexp",
     * ... */
    const json_t *request;

    /* The JSON that another client would get: the schema of |route|, or a
     * problem (RFC 9457) with "title" and "detail". */
    const json_t *document;

    /* In place of |document|: HTML, which has been made; or NULL. */
    const char *piece;

    bool is_piece; /* only what comes into the page is wanted */
};

/* Write |answer| as one whole HTML document in UTF-8, or as a piece of one. */
void page_write(FILE *out, const struct page_answer *answer);

/* Write the page as it is before the first question. */
void page_write_front(FILE *out);

#endif
