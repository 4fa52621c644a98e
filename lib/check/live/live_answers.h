/* Findings about answers rather than records.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_LIVE_ANSWERS_H
#define CHECK_LIVE_LIVE_ANSWERS_H

#include "check/live/live_state.h"
#include "check/report/codes.h"

/* Return the name of records of |type| for messages; static storage. */
const char *ddds_answer_describe(uint16_t type);

/* Report |code| about |name|, of which |server| sent no records; NULL: the
 * default server. */
__attribute__((format(printf, 5, 6))) void
ddds_answer_report(struct live *live, const char *server, const char *name,
                   enum check_code code, const char *format, ...);

/* Report that the lookup |asked| failed. */
void ddds_answer_report_failure(struct live *live,
                                const struct live_question *asked);

/* Pass a complaint to the caller: the lookup |asked|, of a name that the
 * caller gave, failed. */
void ddds_answer_refuse_name(struct live *live,
                             const struct live_question *asked);

/* Report that the name of |asked|, which the caller gave, has no rules. */
void ddds_answer_report_no_rules(struct live *live,
                                 const struct live_question *asked);

/* Report that the name of |asked|, which the caller gave, is an alias. */
void ddds_answer_report_alias(struct live *live,
                              const struct live_question *asked);

/* Report signatures over rules in the answer to |asked| that expire soon. */
void ddds_answer_check_signatures(struct live *live,
                                  const struct live_question *asked);

/* Report once per zone whether the rules that |asked| found are authenticated;
 * report signed rules that lead to unsigned rules. |zone| holds these rules,
 * the newest of the check. */
void ddds_answer_check_security(struct live *live,
                                const struct live_question *asked,
                                struct checked_zone *zone);

#endif
