/* Points in time at which something is to be done, the next one first.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_TIMERS_H
#define VALIDATE_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A member of what waits. All zero, it is not set. */
struct timer {
    uint64_t due; /* clock time in microseconds */
    size_t place; /* in the heap, from 1; 0: not set */
    void (*fire)(struct timer *timer);
};

/* A heap: no timer is due before the one at half its place. All zero, it is
 * empty and has no place. */
struct timers {
    struct timer **heap; /* from 1 */
    size_t count;
    size_t size;
    size_t reserved;
};

/* Allocate a place for one timer more, so that setting it cannot fail; false if
 * memory cannot be allocated. ddds_timers_release gives a place back. */
bool ddds_timers_reserve(struct timers *timers);
void ddds_timers_release(struct timers *timers);

/* Set |timer|, for which there is a place, to |due|. */
void ddds_timers_set(struct timers *timers, struct timer *timer, uint64_t due);

/* Stop |timer|, if it is set. */
void ddds_timers_stop(struct timers *timers, struct timer *timer);

/* Stop the next timer and return it if it is due at |now|; else NULL. */
struct timer *ddds_timers_take(struct timers *timers, uint64_t now);

/* When the next timer is due; UINT64_MAX if none is set. */
uint64_t ddds_timers_next(const struct timers *timers);

/* Free the heap. */
void ddds_timers_free(struct timers *timers);

#endif
