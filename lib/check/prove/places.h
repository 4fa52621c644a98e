/* Positions of rules in zone files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_PLACES_H
#define CHECK_PROVE_PLACES_H

#include <stddef.h>

#include "db/memory/facts.h"

/* Initially zero; later sorted by the addresses of rules. */
struct places {
    struct memory_place *places;
    size_t count;
    size_t room;
};

/* List the rules that |database| returned in lookups. False if allocation
 * fails. */
bool ddds_places_read(struct places *places, const ddds_database *database);

/* Find |rule|; NULL if it is not in the list. */
const struct memory_place *ddds_places_find(const struct places *places,
                                            const struct ddds_rule *rule);

#endif
