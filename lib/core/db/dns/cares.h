/* Tries by c-ares 1.18.1 or later: all over TCP, and optionally those over UDP.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_CARES_H
#define DB_DNS_CARES_H

#include <stdbool.h>
#include <stddef.h>

#include "db/dns/exchange.h"
#include "db/dns/numbers.h"
#include "db/dns/server_address.h"
#include "db/dns/sockets.h"

struct cares;

struct cares_options {
    unsigned timeout;           /* per try, in milliseconds */
    bool tcp;                   /* use TCP for all queries */
    ddds_repeat_fn *may_repeat; /* NULL: always */
};

/* Create a sender for |servers|, |sockets| and |numbers|, which must outlive
 * it. NULL: no memory. */
struct cares *ddds_cares_new(const struct ddds_dns_servers *servers,
                             const struct cares_options *options,
                             struct sockets *sockets, struct numbers *numbers);

/* Free |cares|, which may be NULL. Pending tries end without a callback. */
void ddds_cares_free(struct cares *cares);

/* Send a query, or queue it while too many are in flight over TCP. The callback
 * may be called before this returns. */
void ddds_cares_send(struct cares *cares, const struct sending *sending);

/* Return the milliseconds after which ddds_cares_expire must be called: at most
 * |limit|; -1: no limit. */
int ddds_cares_timeout(struct cares *cares, int limit);

/* Run expired timers, and send queued queries that may now be sent. */
void ddds_cares_expire(struct cares *cares);

/* Return the version of c-ares at run time. */
const char *ddds_cares_version(void);

#endif
