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

struct http_exchange;
struct transfers;

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

    /* Called once when the request has ended, from within
     * ddds_transfers_process. It may begin and end transfers. */
    void (*done)(struct transfer *transfer);
    void *context; /* for |done| */

    /* The answer. Strings are valid until ddds_transfer_end. */
    enum ddds_fetch_end end; /* DONE: there is an answer, whatever its status */
    bool is_without_memory;  /* the rest is not set */
    char detail[DDDS_DETAIL_SIZE]; /* more about the end; or "" */
    unsigned status;
    uint64_t took; /* milliseconds */
    char address[DDDS_ADDRESS_TEXT_SIZE];
    const char *location; /* or NULL */
    const char *type;     /* or NULL */
    const char *content;  /* |length| octets and a NUL */
    size_t length;

    struct http_exchange
        *exchange;   /* with the server; NULL: it has not begun */
    uint64_t latest; /* when it ends in any case, in monotonic milliseconds;
                        UINT64_MAX: it has ended */
    struct transfer *next; /* in progress */
    struct transfer *previous;
};

/* Begin the request. False without memory. */
bool ddds_transfer_begin(struct transfers *transfers,
                         struct transfer *transfer);

/* End the request as stopped by the caller: |done| is called. */
void ddds_transfer_stop(struct transfer *transfer);

/* The octets of content that have arrived, and those that the server has
 * announced, or 0. */
void ddds_transfer_measure(const struct transfer *transfer, uint64_t *octets,
                           uint64_t *total);

/* Take the content, which the caller frees. */
char *ddds_transfer_take(struct transfer *transfer);

/* Free what |transfer| holds; a request in progress is given up, and |done| is
 * not called. */
void ddds_transfer_end(struct transfer *transfer);

#endif
