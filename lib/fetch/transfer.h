/* One request over HTTP, with libcurl.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_TRANSFER_H
#define FETCH_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/fetch.h>

#include "fetch/addresses.h"

/* The connection to servers, and what is kept from request to request. */
struct http;

/* |options| must stay valid. NULL without memory, with DDDS_UNREADABLE for
 * their |ca_file|, or with DDDS_BAD_OPTION for their |accept|. */
struct http *ddds_http_new(const struct ddds_fetch_options *options,
                           struct ddds_error *error);
void ddds_http_free(struct http *http);

/* One request, and its answer. */
struct transfer {
    /* To be set. */
    const char *uri;  /* http or https, without user information and fragment */
    const char *host; /* of |uri| */
    uint16_t port;
    bool is_secure; /* https */
    const struct host_addresses *addresses;
    const char *accept;
    uint64_t milliseconds; /* that it may take */

    /* The answer. What it points to is valid until the next request. */
    enum ddds_fetch_end end; /* DONE: there is an answer, whatever its status */
    char detail[DDDS_DETAIL_SIZE]; /* more about the end; or "" */
    unsigned status;
    uint64_t took; /* milliseconds */
    char address[DDDS_ADDRESS_TEXT_SIZE];
    const char *location; /* or NULL */
    const char *type;     /* or NULL */
    const char *content;  /* |length| octets and a NUL */
    size_t length;
};

/* Make the request. False without memory. */
bool ddds_http_get(struct http *http, struct transfer *transfer);

#endif
