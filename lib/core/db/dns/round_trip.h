/* Round-trip time of a server.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_ROUND_TRIP_H
#define DB_DNS_ROUND_TRIP_H

#include <stdint.h>

/* In microseconds; all zero: not measured. */
struct round_trip {
    uint64_t smoothed;
    uint64_t variation;
};

/* Add the time of an answer, from the first transmission of its query, by the
 * formulas of RFC 6298 section 2. Unlike section 3 (Karn's algorithm), repeated
 * queries count: see lib/DECISIONS.md. */
void ddds_round_trip_measure(struct round_trip *trip, uint64_t microseconds);

/* Return the microseconds after which an answer is overdue; UINT64_MAX without
 * measurements. */
uint64_t ddds_round_trip_timeout(const struct round_trip *trip);

#endif
