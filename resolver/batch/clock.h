/* The clock of the tool.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_CLOCK_H
#define BATCH_CLOCK_H

#include <stdint.h>

/* Monotonic milliseconds. */
uint64_t read_clock(void);

/* The clock in |milliseconds| from now; 0 stays 0. */
uint64_t clock_after(unsigned milliseconds);

#endif
