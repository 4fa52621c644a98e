/* Guarantees of zones in memory for resolutions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_KEEPING_H
#define DB_MEMORY_KEEPING_H

#include <stdbool.h>

#include <ddds/database.h>

/* Is |database| one of zones in memory? It answers at once, and keeps every
 * rule set of its answers until it is freed: whoever is gone by then need not
 * hold them. */
bool ddds_memory_keeps_rulesets(const ddds_database *database);

#endif
