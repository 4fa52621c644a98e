/* SIGINT and SIGTERM end a batch without loss of results.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_INTERRUPT_H
#define BATCH_INTERRUPT_H

#include <stdbool.h>

/* Let the first signal of each kind set a flag, the second end the process.
 * Ignored signals stay ignored. poll(2) returns at least every second. */
void interrupt_begin(void);

/* Return true after a signal. */
bool interrupt_came(void);

/* If a signal came, end the process with it, as parent processes expect. */
void interrupt_end(void);

#endif
