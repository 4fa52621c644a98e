/* 1xx: what the text of the file says, or fails to say (RFC 1035 section 5).
 *
 * The reader of master files has refused what no server loads; this file says
 * in its own words what NAPTR records get wrong, and looks for what loads but
 * is not what was meant.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "check/check.h"
#include "check/expression.h"

static const char *const field_names[NAPTR_FIELDS] = {
    "order", "preference", "flags", "services", "regexp", "replacement"};

/* ---- Lines --------------------------------------------------------------- */

static void check_line(struct ddds_check *check, struct zone *zone,
                       const struct zonefile_problem *problem)
{
    ddds_report_problem(check, zone, problem, CODE_NO_SYNTAX, "%s",
                        problem->refusal->what);
}

/* ---- Words --------------------------------------------------------------- */

/* "\1" in a master file. The correction is there already: what the draft began
 * with is what was meant. */
static void check_single_backslash(struct ddds_check *check,
                                   const struct record *record)
{
    for (int i = NAPTR_FLAGS; i <= NAPTR_REGEXP; i++) {
        const struct word *word = &record->naptr->words[i];
        const char *at = word->text;
        const char *end = at + word->length;
        size_t offset = 0;
        while (at != NULL && at < end) {
            const char *begin = at;
            if (ddds_escape_read(&at, end) < 0) {
                ddds_report_field(
                    check, record, CODE_SINGLE_BACKSLASH, (enum naptr_field)i,
                    offset, 1, "\"\\%c\" in the %s is no escape; write \\\\%c",
                    begin[1], field_names[i], begin[1]);
                check->draft.is_touched = true;
                break;
            }
            offset++;
        }
    }
}

static bool is_number(const struct word *word)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < word->length; i++) {
        if (!ascii_is_digit((unsigned char)word->text[i]) ||
            number > UINT16_MAX) {
            return false;
        }
        number = number * 10 + (uint32_t)(word->text[i] - '0');
    }
    return word->length > 0 && !word->is_quoted && number <= UINT16_MAX;
}

static void check_number(struct ddds_check *check, const struct record *record)
{
    for (int i = NAPTR_ORDER; i <= NAPTR_PREFERENCE; i++) {
        const struct word *word = &record->naptr->words[i];
        if (word->text != NULL && !is_number(word)) {
            ddds_report_whole_field(
                check, record, CODE_NUMBER_RANGE, (enum naptr_field)i,
                "%s \"%.*s\" is no number from 0 to 65535", field_names[i],
                (int)(word->length < 60 ? word->length : 60), word->text);
            check->draft.is_touched = true;
        }
    }
}

static check_problem_fn *const problems[] = {check_line, NULL};

static check_record_fn *const records[] = {
    check_single_backslash,
    check_number,
    NULL,
};

const struct check_group ddds_check_syntax = {
    .problems = problems,
    .records = records,
};
