/* Media types, and which one a client prefers: RFC 9110 section 12.5.1.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_MEDIA_H
#define SERVE_ANSWER_MEDIA_H

#include <stdbool.h>
#include <stddef.h>

enum media {
    MEDIA_NONE,
    MEDIA_JSON,
    MEDIA_PROBLEM,
    MEDIA_HTML,
    MEDIA_PIECE, /* of HTML: what scripts put into the page */
    MEDIA_TEXT,
    MEDIA_URI_LIST,
    MEDIA_DOT,
    MEDIA_METRICS,
    MEDIA_KINDS,
};

struct media_kind {
    const char *name; /* that the parameter "format" has for it; or NULL */
    const char *type; /* the value of Content-Type */
};
extern const struct media_kind media_kinds[MEDIA_KINDS];

/* Return the medium of |offered|, which ends with MEDIA_NONE, that the parameter
 * "format" calls |name|: "json", "html", "text", "uri-list" or "dot". MEDIA_NONE
 * for any other name, and for NULL. */
enum media media_find(const enum media *offered, const char *name);

/* What the field Accept |accept| says about |type|, "text/html", in
 * thousandths: 0 is "no". The most specific range counts. NULL or an empty field
 * accept all. What is not a media range is skipped. */
unsigned media_quality(const char *accept, const char *type);

/* The medium of |offered|, which ends with MEDIA_NONE, that |accept| prefers,
 * among equals the first; MEDIA_NONE if it accepts none. */
enum media media_choose(const enum media *offered, const char *accept);

/* Is the field Accept |accept| that of a client that reads plain text and no
 * HTML, as Squid does when it asks for the URL of a URN? */
bool media_wants_text(const char *accept);

#endif
