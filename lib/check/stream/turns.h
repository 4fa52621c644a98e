/* Does numbered work with several threads, whose results are taken one after the
 * other in the order of the numbers: so they are those of one thread.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_STREAM_TURNS_H
#define CHECK_STREAM_TURNS_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

struct turns;

/* One piece of the work. */
struct turn {
    struct turns *turns;
    size_t number; /* from 0 on */
    struct ddds_error error;
};

/* Does |turn|; several threads call it. Before it uses what they share, it waits
 * for its turn. When it fails, |turn->error| says why. */
typedef ddds_status turn_fn(void *context, struct turn *turn);

/* Do the turns 0 to |count| - 1 with |threads| threads, of which the caller is one,
 * or as many as can be started. No signals are delivered to the others. Fails as
 * the first turn does that fails; those behind it are not taken. */
ddds_status ddds_turns_run(unsigned threads, size_t count, turn_fn *work,
                           void *context, struct ddds_error *error);

/* Wait until all turns before |turn| have ended. False if one of them has failed:
 * nothing is to be taken then. */
bool ddds_turn_wait(const struct turn *turn);

#endif
