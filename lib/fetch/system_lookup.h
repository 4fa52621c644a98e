/* Lookups by the system's resolver, which blocks; a thread calls it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_SYSTEM_LOOKUP_H
#define FETCH_SYSTEM_LOOKUP_H

#include <stdbool.h>

#include <netdb.h>

struct system_lookup;

/* Start to look up |host|. NULL without memory, descriptor or thread. */
struct system_lookup *ddds_system_lookup_new(const char *host);

/* Return the descriptor that is readable when the lookup is finished. */
int ddds_system_lookup_descriptor(const struct system_lookup *lookup);

/* Return true if |lookup| is finished; set |*status| to the result of
 * getaddrinfo(), and |*found| to the addresses, which |lookup| owns. */
bool ddds_system_lookup_is_done(const struct system_lookup *lookup, int *status,
                                const struct addrinfo **found);

/* Free |lookup|, or NULL; if in progress, its thread frees it later. */
void ddds_system_lookup_free(struct system_lookup *lookup);

#endif
