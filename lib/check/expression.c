/* 2xx: what the substitution expression is (RFC 3402 section 3.2).
 *
 * SPDX-License-Identifier: MIT */
#include "check/expression.h"

#include "check/check.h"

/* Whatever the library's own reader refuses. */
static void check_usable(struct ddds_check *check, const struct record *record)
{
    if (*record->naptr->rule.regexp == '\0' ||
        record->naptr->has_nul[NAPTR_REGEXP]) {
        return;
    }
    const struct expression *expression =
        ddds_expressions_find(check->expressions, record->naptr->rule.regexp);
    if (expression == NULL) {
        check->status = DDDS_NO_MEMORY;
    } else if (expression->substitution == NULL) {
        ddds_report_field(check, record, CODE_NO_EXPRESSION, NAPTR_REGEXP,
                          expression->error.offset, 1, "%s",
                          expression->error.detail);
    }
}

static check_record_fn *const records[] = {
    check_usable,
    NULL,
};

const struct check_group ddds_check_expression = {.records = records};
