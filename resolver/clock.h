/* The clock of the tool.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVER_CLOCK_H
#define RESOLVER_CLOCK_H

#include <stdint.h>

/* Monotonic milliseconds. */
uint64_t read_clock(void);

#endif
