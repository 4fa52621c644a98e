/* Reports findings, which finding.h stores, counts or drops.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_REPORT_H
#define CHECK_REPORT_REPORT_H

#include "check/report/check_group.h"
#include "check/report/finding.h"

/* Report |code| at |place|; |format| is the detail. Return NULL if the finding
 * is dropped, or without memory (finding.h). */
__attribute__((format(printf, 4, 5))) struct finding *
ddds_report(struct ddds_check *check, struct finding_place place,
            enum check_code code, const char *format, ...);

/* Report |code| in |field| of the record of |subject|. */
__attribute__((format(printf, 4, 5))) void
ddds_report_field(const struct subject *subject, enum naptr_field field,
                  enum check_code code, const char *format, ...);

/* Report |code| in |length| octets of |field|, from |offset| on, of the record
 * of |subject|. */
__attribute__((format(printf, 6, 7))) void
ddds_report_octets(const struct subject *subject, enum naptr_field field,
                   size_t offset, size_t length, enum check_code code,
                   const char *format, ...);

/* Propose |draft| as the correction of |record| in |finding|, unless |finding|
 * is NULL. For checks of sets and graphs. It is judged after all checks have
 * run (intake/corrections.h). Checks of single records change the draft of
 * their subject instead, which becomes the correction of the findings that it
 * removes. Return the correction; NULL without correction or memory. */
struct correction *ddds_report_fix(struct ddds_check *check,
                                   struct finding *finding,
                                   const struct checked_record *record,
                                   const struct draft *draft);

/* Add |correction| to another |finding|. */
void ddds_report_share(struct finding *finding, struct correction *correction);

/* Set |line| as the correction of |record|, of any type, in |finding|, unless
 * |line| or |finding| is NULL, or a $GENERATE line made |record|. */
void ddds_report_line(struct finding *finding,
                      const struct checked_record *record, const char *line);

#endif
