/* The page for browsers: files, and answers as HTML without scripts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_PAGE_H
#define SERVE_PAGE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

/* A static file. */
struct page_asset {
    const char *path; /* path in the URL: "/page/page.css" */
    const char *type; /* value of Content-Type */
    const char *octets;
    size_t length;
};

/* Return the file at |path|, in static storage; NULL if it is unknown. */
const struct page_asset *page_find(const char *path);

/* An answer for a browser. Strings may come from hostile clients or DNS. */
struct page_answer {
    const char
        *route;      /* "resolve", "trace", "lint", "rewrite", "graph", "uuid",
                        "urn" or "uri-res"; others only with a problem */
    unsigned status; /* HTTP status; from 400 on, |document| is a problem */

    /* Parameters of the request, all strings: "input", "zone", "regexp", ... */
    const json_t *request;

    /* The JSON that other clients get: the schema of |route|, or a problem (RFC
     * 9457) with "title" and "detail". */
    const json_t *document;

    /* HTML to show instead of |document|; or NULL. */
    const char *piece;

    bool is_piece; /* write only the part that scripts insert */
};

/* Write |answer| as a complete HTML document in UTF-8, or as a part of one. */
void page_write(FILE *out, const struct page_answer *answer);

/* Write the page without an answer. */
void page_write_front(FILE *out);

#endif
