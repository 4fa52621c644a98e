/* Lists of URIs: text/uri-list, RFC 2169 appendix A and RFC 2483 section 5.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_URI_LIST_H
#define FETCH_URI_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct uri_list {
    const char **uris; /* in the arena */
    size_t count;
    size_t skipped; /* lines that are neither comments nor acceptable URIs */
    bool is_full;   /* the list exceeds LIMIT_FETCHED_URIS */
};

/* Parse |length| octets of |text|. Lines end with CR, LF or both; lines with
 * "#" at their start are comments. False without memory. */
bool ddds_uri_list_read(const char *text, size_t length, struct arena *arena,
                        struct uri_list *list);

/* Return true if |uri|, sent by a server, can be passed on: it is a URI that
 * does not run programs (javascript:, data:, vbscript:) or read local files
 * where it is opened, and breaks no rule of HTTP (ddds_uri_breaks_http). */
bool ddds_uri_is_harmless(const char *uri);

#endif
