/* Invalid expressions: codes of faults, and corrections.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "check/judge/judging.h"
#include "check/report/repair.h"

/* Return the code for a rejected ERE. */
static enum check_code code_of_ere(enum ere_fault fault)
{
    switch (fault) {
    case ERE_FAULT_EMPTY:
        return CODE_EMPTY_EXPRESSION;
    case ERE_FAULT_PERL:
        return CODE_PERL;
    case ERE_FAULT_UNDEFINED:
    case ERE_FAULT_REPETITION:
        return CODE_UNDEFINED;
    case ERE_FAULT_HYPHEN:
        return CODE_HYPHEN;
    case ERE_FAULT_SIZE:
        return CODE_BOMB;
    case ERE_FAULT_NONE:
    case ERE_FAULT_SYNTAX:
        break;
    }
    return CODE_NO_EXPRESSION;
}

static enum check_code code_of(const struct ddds_substitution *substitution)
{
    switch (substitution->fault) {
    case SUBSTITUTION_FAULT_DELIMITER:
        return CODE_DELIMITER;
    case SUBSTITUTION_FAULT_DELIMITERS:
        return CODE_DELIMITERS;
    case SUBSTITUTION_FAULT_FLAG:
        return CODE_FLAG;
    case SUBSTITUTION_FAULT_ERE:
        return code_of_ere(substitution->ere_fault);
    case SUBSTITUTION_FAULT_ZERO:
        return CODE_BACKREFERENCE_ZERO;
    case SUBSTITUTION_FAULT_BACKREFERENCE:
        return CODE_BACKREFERENCE;
    case SUBSTITUTION_FAULT_ESCAPE:
        return CODE_NEEDLESS_BACKSLASH;
    case SUBSTITUTION_FAULT_NONE:
    case SUBSTITUTION_FAULT_LENGTH:
        break;
    }
    return CODE_NO_EXPRESSION;
}

/* Record the fault. A hint in the notation of expressions is converted to that
 * of zone files. */
static void observe(struct judging *judging,
                    const struct ddds_substitution *substitution, size_t offset)
{
    static const char hint[] = "as in ^\\+";
    const char *detail = substitution->detail;
    const char *at = strstr(detail, hint);
    if (at == NULL) {
        ddds_judging_observe(judging, code_of(substitution), offset, 1, "%s",
                             detail);
    } else {
        ddds_judging_observe(judging, code_of(substitution), offset, 1,
                             "%.*sin a zone file ^\\\\+%s", (int)(at - detail),
                             detail, at + sizeof hint - 1);
    }
}

void ddds_judge_unusable(struct judging *judging,
                         const struct ddds_substitution *substitution)
{
    char repaired[DRAFT_FIELD_SIZE];
    if (substitution->fault == SUBSTITUTION_FAULT_LENGTH) {
        return; /* a long string, which 1xx reports */
    }
    size_t offset =
        substitution->offset == DDDS_NO_OFFSET ? 0 : substitution->offset;
    observe(judging, substitution, offset);
    if (ddds_repair_refused(judging->expression->regexp, substitution->fault,
                            substitution->ere_fault, offset, repaired)) {
        ddds_judging_repair(judging, repaired);
    }
}
