/* Who a request is from, if a proxy that the operator names sends it: the field
 * Forwarded (RFC 7239), or X-Forwarded-For.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PEERS_FORWARDED_H
#define SERVE_PEERS_FORWARDED_H

#include <stdbool.h>
#include <stddef.h>

#include "serve/peers/peer_address.h"

/* Is |list|, NULL or networks with commas between them ("192.0.2.1,
 * 2001:db8::/32, unix"), valid? What is wrong has been reported, about
 * |option|. */
bool forwarded_check(const char *option, const char *list);

/* Is |address| in the |list| of networks, which may be NULL? */
bool forwarded_trusts(const char *list, const struct peer_address *address);

/* The addresses in the fields of a request, of which the last ones count: a
 * proxy appends the address that it sees. Begin with zero. */
enum { HOPS = 16 };
struct hops {
    struct ddds_span items[HOPS]; /* a ring */
    size_t count;                 /* of all */
};

/* Add the elements of |value|, which must outlive |hops|: of Forwarded if
 * |is_standard|, else of X-Forwarded-For, which has no quotes. */
void forwarded_add(struct hops *hops, const char *value, bool is_standard);

/* Find the last address that is not one of the proxies in |list|. The elements
 * are those of Forwarded if |is_standard|, else those of X-Forwarded-For. One
 * that is not an address ends the search: those before it are not believed.
 * False: there is none. */
bool forwarded_find(const struct hops *hops, const char *list, bool is_standard,
                    struct peer_address *address);

#endif
