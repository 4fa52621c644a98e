/* Transport of queries: our own UDP (udp.c), and c-ares for TCP and on request
 * for UDP (cares.c). Both share the list of sockets and the random numbers. In
 * the child of a fork neither sends or receives.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/transport.h"

#include <stdlib.h>

#include "base/error.h"
#include "db/dns/cares.h"
#include "db/dns/udp.h"

struct dns_transport {
    bool has_udp; /* our own, without c-ares */
    struct ddds_dns_servers servers;
    struct sockets sockets;
    struct numbers numbers;
    struct udp *udp;
    struct cares *cares;
};

/* ---- Sending ------------------------------------------------------------ */

static void repeat_over_tcp(void *context, const struct sending *sending)
{
    struct dns_transport *transport = context;
    ddds_cares_send(transport->cares, sending);
}

const char *ddds_transport_refusal(struct dns_transport *transport)
{
    return ddds_sockets_are_inherited(&transport->sockets)
               ? "this database was created before fork(); create a new one"
               : NULL;
}

void ddds_transport_send(struct dns_transport *transport,
                         const struct sending *sending)
{
    const char *refusal = ddds_transport_refusal(transport);
    if (refusal != NULL) {
        exchange_fail(sending, EXCHANGE_NETWORK, refusal);
    } else if (transport->has_udp) {
        ddds_udp_send(transport->udp, sending);
    } else {
        ddds_cares_send(transport->cares, sending);
    }
}

bool ddds_transport_flush(struct dns_transport *transport)
{
    if (ddds_sockets_are_inherited(&transport->sockets)) {
        return false;
    }
    transport->sockets.has_changed = false;
    ddds_udp_flush(transport->udp);
    return transport->sockets.has_changed;
}

bool ddds_transport_draw(struct dns_transport *transport, uint16_t *number)
{
    return ddds_numbers_draw(&transport->numbers, number);
}

/* ---- Waiting ------------------------------------------------------------ */

int ddds_transport_timeout(struct dns_transport *transport, int limit)
{
    return ddds_sockets_are_inherited(&transport->sockets)
               ? -1
               : ddds_cares_timeout(transport->cares,
                                    ddds_udp_timeout(transport->udp, limit));
}

void ddds_transport_process(struct dns_transport *transport, int descriptor,
                            bool readable, bool writable)
{
    if (ddds_sockets_are_inherited(&transport->sockets)) {
        return;
    }
    ddds_sockets_process(&transport->sockets, descriptor, readable, writable);
    ddds_udp_expire(transport->udp);
    ddds_cares_expire(transport->cares);
}

ddds_status ddds_transport_wait(struct dns_transport *transport, int timeout,
                                int descriptor)
{
    ddds_status status = ddds_sockets_wait(
        &transport->sockets, ddds_transport_timeout(transport, timeout),
        descriptor);
    if (status == DDDS_OK) {
        ddds_transport_process(transport, -1, false, false);
    }
    return status;
}

size_t ddds_transport_sockets(const struct dns_transport *transport,
                              struct ddds_dns_socket *list, size_t size)
{
    return ddds_sockets_list(&transport->sockets, list, size);
}

/* ---- Life --------------------------------------------------------------- */

static bool open_both(struct dns_transport *transport,
                      const struct transport_options *options)
{
    const struct udp_options udp = {.timeout = options->timeout,
                                    .may_repeat = options->may_repeat,
                                    .repeat = repeat_over_tcp,
                                    .context = transport};
    const struct cares_options cares = {.timeout = options->timeout,
                                        .may_repeat = options->may_repeat,
                                        .tcp = options->tcp || !options->cares};
    transport->has_udp = !options->tcp && !options->cares;
    transport->udp = ddds_udp_new(&transport->servers, &udp,
                                  &transport->sockets, &transport->numbers);
    transport->cares = ddds_cares_new(&transport->servers, &cares,
                                      &transport->sockets, &transport->numbers);
    return transport->udp != NULL && transport->cares != NULL;
}

struct dns_transport *
ddds_transport_new(const struct ddds_dns_servers *servers,
                   const struct transport_options *options,
                   struct ddds_error *error)
{
    struct dns_transport *transport = calloc(1, sizeof *transport);
    if (transport == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    transport->servers = *servers;
    ddds_sockets_begin(&transport->sockets, options->watch, options->context);
    if (!open_both(transport, options)) {
        ddds_transport_free(transport);
        ddds_error_no_memory(error);
        return NULL;
    }
    return transport;
}

void ddds_transport_free(struct dns_transport *transport)
{
    if (transport == NULL) {
        return;
    }
    ddds_udp_free(transport->udp);
    ddds_cares_free(transport->cares);
    ddds_sockets_end(&transport->sockets);
    free(transport);
}
