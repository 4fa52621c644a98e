/* Interpretation of a server's answer to a service.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_THTTP_H
#define FETCH_THTTP_H

#include <ddds/fetch.h>

#include "base/arena.h"
#include "fetch/transfer.h"

/* Kinds of requests. */
enum way {
    WAY_THTTP, /* to a server that performs the service: RFC 2169 */
    WAY_URI,   /* to the URI of a rule, which is that of the resource or
                  redirects to it */
    WAY_SMP,   /* for a document of an SMP */
};

/* An interpreted answer. Strings are in an arena. */
struct meaning {
    enum ddds_fetch_end end;
    const char *detail; /* or NULL; static storage, or that of the transfer */

    const char *next;        /* redirect to follow, or NULL */
    bool is_unknown_service; /* the server may know its other name */

    /* For DONE. If |has_content|, the content is that of the transfer. */
    const char *const *uris;
    size_t uri_count;
    size_t skipped;
    bool has_content;
};

/* Interpret the answer |transfer| to |service|. False without memory. */
bool ddds_thttp_read(const struct transfer *transfer,
                     enum ddds_fetch_service service, enum way way,
                     struct arena *arena, struct meaning *meaning);

/* Return the media types to request. */
const char *ddds_thttp_types(enum ddds_fetch_service service);

#endif
