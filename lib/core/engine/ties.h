/* Canonical order of ties, independent of the server.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ENGINE_TIES_H
#define ENGINE_TIES_H

#include <stddef.h>

#include <ddds/question.h>

#include "base/arena.h"
#include "rule/ruleset.h"

/* Return the indices of the rules of |ruleset|, with rules of the same order
 * and preference in canonical order. NULL without memory. */
const size_t *ddds_ties_of_rules(const ddds_ruleset *ruleset,
                                 struct arena *arena);

/* Sort the servers, addresses and URIs of |answer|, which may be NULL and is
 * the caller's, by their numbers, and ties in canonical order. */
void ddds_ties_sort_answer(const struct ddds_answer *answer);

#endif
