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

#include "db/dns/server.h"

struct transport;

enum exchange_status {
    EXCHANGE_DONE,
    EXCHANGE_TIMEOUT,
    EXCHANGE_NETWORK,
    EXCHANGE_MALFORMED, /* what came back was not passed on */
    EXCHANGE_NO_MEMORY,
};

/* What came of a try. It lasts as long as the call that hands it over. */
struct exchange {
    enum exchange_status status;
    const char *detail; /* of a failure */
    const unsigned char *octets;
    size_t length;
    bool is_tcp; /* of a failure: it was a connection that broke */
};

typedef void ddds_exchange_fn(void *context, const struct exchange *exchange);

struct transport_options {
    unsigned timeout;     /* milliseconds for a try */
    unsigned buffer_size; /* the longest answer over UDP */
    bool tcp;             /* only */
    bool tap;             /* read answers where they are received, as newer
                             versions of c-ares need it: for tests */
    ddds_watch_fn *watch; /* or NULL */
    void *context;        /* of |watch| */
};

/* NULL on failure: DDDS_NO_MEMORY. */
struct transport *ddds_transport_new(const struct servers *servers,
                                     const struct transport_options *options,
                                     struct ddds_error *error);

/* Tries under way are forgotten; nobody is called. NULL is fine. */
void ddds_transport_free(struct transport *transport);

/* The servers of the system's resolver. */
ddds_status ddds_transport_system(struct servers *servers,
                                  struct server_families families,
                                  struct ddds_error *error);

/* Send the query of |length| octets to |server|, an index, and call |done|
 * with what came of it: perhaps before this returns. */
void ddds_transport_send(struct transport *transport, size_t server,
                         const unsigned char *octets, size_t length,
                         ddds_exchange_fn *done, void *context);

/* A number that nobody can guess; false if the system has none to give. */
bool ddds_transport_draw(struct transport *transport, uint16_t *number);

/* Milliseconds until something has to be done even if no socket is ready: at
 * most |limit|, which may be -1 for no limit. */
int ddds_transport_timeout(struct transport *transport, int limit);

/* Wait for at most |timeout| milliseconds, or for ever if it is -1, and do what
 * there is to do. */
ddds_status ddds_transport_wait(struct transport *transport, int timeout);

/* Do what there is to do at |descriptor|, or, if that is -1, because time has
 * passed. */
void ddds_transport_process(struct transport *transport, int descriptor,
                            bool readable, bool writable);

/* List up to |size| sockets, and return how many there are. */
size_t ddds_transport_sockets(const struct transport *transport,
                              struct ddds_dns_socket *list, size_t size);

#endif
