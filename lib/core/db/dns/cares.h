/* Tries by c-ares, from version 1.18.1 on: all over TCP, and those over UDP
 * where that is asked for.
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
    unsigned timeout;           /* milliseconds for a try */
    bool tcp;                   /* only */
    ddds_repeat_fn *may_repeat; /* NULL: always */
};

/* Make what sends to |servers|, which stay valid, as |sockets| and |numbers|
 * do. NULL: no memory. */
struct cares *ddds_cares_new(const struct dns_servers *servers,
                             const struct cares_options *options,
                             struct sockets *sockets, struct numbers *numbers);

/* Free |cares|. Tries under way end without a callback. NULL is allowed. */
void ddds_cares_free(struct cares *cares);

/* Send a query, or let it wait until there are fewer over TCP. Its result may
 * come before this returns. */
void ddds_cares_send(struct cares *cares, const struct sending *sending);

/* Return the milliseconds after which ddds_cares_expire must be called: at most
 * |limit|, unless that is -1. */
int ddds_cares_timeout(struct cares *cares, int limit);

/* Look at the timers, and send what may wait no longer. */
void ddds_cares_expire(struct cares *cares);

/* The version of c-ares that is in use. */
const char *ddds_cares_version(void);

#endif
