/* A try of a query: the message to a server, and its result.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_EXCHANGE_H
#define DB_DNS_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum exchange_status {
    EXCHANGE_DONE,
    EXCHANGE_TIMEOUT,
    EXCHANGE_NETWORK,
    EXCHANGE_NO_SOCKET, /* UDP: none is open, and none can be opened */
    EXCHANGE_LIMIT,     /* truncated, and must not be repeated over TCP */
    EXCHANGE_NO_MEMORY,
};

/* Result of a try, valid until the callback returns. */
struct exchange {
    enum exchange_status status;
    const char *detail; /* why it failed, or NULL */
    const unsigned char *octets;
    size_t length;
    uint32_t microseconds; /* from the query to the answer */
    bool is_tcp;           /* after a failure: a TCP connection broke */
    bool went_by_tcp;      /* after a failure: the query was sent over TCP */
    bool is_unsent;        /* after a failure: c-ares could not open a socket */
    bool is_bystander;     /* after a failure: the connection may have broken
                              because of another query */
};

typedef void ddds_exchange_fn(void *context, const struct exchange *exchange);

/* Return true if the result is still needed. */
typedef bool ddds_wanted_fn(const void *context);

/* Called with the context of a query before it is repeated: over TCP because
 * its answer is truncated, or over UDP because its answer is overdue. Return
 * false to prevent the repetition. */
typedef bool ddds_repeat_fn(void *context);

/* A query of |length| octets to the server with the index |server|. If it
 * |is_repeated|, it is sent without segmentation offload (GSO). A queued query
 * is not sent if |is_wanted| returns false. Over UDP, a query with |repeat| is
 * sent again, within its time, when the answer is overdue. */
struct sending {
    size_t server;
    const unsigned char *octets;
    size_t length;
    ddds_exchange_fn *done;
    void *context;
    bool is_repeated;
    ddds_wanted_fn *is_wanted; /* NULL: always */
    ddds_repeat_fn *repeat;    /* NULL: never */
    bool goes_first;           /* over TCP, before other queries that wait */
};

/* Explain why a try has no answer: |misfits| messages with its ID did not
 * match. */
enum { SILENCE_SIZE = 100 };
static inline void exchange_explain_silence(unsigned misfits,
                                            char detail[SILENCE_SIZE])
{
    if (misfits == 0) {
        snprintf(detail, SILENCE_SIZE, "no answer in time");
    } else {
        snprintf(detail, SILENCE_SIZE,
                 "no answer in time; ignored %u message%s that did not fit "
                 "the query",
                 misfits, misfits == 1 ? "" : "s");
    }
}

#define EXCHANGE_NOT_REPEATED                                                  \
    "the answer is truncated, and no query over TCP is allowed"

/* Report a failure to the sender. */
static inline void exchange_fail(const struct sending *sending,
                                 enum exchange_status status,
                                 const char *detail)
{
    const struct exchange exchange = {.status = status, .detail = detail};
    sending->done(sending->context, &exchange);
}

#endif
