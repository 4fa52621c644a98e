/* Reports findings with their corrected records.
 *
 * SPDX-License-Identifier: MIT */
#include "check/report/report.h"

struct finding *ddds_report(struct ddds_check *check,
                            struct finding_place place, enum check_code code,
                            const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding =
        ddds_findings_add(check->findings, &place, code, format, arguments);
    va_end(arguments);
    return finding;
}

void ddds_report_field(const struct subject *subject, enum naptr_field field,
                       enum check_code code, const char *format, ...)
{
    const struct finding_place place = ddds_place_field(subject->record, field);
    va_list arguments;
    va_start(arguments, format);
    ddds_findings_add(subject->check->findings, &place, code, format,
                      arguments);
    va_end(arguments);
}

void ddds_report_octets(const struct subject *subject, enum naptr_field field,
                        size_t offset, size_t length, enum check_code code,
                        const char *format, ...)
{
    const struct finding_place place =
        ddds_place_octets(subject->record, field, offset, length);
    va_list arguments;
    va_start(arguments, format);
    ddds_findings_add(subject->check->findings, &place, code, format,
                      arguments);
    va_end(arguments);
}

/* A correction replaces the whole line, because it includes the owner. */
static struct ddds_region find_replaced(const struct checked_record *record)
{
    struct ddds_region region = ddds_checked_record_whole(record);
    if (record->head[0].length == 0) {
        region.column = 1;
    }
    return region;
}

struct correction *ddds_report_fix(struct ddds_check *check,
                                   struct finding *finding,
                                   const struct checked_record *record,
                                   const struct draft *draft)
{
    if (finding == NULL || draft->is_unclear) {
        return NULL;
    }
    struct correction *correction =
        ddds_arena_array(&check->arena, 1, sizeof *correction);
    const char *line = ddds_draft_write(draft, record, &check->arena);
    if (correction != NULL) {
        *correction = (struct correction){
            .record = record, .line = line, .is_choice = draft->is_choice};
        ddds_report_share(finding, correction);
    }
    return correction;
}

void ddds_report_share(struct finding *finding, struct correction *correction)
{
    finding->fix = correction->line;
    finding->replaced = find_replaced(correction->record);
    finding->correction = correction;
}

void ddds_report_line(struct finding *finding,
                      const struct checked_record *record, const char *line)
{
    if (finding != NULL && line != NULL &&
        !ddds_checked_record_is_generated(record)) {
        finding->fix = line;
        finding->replaced = find_replaced(record);
    }
}
