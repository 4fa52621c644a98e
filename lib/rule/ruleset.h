/* Rule sets, inside the library.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_RULESET_H
#define RULE_RULESET_H

#include <ddds/rule.h>

#include "rule/substitution.h"

/* The substitution of the rule at |index|, read and compiled on its first use
 * and shared from then on. NULL if allocation fails; an invalid one says so
 * in its |status|. Lives as long as the set. */
const struct ddds_substitution *
ddds_ruleset_substitution(const ddds_ruleset *ruleset, size_t index);

#endif
