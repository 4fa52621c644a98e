/* Findings about answers rather than records.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LIVE_LIVE_ANSWERS_H
#define CHECK_LIVE_LIVE_ANSWERS_H

#include "check/live/live_state.h"
#include "check/report/codes.h"

/* The records of |type|, as messages name them; static storage. */
const char *ddds_answer_describe(uint16_t type);

/* Report |code| about |name|, of which |server| sent no records; NULL: the
 * server that answers. */
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

/* Report whether the rules that |asked| found are authenticated, once for
 * each zone, and signed rules that lead to unsigned ones. |zone| holds
 * these rules, the newest of the check. */
void ddds_answer_check_security(struct live *live,
                                const struct live_question *asked,
                                struct checked_zone *zone);

#endif
