/* Records that tie, in an order that does not depend on the server.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_TIES_H
#define ENGINE_TIES_H

#include <stddef.h>

#include <ddds/question.h>

#include "base/arena.h"
#include "rule/ruleset.h"

/* The places of the rules of |ruleset|: those of one order and preference in
 * canonical order. NULL without memory. */
const size_t *ddds_ties_of_rules(const ddds_ruleset *ruleset,
                                 struct arena *arena);

/* Put the servers, addresses and URIs of |answer|, which are the caller's, into
 * the order of their numbers, and those that tie into canonical order. NULL is
 * allowed. */
void ddds_ties_sort_answer(const struct ddds_answer *answer);

#endif
