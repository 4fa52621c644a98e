/* Reporting: where a finding is, and what the record should be instead.
 *
 * SPDX-License-Identifier: MIT */
#include "check/report/report.h"

/* ---- Findings --------------------------------------------------------- */

static struct finding_place place_of(const struct record *record,
                                     struct ddds_region region)
{
    return (struct finding_place){
        .zone = record->zone,
        .file = record->file,
        .begin = record->raw,
        .length = record->raw_length,
        .line = record->line,
        .region = region,
        .owner = record->owner,
    };
}

struct finding *ddds_report_field(struct ddds_check *check,
                                  const struct record *record,
                                  enum check_code code, enum naptr_field field,
                                  size_t offset, size_t length,
                                  const char *format, ...)
{
    const struct finding_place place =
        place_of(record, ddds_record_region(record, field, offset, length));
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

struct finding *ddds_report_whole_field(struct ddds_check *check,
                                        const struct record *record,
                                        enum check_code code,
                                        enum naptr_field field,
                                        const char *format, ...)
{
    const struct finding_place place =
        place_of(record, ddds_record_field_region(record, field));
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

struct finding *ddds_report_record(struct ddds_check *check,
                                   const struct record *record,
                                   enum check_code code, const char *format,
                                   ...)
{
    const struct finding_place place =
        place_of(record, ddds_record_whole(record));
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

struct finding *ddds_report_region(struct ddds_check *check,
                                   const struct record *record,
                                   enum check_code code,
                                   struct ddds_region region,
                                   const char *format, ...)
{
    const struct finding_place place = place_of(record, region);
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

struct finding *ddds_report_name(struct ddds_check *check, struct zone *zone,
                                 const char *owner, enum check_code code,
                                 const char *format, ...)
{
    const struct finding_place place = {
        .zone = zone,
        .file = zone->name,
        .owner = owner,
    };
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

struct finding *ddds_report_problem(struct ddds_check *check, struct zone *zone,
                                    const struct zonefile_problem *problem,
                                    enum check_code code, const char *format,
                                    ...)
{
    const struct token *token = &problem->refusal->token;
    const struct finding_place place = {
        .zone = zone,
        .file = problem->file,
        .begin = token->text,
        .length = token->length,
        .line = token->line,
        .region = ddds_refusal_region(problem->refusal),
        .owner = problem->record != NULL ? problem->record->owner : NULL,
    };
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(&check->findings, &place, code, format, arguments);
    va_end(arguments);
    if (finding != NULL && finding->owner != NULL) {
        /* The reader's own memory. */
        finding->owner = ddds_arena_string(&check->arena, finding->owner);
    }
    return finding;
}

/* ---- Corrections ------------------------------------------------------ */

/* What a correction of |record| is written over: all of its line, since its
 * owner is written out. */
struct ddds_region ddds_report_replaced(const struct record *record)
{
    struct ddds_region region = ddds_record_whole(record);
    if (record->head[0].text == NULL) {
        region.column = 1;
    }
    return region;
}

void ddds_report_fix(struct ddds_check *check, struct finding *finding,
                     const struct record *record, const struct draft *draft)
{
    if (finding == NULL || draft->is_unclear) {
        return;
    }
    finding->fix = ddds_draft_write(draft, record, &check->arena);
    finding->replaced = ddds_report_replaced(record);
    if (finding->fix == NULL) {
        check_fail(check);
    }
}
