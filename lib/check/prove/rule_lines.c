/* Positions of rules in zone files.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/rule_lines.h"

#include <stdlib.h>

#include "base/grow.h"

static int compare_rules(const void *one, const void *other)
{
    uintptr_t left = (uintptr_t)((const struct memory_place *)one)->rule;
    uintptr_t right = (uintptr_t)((const struct memory_place *)other)->rule;
    return (left > right) - (left < right);
}

static bool add_line(void *context, const struct memory_place *place)
{
    struct rule_lines *lines = context;
    struct memory_place *more =
        ddds_grow(lines->list, lines->count, &lines->room, sizeof *more);
    if (more == NULL) {
        return false;
    }
    lines->list = more;
    lines->list[lines->count++] = *place;
    return true;
}

bool ddds_rule_lines_read(struct rule_lines *lines,
                          const ddds_database *database)
{
    bool ok = ddds_memory_places(database, add_line, lines);
    if (ok && lines->count > 0) {
        qsort(lines->list, lines->count, sizeof *lines->list, compare_rules);
    }
    return ok;
}

const struct memory_place *ddds_rule_lines_find(const struct rule_lines *lines,
                                                const struct ddds_rule *rule)
{
    const struct memory_place sought = {.rule = rule};
    return lines->count == 0 ? NULL
                             : bsearch(&sought, lines->list, lines->count,
                                       sizeof *lines->list, compare_rules);
}
