/* The monotonic clock of databases that wait for answers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_DNS_CLOCK_H
#define DB_DNS_DNS_CLOCK_H

#include <stdint.h>

/* Monotonic milliseconds. */
uint64_t ddds_clock_now(void);

/* Monotonic microseconds. */
uint64_t ddds_clock_microseconds(void);

#endif
