/* Common functions of the judges of an expression.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/judging.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check/report/repair.h"
#include "rule/ere_scan.h"

void ddds_judging_observe(struct judging *judging, enum check_code code,
                          size_t offset, size_t length, const char *format, ...)
{
    struct expression *expression = judging->expression;
    char detail[DDDS_DETAIL_SIZE];
    va_list arguments;
    if (expression->observation_count == OBSERVATIONS) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    const char *kept = ddds_arena_string(judging->arena, detail);
    judging->observations[expression->observation_count++] =
        (struct observation){
            .code = code,
            .offset = (uint16_t)offset,
            .length = (uint16_t)length,
            .detail = kept,
        };
}

bool ddds_judging_has_observed(const struct judging *judging,
                               enum check_code code)
{
    for (size_t i = 0; i < judging->expression->observation_count; i++) {
        if (judging->observations[i].code == code) {
            return true;
        }
    }
    return false;
}

size_t ddds_judging_place(const struct judging *judging, size_t at)
{
    size_t width = strlen(judging->read->delimiter);
    return width + ddds_ere_scan_place(judging->expression->regexp + width,
                                       judging->replacement_at - 2 * width,
                                       judging->read->delimiter, at);
}

void ddds_judging_repair(struct judging *judging, const char *regexp)
{
    if (judging->repaired == NULL) {
        judging->repaired = ddds_arena_string(judging->arena, regexp);
    }
}

void ddds_judging_compose(struct judging *judging, char wish, const char *ere,
                          const char *replacement, const char *flags)
{
    char repaired[DRAFT_FIELD_SIZE];
    if (ddds_repair_compose(wish, ere, replacement, flags, repaired)) {
        ddds_judging_repair(judging, repaired);
    }
}

void ddds_judging_repair_ere(struct judging *judging, const char *format, ...)
{
    const struct ddds_substitution *read = judging->read;
    char ere[DRAFT_FIELD_SIZE];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(ere, sizeof ere, format, arguments) < (int)sizeof ere) {
        ddds_judging_compose(judging, *read->delimiter, ere, judging->plain,
                             read->flags);
    }
    va_end(arguments);
}

void ddds_judging_repair_replacement(struct judging *judging,
                                     const char *format, ...)
{
    const struct ddds_substitution *read = judging->read;
    char replacement[DRAFT_FIELD_SIZE];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(replacement, sizeof replacement, format, arguments) <
        (int)sizeof replacement) {
        ddds_judging_compose(judging, *read->delimiter, read->ere, replacement,
                             read->flags);
    }
    va_end(arguments);
}
