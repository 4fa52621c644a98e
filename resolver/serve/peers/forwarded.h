/* Who a request is from, if a proxy that the operator names sends it: the field
 * Forwarded (RFC 7239), or X-Forwarded-For.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_FORWARDED_H
#define SERVE_PEERS_FORWARDED_H

#include <stdbool.h>
#include <stddef.h>

#include "serve/peers/peer_address.h"

/* A network: its first octets are those of |address|; or all Unix sockets. */
struct network {
    struct peer_address address;
    unsigned bits;
};

/* Begin with zero; free it with networks_free. */
struct networks {
    struct network *items;
    size_t count;
};

/* Read |list|, NULL or networks with commas between them ("192.0.2.1,
 * 2001:db8::/32, unix"). False if one is invalid, which has been reported, about
 * |option|. */
bool networks_read(struct networks *networks, const char *option,
                   const char *list);
void networks_free(struct networks *networks);

/* Is |address| in one of |networks|? */
bool networks_have(const struct networks *networks,
                   const struct peer_address *address);

/* A field, and the proxies whose field is believed. */
struct forwarding {
    const char *field; /* "Forwarded" */
    bool is_standard;  /* it is Forwarded, not X-Forwarded-For */
    struct networks proxies;
};

/* The addresses in the fields of a request, of which the last ones count: a
 * proxy appends the address that it sees. Begin with no count. */
enum { HOPS = 16 };
struct hops {
    const struct forwarding *forwarding;
    struct ddds_span items[HOPS]; /* a ring */
    size_t count;                 /* of all */
};

/* Add the elements of |value|, which must outlive |hops|. X-Forwarded-For has no
 * quotes. */
void forwarded_add(struct hops *hops, const char *value);

/* Find the last address that is not one of the proxies. An element that is not
 * an address ends the search: those before it are not believed. False: there is
 * none. */
bool forwarded_find(const struct hops *hops, struct peer_address *address);

#endif
