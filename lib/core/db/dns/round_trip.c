/* SRTT and RTTVAR of RFC 6298.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/round_trip.h"

/* The minimum timeout. A recursive server answers from its cache within
 * milliseconds; its own lookups take about as long as this. */
enum { TIMEOUT_MIN = 100000 };

void ddds_round_trip_measure(struct round_trip *trip, uint64_t microseconds)
{
    uint64_t time = microseconds > 0 ? microseconds : 1;
    if (trip->smoothed == 0) {
        *trip = (struct round_trip){time, time / 2};
        return;
    }
    uint64_t difference =
        time > trip->smoothed ? time - trip->smoothed : trip->smoothed - time;
    trip->variation = (3 * trip->variation + difference) / 4;
    trip->smoothed = (7 * trip->smoothed + time + 7) / 8;
}

uint64_t ddds_round_trip_timeout(const struct round_trip *trip)
{
    uint64_t timeout = trip->smoothed + 4 * trip->variation;
    return trip->smoothed == 0     ? UINT64_MAX
           : timeout < TIMEOUT_MIN ? TIMEOUT_MIN
                                   : timeout;
}
