/* SIGINT and SIGTERM, so that finished results are not lost.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INTERRUPT_H
#define BATCH_INTERRUPT_H

#include <stdbool.h>

/* Note those signals from now on instead of dying of them, the first time;
 * those that were ignored stay so. What waits in poll(2) is woken up; if
 * |ticks|, every second, too. */
void interrupt_begin(bool ticks);

/* Has one come? */
bool interrupt_came(void);

/* End the process with the signal, as a parent expects. Without a signal, do
 * nothing. */
void interrupt_end(void);

#endif
