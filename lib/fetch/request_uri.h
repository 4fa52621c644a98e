/* URIs of requests.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_REQUEST_URI_H
#define FETCH_REQUEST_URI_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/result.h>

#include "base/arena.h"
#include "fetch/service.h"

/* Target of a request. Strings are in an arena. */
struct fetch_request {
    const char *uri;  /* without user information and fragment */
    const char *host; /* in libcurl's format: "192.0.2.1", "[2001:db8::1]" */
    uint16_t port;
    bool is_secure; /* https */
};

/* Split |uri| with libcurl's parser, so that both agree on the host. |*problem|
 * becomes NULL, or why it is refused, static storage. False without memory. */
bool ddds_request_read(const char *uri, struct arena *arena,
                       struct fetch_request *request, const char **problem);

/* Return the input of |result| for a server: a URN without f-component, and
 * with its q-component only if |service| returns content (RFC 8141 section
 * 2.3); other URIs without fragment. NULL without memory. */
const char *ddds_request_subject(const struct ddds_result *result,
                                 enum ddds_fetch_service service,
                                 struct arena *arena);

/* Return the URI for a service by THTTP (RFC 2169). NULL without memory. */
const char *ddds_request_thttp(const char *scheme, const char *host,
                               uint16_t port, const char *service,
                               const char *subject, struct arena *arena);

/* Resolve |reference|, a Location, relative to |base|, the URI of the request
 * (RFC 3986 section 5.2). NULL if it is invalid, or without memory. */
const char *ddds_request_refer(const char *base, const char *reference,
                               struct arena *arena);

/* Return true if both URIs have the same path and query, on any host. */
bool ddds_request_is_same(const char *one, const char *other);

/* Append components of |urn|, or NULL, to |uri|: the q-component as query if
 * |has_q| and |uri| is a locator without query, the f-component as fragment if
 * |uri| has none (RFC 8141 sections 2.3.2, 2.3.3). NULL without memory. */
const char *ddds_request_complete(const char *uri, const struct ddds_urn *urn,
                                  bool has_q, struct arena *arena);

#endif
