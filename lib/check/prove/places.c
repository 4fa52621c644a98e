/* Positions of rules in zone files.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/places.h"

#include <stdlib.h>

static int compare_rules(const void *one, const void *other)
{
    uintptr_t left = (uintptr_t)((const struct memory_place *)one)->rule;
    uintptr_t right = (uintptr_t)((const struct memory_place *)other)->rule;
    return (left > right) - (left < right);
}

static bool add_place(void *context, const struct memory_place *place)
{
    struct places *places = context;
    if (places->count == places->room) {
        size_t room = places->room == 0 ? 64 : places->room * 2;
        struct memory_place *more =
            realloc(places->places, room * sizeof *more);
        if (more == NULL) {
            return false;
        }
        places->places = more;
        places->room = room;
    }
    places->places[places->count++] = *place;
    return true;
}

bool ddds_places_read(struct places *places, const ddds_database *database)
{
    bool ok = ddds_memory_places(database, add_place, places);
    if (ok && places->count > 0) {
        qsort(places->places, places->count, sizeof *places->places,
              compare_rules);
    }
    return ok;
}

const struct memory_place *ddds_places_find(const struct places *places,
                                            const struct ddds_rule *rule)
{
    const struct memory_place sought = {.rule = rule};
    return places->count == 0 ? NULL
                              : bsearch(&sought, places->places, places->count,
                                        sizeof *places->places, compare_rules);
}
