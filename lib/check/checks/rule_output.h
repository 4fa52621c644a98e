/* Checks of the output of a rule.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CHECKS_RULE_OUTPUT_H
#define CHECK_CHECKS_RULE_OUTPUT_H

#include "check/judge/rule_view.h"
#include "check/report/check_group.h"

/* Report outputs of the rule that are not valid names or URIs. */
void ddds_rule_output_check(struct subject *subject,
                            const struct rule_view *view);

#endif
