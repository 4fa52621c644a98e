/* The library as a caller uses it: its database, and the ways to wait.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_CALLER_H
#define NETWORK_CALLER_H

#include <ddds/database.h>

#include "core/network/scenario.h"

void caller_open(const struct scenario *scenario);

/* The database to resolve with. */
ddds_database *caller_database(void);

/* Wait, as the scenario does, until something happens; |running| resolutions
 * are in flight. */
void caller_wait(uint64_t running);

/* Let what is left in flight end, demand that nothing is watched or timed then,
 * and free the database. */
void caller_close(void);

#endif
