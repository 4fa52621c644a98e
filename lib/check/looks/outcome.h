/* What comes out of a rule.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LOOKS_OUTCOME_H
#define CHECK_LOOKS_OUTCOME_H

#include "check/judge/rule_view.h"

/* Look at what comes out of the rule: names and URIs that are none. */
void ddds_outcome_check(struct subject *subject, const struct rule_view *view);

#endif
