/* How many queries are sent in a second: in all, and to each server. A query
 * that comes too early waits for its turn.
 *
 * Turns are evenly spaced, so that no second has more than its share: of 100 a
 * second, one each 10 ms. A turn that is not used when it comes is lost.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_PACE_H
#define DB_DNS_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

/* A query that waits for its turn: a member of struct dns_query. */
struct paced {
    struct paced *next;
    uint64_t due; /* clock time in nanoseconds */
};

struct pace {
    uint64_t interval; /* between two queries, in nanoseconds; 0: no limit */
    uint64_t server_interval; /* the same, to one server */
    uint64_t next;            /* turn, in nanoseconds */
    uint64_t next_of[LIMIT_NAME_SERVERS];
    /* Those that wait for a server, in the order of their turns. */
    struct paced *first[LIMIT_NAME_SERVERS];
    struct paced **last[LIMIT_NAME_SERVERS];
};

/* Begin with |rate| queries a second in all and |server_rate| to each server;
 * 0 is no limit. */
void ddds_pace_begin(struct pace *pace, unsigned rate, unsigned server_rate);

/* Is there any limit? Without one no query waits. */
static inline bool ddds_pace_is_set(const struct pace *pace)
{
    return pace->interval != 0 || pace->server_interval != 0;
}

/* May a query be sent to |server| at the clock time |now|, in microseconds? If
 * not, |query| waits until ddds_pace_take returns it. */
bool ddds_pace_admit(struct pace *pace, unsigned server, struct paced *query,
                     uint64_t now);

/* Remove a query whose turn has come at the clock time |now|, in microseconds;
 * NULL if there is none. */
struct paced *ddds_pace_take(struct pace *pace, uint64_t now);

/* The microseconds from |now| to the next turn of a query that waits, 0 if it
 * is due; UINT64_MAX if none waits. */
uint64_t ddds_pace_left(const struct pace *pace, uint64_t now);

#endif
