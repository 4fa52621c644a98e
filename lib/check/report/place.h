/* Places of findings: in a field, in a record, in a line that cannot be
 * read, or at a name that has no record.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_PLACE_H
#define CHECK_REPORT_PLACE_H

#include "check/model/checked_record.h"

/* A place that findings are about. */
struct finding_place {
    const struct checked_zone *zone;
    const char *file;
    const char *begin; /* the part of the text in which comments may ignore */
    size_t length;
    uint32_t line; /* of |begin| */
    struct ddds_region region;
    const char *owner; /* borrowed, or NULL */
};

/* |length| octets of |field| of |record|, from |offset| on, as
 * ddds_checked_record_region counts them. */
struct finding_place ddds_place_octets(const struct checked_record *record,
                                       enum naptr_field field, size_t offset,
                                       size_t length);

/* All of |field| of |record|. */
struct finding_place ddds_place_field(const struct checked_record *record,
                                      enum naptr_field field);

/* All of |record|, which may be of any type. */
struct finding_place ddds_place_record(const struct checked_record *record);

/* The part |region| of |record|. */
struct finding_place ddds_place_region(const struct checked_record *record,
                                       struct ddds_region region);

/* The part of |zone| that could not be read. */
struct finding_place ddds_place_problem(const struct checked_zone *zone,
                                        const struct zonefile_problem *problem);

/* The name |owner|, which no record of |zone| has to have. */
struct finding_place ddds_place_owner(const struct checked_zone *zone,
                                      const char *owner);

#endif
