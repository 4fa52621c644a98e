/* Expressions that are none: which rule they break, in words of their own for
 * each kind.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "check/looks/expression.h"
#include "check/report/repair.h"

/* The code for what the reader of EREs refuses. */
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

void ddds_judge_refused(struct judging *judging,
                        const struct ddds_substitution *substitution)
{
    struct expression *expression = judging->expression;
    char repaired[DRAFT_FIELD_SIZE];
    if (substitution->fault == SUBSTITUTION_FAULT_LENGTH) {
        return; /* the string as such is too long: 1xx says so */
    }
    size_t offset =
        substitution->offset == DDDS_NO_OFFSET ? 0 : substitution->offset;
    ddds_observe(judging, code_of(substitution), offset, 1, "%s",
                 substitution->detail);
    if (ddds_repair_refused(expression->regexp, substitution->fault,
                            substitution->ere_fault, offset, repaired)) {
        expression->repaired = ddds_arena_string(judging->arena, repaired);
        judging->has_failed |= expression->repaired == NULL;
    }
}
