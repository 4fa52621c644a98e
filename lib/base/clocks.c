/* The monotonic clock, which changes of the date do not affect, and the date.
 *
 * SPDX-License-Identifier: MIT */
#include "base/clocks.h"

#include <time.h>

uint64_t ddds_clock_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint32_t ddds_clock_date(void)
{
    return (uint32_t)time(NULL);
}

uint64_t ddds_clock_now(void)
{
    return ddds_clock_microseconds() / 1000;
}

/* Round up, but ignore the first 250 ms. */
uint32_t ddds_clock_remaining_ttl(uint64_t since, uint32_t ttl)
{
    enum { SECOND = 1000, TOLERANCE = 250 };
    uint64_t waited = since != 0 ? ddds_clock_now() - since : 0;
    waited = (waited + SECOND - 1 - TOLERANCE) / SECOND;
    return waited < ttl ? ttl - (uint32_t)waited : 0;
}
