/* The journal of a run. Every event has a number, is part of a hash, and is
 * printed on request. A run that breaks an invariant ends here, with the
 * command that repeats it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_JOURNAL_H
#define NETWORK_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

/* Begin a run. |replay| is the command that repeats it; it must stay valid. */
void journal_begin(const char *replay, bool prints);

/* Record an event: |what| happened to |subject| with |detail|. Then check the
 * invariants that hold at any time. */
void journal_note(const char *what, uint64_t subject, uint64_t detail);

/* Call |check| after each event; NULL: nothing. */
void journal_watch(void (*check)(void));

uint64_t journal_events(void);
uint64_t journal_hash(void);

/* End the process with status 1: print the mistake, the number of the event,
 * and the command that repeats the run. */
_Noreturn void journal_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#define demand(condition, ...)                                                 \
    ((condition) ? (void)0 : journal_fail(__VA_ARGS__))

#endif
