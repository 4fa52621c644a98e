/* Interprets the answer of a server to a requested service.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_THTTP_H
#define FETCH_THTTP_H

#include <ddds/fetch.h>

#include "base/arena.h"
#include "fetch/transfer.h"

/* How a server is asked. */
enum way {
    WAY_THTTP, /* it performs the service: RFC 2169 */
    WAY_URI,   /* the URI of a rule: it leads to the resource, or to a server
                  that redirects to it */
    WAY_SMP,   /* the path of a document at an SMP */
};

/* An answer that was understood. Strings are in an arena. */
struct meaning {
    enum ddds_fetch_end end;
    const char *detail; /* or NULL; static storage, or the transfer's */

    const char *next;        /* a redirect that is to be followed, or NULL */
    bool is_unknown_service; /* the server may know it by its other name */

    /* For DONE; |content| means that of the transfer. */
    const char *const *uris;
    size_t uri_count;
    size_t skipped;
    bool has_content;
};

/* Read the answer |transfer| to |service|, which was asked for at the URI that
 * it has. False without memory. */
bool ddds_thttp_read(const struct transfer *transfer,
                     enum ddds_fetch_service service, enum way way,
                     struct arena *arena, struct meaning *meaning);

/* The media types to ask for. */
const char *ddds_thttp_types(enum ddds_fetch_service service);

#endif
