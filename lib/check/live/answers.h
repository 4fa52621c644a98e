/* What answers tell that records do not.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_ANSWERS_H
#define CHECK_LIVE_ANSWERS_H

#include "check/live/live_state.h"

/* Nobody could say what |asked| asks. */
void ddds_answer_report_failure(struct live *live,
                                const struct live_question *asked);

/* A name that the user gave cannot be asked for: complain of it. */
void ddds_answer_refuse_name(struct live *live,
                             const struct live_question *asked);

/* A name that the user gave has no rules. */
void ddds_answer_report_no_rules(struct live *live,
                                 const struct live_question *asked);

/* A name that the user gave is an alias. */
void ddds_answer_report_alias(struct live *live,
                              const struct live_question *asked);

/* Look at the signatures that |asked| found at its name. */
void ddds_answer_check_signatures(struct live *live,
                                  const struct live_question *asked);

/* Say who vouches for the rules that |asked| found, |zone|, the check's newest:
 * once for each zone, and where signed rules lead to others. */
void ddds_answer_check_security(struct live *live,
                                const struct live_question *asked,
                                struct checked_zone *zone);

#endif
