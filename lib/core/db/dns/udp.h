/* Queries over UDP, in batches.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_UDP_H
#define DB_DNS_UDP_H

#include "db/dns/exchange.h"
#include "db/dns/numbers.h"
#include "db/dns/server_address.h"
#include "db/dns/sockets.h"

struct udp;

struct udp_options {
    unsigned timeout; /* milliseconds for a try */

    ddds_repeat_fn *may_repeat; /* NULL: always */

    /* Called with |context| instead of the sender if an answer is truncated:
     * the query is to be repeated over TCP. */
    void (*repeat)(void *context, const struct sending *sending);
    void *context;
};

/* Make what sends to |servers|, which stay valid, as |sockets| and |numbers|
 * do. NULL: no memory. */
struct udp *ddds_udp_new(const struct dns_servers *servers,
                         const struct udp_options *options,
                         struct sockets *sockets, struct numbers *numbers);

/* Free |udp|. Tries under way end without a callback. NULL is allowed. */
void ddds_udp_free(struct udp *udp);

/* Queue a query: it is sent at the next ddds_udp_flush, or earlier if there are
 * many. A failure may be reported before this returns; an answer is not. */
void ddds_udp_send(struct udp *udp, const struct sending *sending);

/* Send what is queued. */
void ddds_udp_flush(struct udp *udp);

/* Return the milliseconds after which ddds_udp_expire must be called: at most
 * |limit|, unless that is -1. */
int ddds_udp_timeout(const struct udp *udp, int limit);

/* End the tries whose time is over. */
void ddds_udp_expire(struct udp *udp);

#endif
