/* Positions of rules in zone files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_RULE_LINES_H
#define CHECK_PROVE_RULE_LINES_H

#include <stddef.h>

#include "db/memory/facts.h"

/* Initially zero; later sorted by the addresses of rules. */
struct rule_lines {
    struct memory_place *list;
    size_t count;
    size_t room;
};

/* List the rules that |database| returned in lookups. False if allocation
 * fails. */
bool ddds_rule_lines_read(struct rule_lines *lines,
                          const ddds_database *database);

/* Find |rule|; NULL if it is not in the list. */
const struct memory_place *ddds_rule_lines_find(const struct rule_lines *lines,
                                                const struct ddds_rule *rule);

#endif
