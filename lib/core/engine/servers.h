/* Order of servers: RFC 2782.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_SERVERS_H
#define ENGINE_SERVERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/question.h>

/* Compare priorities, then weights, then ports, as qsort(3) needs it. */
static inline int ddds_servers_compare(const struct ddds_srv *one,
                                       const struct ddds_srv *other)
{
    return one->priority != other->priority ? one->priority - other->priority
           : one->weight != other->weight   ? one->weight - other->weight
                                            : one->port - other->port;
}

/* If |count| exceeds |most|, move |most| servers of the lowest priorities to
 * the front. If they are to be ordered at random, put all into an order that
 * does not depend on the given one. */
void ddds_servers_select(struct ddds_srv *servers, size_t count, size_t most,
                         bool is_random);

/* Put the first |most| of |count| servers at the front, in order: by priority,
 * and within a priority at random, in proportion to their weights.
 * |random_bits| returns 32 random bits. If it is NULL, greater weights come
 * first, and ties keep their order. */
void ddds_servers_order(struct ddds_srv *servers, size_t count, size_t most,
                        uint32_t (*random_bits)(void *context), void *context);

#endif
