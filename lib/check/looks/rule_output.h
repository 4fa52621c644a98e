/* What comes out of a rule.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LOOKS_RULE_OUTPUT_H
#define CHECK_LOOKS_RULE_OUTPUT_H

#include "check/judge/rule_view.h"
#include "check/report/check_group.h"

/* Look at what comes out of the rule: names and URIs that are none. */
void ddds_rule_output_check(struct subject *subject,
                            const struct rule_view *view);

#endif
