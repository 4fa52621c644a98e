/* Octets to a name server and back: one try at a time, over UDP and, if the
 * answer was cut short, TCP.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_TRANSPORT_H
#define DB_DNS_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/database.h>

#include "db/dns/exchange.h"
#include "db/dns/server_address.h"

struct dns_transport;

struct transport_options {
    unsigned timeout;           /* milliseconds for a try */
    bool tcp;                   /* only */
    bool cares;                 /* c-ares sends over UDP, too */
    ddds_repeat_fn *may_repeat; /* NULL: always */
    ddds_watch_fn *watch;       /* or NULL */
    void *context;              /* of |watch| */
};

/* Make a transport to |servers|. NULL on failure: DDDS_NO_MEMORY. */
struct dns_transport *
ddds_transport_new(const struct dns_servers *servers,
                   const struct transport_options *options,
                   struct ddds_error *error);

/* Free |transport|. Tries under way end without a callback. NULL is allowed. */
void ddds_transport_free(struct dns_transport *transport);

/* Add the servers of the system's resolver to |servers|. |*trusts| says whether
 * the system trusts their AD bit. Fails with DDDS_UNREADABLE if the
 * configuration cannot be read, or DDDS_BAD_OPTION if it has no server of
 * |families|. */
ddds_status ddds_transport_system(struct dns_servers *servers,
                                  struct server_families families, bool *trusts,
                                  struct ddds_error *error);

/* Has |text|, a resolv.conf(5) of |length| octets, "options trust-ad"? */
bool ddds_resolv_conf_trusts(const char *text, size_t length);

/* Send a query; its result may come before this returns. Over UDP it is only
 * queued, until ddds_transport_flush. */
void ddds_transport_send(struct dns_transport *transport,
                         const struct sending *sending);

/* Send what is queued. Results may come before this returns. Returns true if
 * other sockets, or other events of them, must be watched than before. */
bool ddds_transport_flush(struct dns_transport *transport);

/* Draw a random number that attackers cannot predict; false if the system has
 * none. */
bool ddds_transport_draw(struct dns_transport *transport, uint16_t *number);

/* Return the milliseconds after which ddds_transport_process must be called
 * even if no socket is ready: at most |limit|, unless that is -1. */
int ddds_transport_timeout(struct dns_transport *transport, int limit);

/* Wait until a socket is ready, but at most |timeout| milliseconds unless that
 * is -1, and process what is ready. Fails with DDDS_LIMIT if nothing could end
 * the wait, or with DDDS_NO_MEMORY. */
ddds_status ddds_transport_wait(struct dns_transport *transport, int timeout,
                                int descriptor);

/* Read from and write to |descriptor|, as it is ready, and look at the timers;
 * only at the timers if it is -1. */
void ddds_transport_process(struct dns_transport *transport, int descriptor,
                            bool readable, bool writable);

/* Write up to |size| sockets into |list|, and return how many there are. */
size_t ddds_transport_sockets(const struct dns_transport *transport,
                              struct ddds_dns_socket *list, size_t size);

#endif
