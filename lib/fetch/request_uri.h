/* The URIs of requests.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_REQUEST_URI_H
#define FETCH_REQUEST_URI_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/result.h>

#include "base/arena.h"
#include "fetch/service.h"

/* Where a request goes. Strings are in an arena. */
struct fetch_request {
    const char *uri;  /* without user information and fragment */
    const char *host; /* as libcurl reads it: "192.0.2.1", "[2001:db8::1]" */
    uint16_t port;
    bool is_secure; /* https */
};

/* Split |uri|, with the parser of libcurl, so that both agree on the host.
 * |*problem| is why it cannot be requested, in static storage, or NULL: it can.
 * False without memory. */
bool ddds_request_read(const char *uri, struct arena *arena,
                       struct fetch_request *request, const char **problem);

/* The input of |result| as a server gets it: a URN without its f-component, and
 * with its q-component only if |service| returns content (RFC 8141 section
 * 2.3); another URI without its fragment. NULL without memory. */
const char *ddds_request_subject(const struct ddds_result *result,
                                 enum ddds_fetch_service service,
                                 struct arena *arena);

/* GET /uri-res/<service>?<uri> (RFC 2169 section 2.0). NULL without memory. */
const char *ddds_request_thttp(const char *scheme, const char *host,
                               uint16_t port, const char *service,
                               const char *subject, struct arena *arena);

/* |reference|, of a Location, as an absolute URI: as it is if it is one, else
 * relative to |base|, the URI of a request (RFC 3986 section 5.2). NULL if it is
 * invalid, or without memory. */
const char *ddds_request_refer(const char *base, const char *reference,
                               struct arena *arena);

/* Do both ask for the same path and query, of whatever host? */
bool ddds_request_is_same(const char *one, const char *other);

/* |uri| with the q-component of |urn| as its query, if it is a locator without
 * one, and with its f-component as its fragment, if it has none (RFC 8141
 * sections 2.3.2 and 2.3.3). |urn| may be NULL. NULL without memory. */
const char *ddds_request_complete(const char *uri, const struct ddds_urn *urn,
                                  bool has_q, struct arena *arena);

#endif
