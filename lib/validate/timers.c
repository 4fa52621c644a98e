/* Binary heap of timers. Each timer knows its index, because most timers are
 * stopped before they are due.
 *
 * SPDX-License-Identifier: MIT */
#include "validate/timers.h"

#include <stdlib.h>

bool ddds_timers_reserve(struct timers *timers)
{
    enum { SIZE_MIN = 64 };
    if (timers->reserved == timers->size) {
        size_t size = timers->size == 0 ? SIZE_MIN : 2 * timers->size;
        struct timer **heap =
            realloc(timers->heap, (size + 1) * sizeof(struct timer *));
        if (heap == NULL) {
            return false;
        }
        timers->heap = heap;
        timers->size = size;
    }
    timers->reserved++;
    return true;
}

void ddds_timers_release(struct timers *timers)
{
    timers->reserved--;
}

static void put(struct timers *timers, struct timer *timer, size_t place)
{
    timers->heap[place] = timer;
    timer->place = place;
}

/* Place |timer| at |place|, or higher if it is due before its ancestors. */
static void move_up(struct timers *timers, struct timer *timer, size_t place)
{
    while (place > 1 && timers->heap[place / 2]->due > timer->due) {
        put(timers, timers->heap[place / 2], place);
        place /= 2;
    }
    put(timers, timer, place);
}

/* Place |timer| at |place|, or lower if it is due after its descendants. */
static void move_down(struct timers *timers, struct timer *timer, size_t place)
{
    struct timer **heap = timers->heap;
    for (size_t below = 2 * place; below <= timers->count; below = 2 * place) {
        below +=
            below < timers->count && heap[below + 1]->due < heap[below]->due;
        if (heap[below]->due >= timer->due) {
            break;
        }
        put(timers, heap[below], place);
        place = below;
    }
    put(timers, timer, place);
}

void ddds_timers_stop(struct timers *timers, struct timer *timer)
{
    size_t place = timer->place;
    if (place == 0) {
        return;
    }
    timer->place = 0;
    struct timer *last = timers->heap[timers->count--];
    if (last == timer) {
        return;
    }
    if (last->due < timer->due) {
        move_up(timers, last, place);
    } else {
        move_down(timers, last, place);
    }
}

void ddds_timers_set(struct timers *timers, struct timer *timer, uint64_t due)
{
    ddds_timers_stop(timers, timer);
    timer->due = due;
    move_up(timers, timer, ++timers->count);
}

struct timer *ddds_timers_take(struct timers *timers, uint64_t now)
{
    struct timer *next = timers->count > 0 ? timers->heap[1] : NULL;
    if (next == NULL || next->due > now) {
        return NULL;
    }
    ddds_timers_stop(timers, next);
    return next;
}

uint64_t ddds_timers_next(const struct timers *timers)
{
    return timers->count > 0 ? timers->heap[1]->due : UINT64_MAX;
}

void ddds_timers_free(struct timers *timers)
{
    free(timers->heap);
}
