/* What checks call to report findings. finding.h says which of them are kept,
 * counted or dropped.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_REPORT_H
#define CHECK_REPORT_REPORT_H

#include "check/check.h"
#include "check/model/draft.h"

/* |length| octets from |offset| on in |field| of |record|, as
 * ddds_record_region counts them. */
__attribute__((format(printf, 7, 8))) struct finding *
ddds_report_field(struct ddds_check *check, const struct record *record,
                  enum check_code code, enum naptr_field field, size_t offset,
                  size_t length, const char *format, ...);

/* All of |field|. */
__attribute__((format(printf, 5, 6))) struct finding *
ddds_report_whole_field(struct ddds_check *check, const struct record *record,
                        enum check_code code, enum naptr_field field,
                        const char *format, ...);

/* All of |record|, which may be of any type. */
__attribute__((format(printf, 4, 5))) struct finding *
ddds_report_record(struct ddds_check *check, const struct record *record,
                   enum check_code code, const char *format, ...);

/* A piece of |record|. */
__attribute__((format(printf, 5, 6))) struct finding *
ddds_report_region(struct ddds_check *check, const struct record *record,
                   enum check_code code, struct ddds_region region,
                   const char *format, ...);

/* What could not be read. */
__attribute__((format(printf, 5, 6))) struct finding *
ddds_report_problem(struct ddds_check *check, struct zone *zone,
                    const struct zonefile_problem *problem,
                    enum check_code code, const char *format, ...);

/* Something about |owner| that is in no record, in what |zone| was made of. */
__attribute__((format(printf, 5, 6))) struct finding *
ddds_report_name(struct ddds_check *check, struct zone *zone, const char *owner,
                 enum check_code code, const char *format, ...);

/* Hand |draft| to |finding|, or to nobody if that is NULL, as the correction of
 * |record|: for sets and graphs. Checks of single records correct
 * |check->draft| instead, and those of their findings that it makes go away
 * have it for their correction. */
void ddds_report_fix(struct ddds_check *check, struct finding *finding,
                     const struct record *record, const struct draft *draft);

/* The region that a correction of |record| is written over: its whole line,
 * because a correction writes the owner out. */
struct ddds_region ddds_report_replaced(const struct record *record);

#endif
