/* Reports findings. finding.h says which of them are kept, counted or
 * dropped.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_REPORT_H
#define CHECK_REPORT_REPORT_H

#include "check/report/check_group.h"
#include "check/report/finding.h"

/* Report |code| at |place|; the rest says what in particular is wrong. Returns
 * NULL if the finding is dropped, or without memory (finding.h). */
__attribute__((format(printf, 4, 5))) struct finding *
ddds_report(struct ddds_check *check, struct finding_place place,
            enum check_code code, const char *format, ...);

/* Report |code| in |field| of the record that |subject| is about. */
__attribute__((format(printf, 4, 5))) void
ddds_report_field(const struct subject *subject, enum naptr_field field,
                  enum check_code code, const char *format, ...);

/* Report |code| in |length| octets of |field|, from |offset| on, of the record
 * that |subject| is about. */
__attribute__((format(printf, 6, 7))) void
ddds_report_octets(const struct subject *subject, enum naptr_field field,
                   size_t offset, size_t length, enum check_code code,
                   const char *format, ...);

/* Propose |draft| as the correction of |record| in |finding|, unless that is
 * NULL: for checks of sets and graphs. It is judged when all checks have run
 * (intake/corrections.h). Checks of single records change the draft of their
 * subject instead, which becomes the correction of those findings that it
 * removes. Return the correction; NULL without one, or without memory. */
struct correction *ddds_report_fix(struct ddds_check *check,
                                   struct finding *finding,
                                   const struct checked_record *record,
                                   const struct draft *draft);

/* Make |correction| that of |finding|, too. */
void ddds_report_share(struct finding *finding, struct correction *correction);

/* Make |line| the correction of |record|, of any type, in |finding|, unless one
 * of them is NULL. */
void ddds_report_line(struct finding *finding,
                      const struct checked_record *record, const char *line);

/* The region that a correction of |record| is written over: its whole line,
 * because a correction writes the owner out. */
struct ddds_region ddds_report_replaced(const struct checked_record *record);

#endif
