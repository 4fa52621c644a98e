/* The monotonic clock, which changes of the date do not affect.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/dns_clock.h"

#include <time.h>

uint64_t ddds_clock_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t ddds_clock_now(void)
{
    return ddds_clock_microseconds() / 1000;
}
