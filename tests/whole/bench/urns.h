/* Namespaces with a rule each, and URNs that are spread over them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_URNS_H
#define BENCH_URNS_H

#include <stddef.h>

#include <ddds/database.h>

#include "posix.h"

enum { URNS = 8192 };

/* Each one's namespace is the number after "urn:n". */
struct urns {
    char (*text)[64]; /* URNS of them */
};

/* URNs for |namespaces| of them, in an order made by chance. */
struct urns urns_new(size_t namespaces);
void urns_free(struct urns *urns);

/* The namespace of a URN, after splitting it as everybody must. */
size_t urns_namespace(const char *urn);

/* A zone in memory with a rule for each of |namespaces|, which URNs of them
 * resolve with. */
ddds_database *urns_database(size_t namespaces);

/* The field, to be freed, and the same taken apart, whose expression is to be
 * freed. */
char *urns_field(size_t namespace);
struct posix_rule urns_posix_rule(size_t namespace);
void urns_free_rule(struct posix_rule *rule);

#endif
