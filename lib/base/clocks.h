/* The monotonic clock of databases that wait for answers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_CLOCKS_H
#define BASE_CLOCKS_H

#include <stdint.h>

/* Monotonic milliseconds. */
uint64_t ddds_clock_now(void);

/* Monotonic microseconds. */
uint64_t ddds_clock_microseconds(void);

/* The lesser of two times to wait, of which -1 is no limit. */
static inline int ddds_clock_sooner(int one, int other)
{
    return one < 0 || (other >= 0 && other < one) ? other : one;
}

/* The date in seconds since 1970, modulo 2^32, as signatures have it (RFC 4034
 * section 3.1.5). */
uint32_t ddds_clock_date(void);

/* What remains of |ttl| seconds, if a part of an answer has waited for the rest
 * since |since|, in milliseconds; 0: none has. */
uint32_t ddds_clock_remaining_ttl(uint64_t since, uint32_t ttl);

#endif
