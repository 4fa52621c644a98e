/* Addresses of a host from the system's resolver, which blocks: a thread waits
 * for it, so that nothing else has to.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_SYSTEM_LOOKUP_H
#define FETCH_SYSTEM_LOOKUP_H

#include <stdbool.h>

#include <netdb.h>

struct system_lookup;

/* Begin to look up |host|. NULL without memory, a descriptor or a thread. */
struct system_lookup *ddds_system_lookup_new(const char *host);

/* The descriptor that is readable when the lookup is done. */
int ddds_system_lookup_descriptor(const struct system_lookup *lookup);

/* True if |lookup| is done: |*status| is that of getaddrinfo, and |*found| what
 * it found, which belongs to |lookup|. */
bool ddds_system_lookup_is_done(const struct system_lookup *lookup, int *status,
                                const struct addrinfo **found);

/* Free |lookup|, which may be NULL; in progress, its thread does so later. */
void ddds_system_lookup_free(struct system_lookup *lookup);

#endif
