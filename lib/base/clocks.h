/* The monotonic clock of databases that wait for answers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_CLOCKS_H
#define BASE_CLOCKS_H

#include <limits.h>
#include <stdint.h>

/* Monotonic milliseconds. */
uint64_t ddds_clock_now(void);

/* Monotonic microseconds. */
uint64_t ddds_clock_microseconds(void);

/* Return the smaller of two timeouts; -1: no limit. */
static inline int ddds_clock_sooner(int one, int other)
{
    return one < 0 || (other >= 0 && other < one) ? other : one;
}

/* Return |milliseconds|, at most INT_MAX, or |limit| if smaller; -1: no
 * limit. */
static inline int ddds_clock_limit(uint64_t milliseconds, int limit)
{
    return ddds_clock_sooner(
        milliseconds < INT_MAX ? (int)milliseconds : INT_MAX, limit);
}

/* Return the date in seconds since 1970, modulo 2^32, as in signatures (RFC
 * 4034 section 3.1.5). */
uint32_t ddds_clock_date(void);

/* Return the remaining TTL of an answer with |ttl| seconds. |since| is when its
 * first part arrived, in milliseconds; 0: it arrived as a whole. */
uint32_t ddds_clock_remaining_ttl(uint64_t since, uint32_t ttl);

#endif
