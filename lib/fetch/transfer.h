/* An HTTP request, with libcurl.
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

/* A request and its answer. */
struct transfer {
    /* Set by the caller. */
    const char *uri;  /* http or https, without user information and fragment */
    const char *host; /* of |uri| */
    uint16_t port;
    bool is_secure; /* https */
    const struct host_addresses *addresses;
    const char *accept;
    uint64_t milliseconds; /* time limit */

    /* Called once when the request has ended, or is stopped, while the list of
     * all transfers is read: it must not start or end any. */
    void (*done)(struct transfer *transfer);
    void *context; /* for |done| */

    /* Answer. Strings are valid until ddds_transfer_end(). */
    enum ddds_fetch_end end;       /* DONE: answered, with any status */
    bool is_without_memory;        /* other members are not set */
    char detail[DDDS_DETAIL_SIZE]; /* explains |end|, or "" */
    unsigned status;
    uint64_t took; /* milliseconds */
    char address[DDDS_ADDRESS_TEXT_SIZE];
    const char *location; /* or NULL */
    const char *type;     /* or NULL */
    const char *content;  /* |length| octets and a NUL */
    size_t length;

    struct http_exchange *exchange; /* internal; NULL: not started */
    uint64_t latest;       /* end at the latest, in monotonic milliseconds;
                        UINT64_MAX: it has ended */
    struct transfer *next; /* list of transfers in progress */
    struct transfer *previous;
};

/* Start the request. False without memory. */
bool ddds_transfer_begin(struct transfers *transfers,
                         struct transfer *transfer);

/* Stop the request for the caller; |done| is called. */
void ddds_transfer_stop(struct transfer *transfer);

/* Get the octets of content received so far, and the announced length, or 0. */
void ddds_transfer_measure(const struct transfer *transfer, uint64_t *octets,
                           uint64_t *total);

/* Return the content, which the caller frees. */
char *ddds_transfer_take(struct transfer *transfer);

/* Cancel the request without calling |done|, and free its memory. */
void ddds_transfer_end(struct transfer *transfer);

#endif
