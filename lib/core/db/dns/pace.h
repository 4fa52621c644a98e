/* Rate limits of queries: in total, and per server. A query that comes too
 * early waits for its turn.
 *
 * Turns are evenly spaced, so that no second exceeds the limit: 100 per second
 * means every 10 ms. An unused turn is lost.
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
    uint64_t server_interval; /* likewise, per server */
    uint64_t next;            /* next free turn, in nanoseconds */
    uint64_t next_of[LIMIT_NAME_SERVERS];
    /* Waiting queries per server, in the order of their turns. */
    struct paced *first[LIMIT_NAME_SERVERS];
    struct paced **last[LIMIT_NAME_SERVERS];
};

/* Initialise with |rate| queries per second in total and |server_rate| per
 * server; 0: no limit. */
void ddds_pace_begin(struct pace *pace, unsigned rate, unsigned server_rate);

/* Return true if a limit is set. Otherwise no query waits. */
static inline bool ddds_pace_is_set(const struct pace *pace)
{
    return pace->interval != 0 || pace->server_interval != 0;
}

/* Return true if a query may be sent to |server| at the clock time |now|, in
 * microseconds. Otherwise |query| waits until ddds_pace_take returns it. */
bool ddds_pace_admit(struct pace *pace, unsigned server, struct paced *query,
                     uint64_t now);

/* Remove and return a query whose turn has come at the clock time |now|, in
 * microseconds; NULL if none is due. */
struct paced *ddds_pace_take(struct pace *pace, uint64_t now);

/* Return the microseconds from |now| to the next turn of a waiting query, 0 if
 * it is due; UINT64_MAX if none waits. */
uint64_t ddds_pace_left(const struct pace *pace, uint64_t now);

#endif
