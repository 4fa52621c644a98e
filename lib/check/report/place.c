/* Places of findings.
 *
 * SPDX-License-Identifier: MIT */
#include "check/report/place.h"

struct finding_place ddds_place_region(const struct checked_record *record,
                                       struct ddds_region region)
{
    return (struct finding_place){
        .zone = record->zone,
        .file = record->file,
        .begin = record->raw,
        .length = record->raw_length,
        .line = record->line,
        .region = region,
        .owner = record->base.owner,
    };
}

struct finding_place ddds_place_octets(const struct checked_record *record,
                                       enum naptr_field field, size_t offset,
                                       size_t length)
{
    return ddds_place_region(
        record, ddds_checked_record_region(record, field, offset, length));
}

struct finding_place ddds_place_field(const struct checked_record *record,
                                      enum naptr_field field)
{
    return ddds_place_region(record,
                             ddds_checked_record_field_region(record, field));
}

struct finding_place ddds_place_record(const struct checked_record *record)
{
    return ddds_place_region(record, ddds_checked_record_whole(record));
}

struct finding_place ddds_place_problem(const struct checked_zone *zone,
                                        const struct zonefile_problem *problem)
{
    const struct token *token = &problem->refusal->token;
    return (struct finding_place){
        .zone = zone,
        .file = problem->file,
        .begin = token->text,
        .length = token->length,
        .line = token->line,
        .region = ddds_checked_record_refusal_region(problem->refusal),
        .owner = problem->record != NULL ? problem->record->base.owner : NULL,
    };
}

struct finding_place ddds_place_owner(const struct checked_zone *zone,
                                      const char *owner)
{
    return (struct finding_place){
        .zone = zone,
        .file = zone->name,
        .owner = owner,
    };
}
