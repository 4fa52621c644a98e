/* How long a server takes to answer.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_ROUND_TRIP_H
#define DB_DNS_ROUND_TRIP_H

#include <stdint.h>

/* Microseconds; all zero, nothing was measured. */
struct round_trip {
    uint64_t smoothed;
    uint64_t variation;
};

/* Take the time of one answer into account, as RFC 6298 section 2 does. */
void ddds_round_trip_measure(struct round_trip *trip, uint64_t microseconds);

/* Return the microseconds after which an answer is overdue; UINT64_MAX if
 * nothing was measured. */
uint64_t ddds_round_trip_timeout(const struct round_trip *trip);

#endif
