/* Future events, in the order of time; events at the same time in the order in
 * which they were planned.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_AGENDA_H
#define NETWORK_AGENDA_H

#include <stdint.h>

/* Something happens, with the |subject| and |number| with which it was
 * planned. */
typedef void agenda_fn(void *subject, uint64_t number);

/* Plan that |happen| is called at the virtual time |at|. |subject| is NULL or
 * from malloc; |happen| frees it. */
void agenda_add(uint64_t at, agenda_fn *happen, void *subject, uint64_t number);

/* Return the time of the next event; UINT64_MAX without an event. */
uint64_t agenda_next(void);

/* Let the next event happen, at its time or, if that is past, now. */
void agenda_step(void);

/* Forget all events and free their subjects. */
void agenda_clear(void);

#endif
