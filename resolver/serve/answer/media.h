/* Media types and content negotiation: RFC 9110 section 12.5.1.
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
    MEDIA_PIECE, /* a part of a page that scripts insert */
    MEDIA_TEXT,
    MEDIA_URI_LIST,
    MEDIA_DOT,
    MEDIA_METRICS,
    MEDIA_KINDS,
};

struct media_kind {
    const char *name; /* value of the parameter "format"; or NULL */
    const char *type; /* value of Content-Type */
};
extern const struct media_kind media_kinds[MEDIA_KINDS];

/* Return the type in |offered|, which ends with MEDIA_NONE, that the parameter
 * "format" calls |name|: "json", "html", "text", "uri-list" or "dot". Return
 * MEDIA_NONE for NULL and unknown names. */
enum media media_find(const enum media *offered, const char *name);

/* Return the quality of |type|, for example "text/html", in the field |accept|,
 * in thousandths; 0 means not acceptable. The most specific range decides. NULL
 * or an empty field accept everything. Invalid ranges are skipped. */
unsigned media_quality(const char *accept, const char *type);

/* Return the type in |offered|, which ends with MEDIA_NONE, that |accept|
 * prefers; the first of equals; MEDIA_NONE if it accepts none of them. */
enum media media_choose(const enum media *offered, const char *accept);

/* Return true if |accept| accepts plain text but not HTML, as Squid's does when
 * it asks for the URL of a URN. */
bool media_wants_text(const char *accept);

#endif
