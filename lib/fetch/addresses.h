/* Addresses of hosts, and which of them may be contacted.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_ADDRESSES_H
#define FETCH_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/database.h>
#include <ddds/span.h>

#include "base/limits.h"

/* Addresses of a host. */
struct host_addresses {
    struct ddds_address list[LIMIT_FETCH_ADDRESSES];
    size_t count;
    bool had_private; /* some were dropped because they are private */
    bool is_unknown;  /* the lookup failed temporarily */
};

/* Return true if |address| is not a public address: loopback, private,
 * link-local, shared, multicast, reserved (the registries of RFC 6890), or an
 * IPv6 address with such an IPv4 address in it. */
bool ddds_address_is_private(const struct ddds_address *address);

/* Return true if |host| is a name that is allowed in URIs and requests:
 * letters, digits, hyphens, underscores and dots. */
bool ddds_host_is_plain(const char *host);

/* Parse |host|, "192.0.2.1" or "[2001:db8::1]"; false if it is a name. */
bool ddds_host_is_address(const char *host, struct ddds_address *address);

/* Append those of |count| addresses at |from| that may be contacted. */
void ddds_addresses_take(struct host_addresses *addresses,
                         const struct ddds_address *from, size_t count,
                         bool allows_private);

struct system_lookup;

/* Search for the addresses of a host. */
struct host_search {
    /* Set by the caller. */
    const char *host;
    ddds_database *database; /* NULL: ask the system */
    uint64_t deadline;       /* for the database, in monotonic milliseconds */
    int descriptor; /* of epoll; readable when the system has answered */
    bool allows_private;
    void (*found)(struct host_search *search);
    void *context; /* for |found| */

    struct host_addresses addresses; /* allowed addresses */
    bool is_pending;
    struct system_lookup *lookup; /* of the system, or NULL */
};

/* Look up the host in the database or, if that does not contain the name, by
 * the system. |found| is called once, before or after this returns. */
void ddds_host_find(struct host_search *search);

/* If the system has answered, finish |search| and call |found|. */
void ddds_host_check(struct host_search *search);

/* Cancel |search|, without calling |found|, and free its members. */
void ddds_host_cancel(struct host_search *search);

#endif
