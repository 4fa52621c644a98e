/* One try of a query: what is sent to one server, and what comes of it.
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
    EXCHANGE_LIMIT,     /* truncated, and not to be repeated over TCP */
    EXCHANGE_NO_MEMORY,
};

/* The result of one try, valid until the callback returns. */
struct exchange {
    enum exchange_status status;
    const char *detail; /* of a failure */
    const unsigned char *octets;
    size_t length;
    uint32_t microseconds; /* from the query to its answer */
    bool is_tcp;           /* after a failure: a TCP connection broke */
    bool is_unsent;        /* after a failure: c-ares could open no socket */
};

typedef void ddds_exchange_fn(void *context, const struct exchange *exchange);

/* Does anybody still wait for the result? */
typedef bool ddds_wanted_fn(const void *context);

/* Called with the context of a query before it is sent again: over TCP, because
 * its answer is truncated, or over UDP, because its answer is overdue. If this
 * returns false, it is not. */
typedef bool ddds_repeat_fn(void *context);

/* A query of |length| octets to the server with the index |server|, and who
 * receives the result. One that is |is_repeated| had no answer before: it
 * leaves in a datagram that the system does not cut from a larger one. One that
 * has to wait is not sent if it is not wanted any more. Over UDP, one with
 * |repeat| is sent again, within its time, when the answer is overdue. */
struct sending {
    size_t server;
    const unsigned char *octets;
    size_t length;
    ddds_exchange_fn *done;
    void *context;
    bool is_repeated;
    ddds_wanted_fn *is_wanted; /* NULL: always */
    ddds_repeat_fn *repeat;    /* NULL: never */
};

/* Write why a try has no answer: |misfits| messages with its id did not fit. */
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

/* The detail of EXCHANGE_LIMIT. */
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
