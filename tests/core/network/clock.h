/* Virtual time, which only the simulation advances.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_CLOCK_H
#define NETWORK_CLOCK_H

#include <stdint.h>

/* Let virtual time begin at |now|, in microseconds of the monotonic clock. */
void virtual_begin(uint64_t now);

/* The real clocks are back. */
void virtual_end(void);

/* The monotonic time in microseconds; 0 outside of a run. */
uint64_t virtual_now(void);

/* Let time pass until |now|; nothing if that is past. */
void virtual_pass(uint64_t now);

/* Let |microseconds| pass at once, as while the process is stopped. */
void virtual_jump(uint64_t microseconds);

/* The sum of all jumps. */
uint64_t virtual_jumped(void);

/* Move the date by |seconds|, forwards or backwards. */
void virtual_set_date(int64_t seconds);

/* A planted mistake: the clock that the library's cache reads stands still. */
void virtual_plant_standing(void);

#endif
