/* SIGINT and SIGTERM, so that finished results are not lost.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INTERRUPT_H
#define BATCH_INTERRUPT_H

#include <stdbool.h>

/* From now on, the first of these signals sets a flag instead of ending the
 * process; ignored signals stay ignored. poll(2) returns on a signal and every
 * second. */
void interrupt_begin(void);

/* Has one come? */
bool interrupt_came(void);

/* End the process with the signal, as a parent expects. Without a signal, do
 * nothing. */
void interrupt_end(void);

#endif
