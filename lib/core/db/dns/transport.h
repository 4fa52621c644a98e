/* Messages to and from a name server: one try at a time, over UDP and, if the
 * answer is truncated, TCP.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_TRANSPORT_H
#define DB_DNS_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <ddds/database.h>

#include "db/dns/exchange.h"
#include "db/dns/server_address.h"

struct dns_transport;

struct transport_options {
    unsigned timeout;           /* milliseconds per try */
    bool tcp;                   /* use TCP for all queries */
    bool cares;                 /* use c-ares for UDP, too */
    ddds_repeat_fn *may_repeat; /* NULL: always */
    ddds_watch_fn *watch;       /* or NULL */
    void *context;              /* of |watch| */
};

/* Create a transport to |servers|. Return NULL without memory:
 * DDDS_NO_MEMORY. */
struct dns_transport *
ddds_transport_new(const struct ddds_dns_servers *servers,
                   const struct transport_options *options,
                   struct ddds_error *error);

/* Free |transport|, which may be NULL. Pending tries end without a callback. */
void ddds_transport_free(struct dns_transport *transport);

/* Append the servers of the system's resolver to |servers|. |*trusts| receives
 * whether the system trusts their AD bit. Fails with DDDS_UNREADABLE if
 * /etc/resolv.conf cannot be read, or as ddds_resolv_conf_read. */
ddds_status ddds_transport_system(struct ddds_dns_servers *servers,
                                  struct server_families families, bool *trusts,
                                  struct ddds_error *error);

/* Append the servers of |file|, a resolv.conf(5), or 127.0.0.1 if it has none or
 * is NULL. |*trusts| receives whether it has "options trust-ad". Fails with
 * DDDS_BAD_OPTION if no server can be used, or none is of |families|, and with
 * DDDS_UNREADABLE. */
ddds_status ddds_resolv_conf_read(FILE *file, struct ddds_dns_servers *servers,
                                  struct server_families families, bool *trusts,
                                  struct ddds_error *error);

/* Return why |transport| sends and receives nothing: this process is the child
 * of a fork. Otherwise NULL. */
const char *ddds_transport_refusal(struct dns_transport *transport);

/* Send a query; its callback may be called before this returns. Over UDP it is
 * only queued, until ddds_transport_flush. */
void ddds_transport_send(struct dns_transport *transport,
                         const struct sending *sending);

/* Send queued queries. Callbacks may be called before this returns. Return true
 * if the watched sockets or their events changed. */
bool ddds_transport_flush(struct dns_transport *transport);

/* Draw a random number that attackers cannot predict; return false if the
 * system has none. */
bool ddds_transport_draw(struct dns_transport *transport, uint16_t *number);

/* Return the milliseconds after which ddds_transport_process must be called
 * even if no socket is ready: at most |limit|; -1: no limit. -1 in the child of
 * a fork. */
int ddds_transport_timeout(struct dns_transport *transport, int limit);

/* Wait until a socket is ready, but at most |timeout| milliseconds unless that
 * is -1, and process the ready sockets. Not for the child of a fork. Fails with
 * DDDS_NO_MEMORY. */
ddds_status ddds_transport_wait(struct dns_transport *transport, int timeout,
                                int descriptor);

/* Read from and write to |descriptor|, as far as it is ready, and run the
 * timers; if it is -1, only the timers. */
void ddds_transport_process(struct dns_transport *transport, int descriptor,
                            bool readable, bool writable);

/* Write up to |size| sockets into |list|, and return the number of sockets. */
size_t ddds_transport_sockets(const struct dns_transport *transport,
                              struct ddds_dns_socket *list, size_t size);

#endif
