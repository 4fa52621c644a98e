/* Address of a client, as a trusted proxy reports it in the field Forwarded
 * (RFC 7239) or X-Forwarded-For.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_FORWARDED_H
#define SERVE_PEERS_FORWARDED_H

#include <stdbool.h>
#include <stddef.h>

#include "serve/peers/peer_address.h"

/* Addresses with the first |bits| bits of |address|; or all Unix sockets. */
struct network {
    struct peer_address address;
    unsigned bits;
};

/* Initialise with zeros; free with networks_free(). */
struct networks {
    struct network *items;
    size_t count;
};

/* Parse |list|: networks separated by commas ("192.0.2.1, 2001:db8::/32,
 * unix"), or NULL. If any is invalid, complain about |option|; return false. */
bool networks_read(struct networks *networks, const char *option,
                   const char *list);
void networks_free(struct networks *networks);

/* Return true if |address| is in |networks|. */
bool networks_have(const struct networks *networks,
                   const struct peer_address *address);

/* A header field, and the proxies that are trusted to set it. */
struct forwarding {
    const char *field; /* "Forwarded" */
    bool is_standard;  /* true for Forwarded, false for X-Forwarded-For */
    struct networks proxies;
};

/* The last addresses in the fields of a request; a proxy appends the address of
 * its client. Initialise |forwarding|, and the rest with zeros. */
enum { HOPS = 16 };
struct hops {
    const struct forwarding *forwarding;
    struct ddds_span items[HOPS]; /* ring buffer */
    size_t count;                 /* number of all elements */
};

/* Append the elements of |value|, which must outlive |hops|. */
void forwarded_add(struct hops *hops, const char *value);

/* Find the last address that does not belong to a trusted proxy. An element
 * that is not an address ends the search, because those before it cannot be
 * trusted. False if no address was found. */
bool forwarded_find(const struct hops *hops, struct peer_address *address);

#endif
