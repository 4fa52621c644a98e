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
    unsigned timeout; /* milliseconds per try */

    ddds_repeat_fn *may_repeat; /* NULL: always */

    /* Called with |context| instead of the sender's callback if an answer is
     * truncated, to repeat the query over TCP. */
    void (*repeat)(void *context, const struct sending *sending);
    void *context;
};

/* Create a sender for |servers|, |sockets| and |numbers|, which must outlive
 * it. NULL: no memory. */
struct udp *ddds_udp_new(const struct ddds_dns_servers *servers,
                         const struct udp_options *options,
                         struct sockets *sockets, struct numbers *numbers);

/* Free |udp|, which may be NULL. Pending tries end without a callback. */
void ddds_udp_free(struct udp *udp);

/* Queue a query, to be sent by the next ddds_udp_flush, or earlier if the queue
 * is long. A failure may be reported before this returns; an answer is not. */
void ddds_udp_send(struct udp *udp, const struct sending *sending);

/* Send queued queries. */
void ddds_udp_flush(struct udp *udp);

/* Return the milliseconds after which ddds_udp_expire must be called: at most
 * |limit|; -1: no limit. */
int ddds_udp_timeout(const struct udp *udp, int limit);

/* End the tries whose time is over, and repeat overdue queries. */
void ddds_udp_expire(struct udp *udp);

#endif
