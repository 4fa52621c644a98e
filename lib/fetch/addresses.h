/* Where a host is: its addresses, and whether they may be contacted.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_ADDRESSES_H
#define FETCH_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/database.h>
#include <ddds/span.h>

#include "base/limits.h"

/* The addresses of a host. */
struct host_addresses {
    struct ddds_address list[LIMIT_FETCH_ADDRESSES];
    size_t count;
    bool had_private; /* some were left out, because they are private */
    bool is_unknown;  /* they could not be looked up at present */
};

/* Is |address| outside the public Internet: loopback, private, link-local,
 * shared, multicast, reserved (the registries of RFC 6890), or an IPv6 address
 * that embeds such an IPv4 address? */
bool ddds_address_is_private(const struct ddds_address *address);

/* Is |host| a name that may stand in a URI and in a request: letters, digits,
 * hyphens, underscores and dots? */
bool ddds_host_is_plain(const char *host);

/* Read |host| as an address, "192.0.2.1" or "[2001:db8::1]". */
bool ddds_host_is_address(const char *host, struct ddds_address *address);

/* Keep those of |count| addresses at |from| that may be contacted. */
void ddds_addresses_take(struct host_addresses *addresses,
                         const struct ddds_address *from, size_t count,
                         bool allows_private);

struct system_lookup;

/* The search for the addresses of a host. */
struct host_search {
    /* To be set. */
    const char *host;
    ddds_database *database; /* NULL: the system is asked */
    uint64_t deadline;       /* of the database, in monotonic milliseconds */
    int descriptor; /* of epoll: it can be read when the system has answered */
    bool allows_private;
    void (*found)(struct host_search *search);
    void *context; /* for |found| */

    struct host_addresses addresses; /* that may be contacted */
    bool is_pending;
    struct system_lookup *lookup; /* by the system, or NULL */
};

/* Look up the host in the database or, if it does not hold the name, by the
 * system. An address is its own. |found| is called once, before or after this
 * returns. */
void ddds_host_find(struct host_search *search);

/* End |search|, and call |found|, if the system has answered. */
void ddds_host_check(struct host_search *search);

/* Free what |search| holds. In progress, it is given up: |found| is not
 * called. */
void ddds_host_cancel(struct host_search *search);

/* Monotonic milliseconds. */
uint64_t ddds_fetch_clock(void);

#endif
