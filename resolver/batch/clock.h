/* Monotonic clock.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_CLOCK_H
#define BATCH_CLOCK_H

#include <stdint.h>

/* Return monotonic milliseconds. */
uint64_t read_clock(void);

/* Return the time in |milliseconds| from now; 0 for 0. */
uint64_t clock_after(unsigned milliseconds);

#endif
