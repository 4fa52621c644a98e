/* Priority queue of timers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_TIMERS_H
#define VALIDATE_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A timer, a member of the object that waits. Zero-initialised, it is not
 * set. */
struct timer {
    uint64_t due; /* clock time in microseconds */
    size_t place; /* index in the heap, from 1; 0: not set */
    void (*fire)(struct timer *timer);
};

/* Binary heap: no timer is due before its parent, at half its index. */
struct timers {
    struct timer **heap; /* elements from 1 on */
    size_t count;
    size_t size;
    size_t reserved;
};

/* Reserve memory for a further timer, so that setting it cannot fail. False
 * without memory. ddds_timers_release() releases the reservation. */
bool ddds_timers_reserve(struct timers *timers);
void ddds_timers_release(struct timers *timers);

/* Set |timer|, for which memory is reserved, to |due|. */
void ddds_timers_set(struct timers *timers, struct timer *timer, uint64_t due);

/* Stop |timer|, if it is set. */
void ddds_timers_stop(struct timers *timers, struct timer *timer);

/* Stop and return the next timer if it is due at |now|; otherwise NULL. */
struct timer *ddds_timers_take(struct timers *timers, uint64_t now);

/* Return the time of the next timer; UINT64_MAX if none is set. */
uint64_t ddds_timers_next(const struct timers *timers);

/* Free the heap. */
void ddds_timers_free(struct timers *timers);

#endif
