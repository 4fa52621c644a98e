/* Recognises zones in memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_KEEPING_H
#define DB_MEMORY_KEEPING_H

#include <stdbool.h>

#include <ddds/database.h>

/* Return true if |database| consists of zones in memory. These answer
 * immediately, and keep every rule set of their answers until they are
 * freed. */
bool ddds_memory_keeps_rulesets(const ddds_database *database);

#endif
