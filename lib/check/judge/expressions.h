/* What is known of a substitution expression: it is read, compiled and judged
 * once, however many records have it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_EXPRESSIONS_H
#define CHECK_JUDGE_EXPRESSIONS_H

#include <ddds/check.h>
#include <ddds/rule.h>

#include "base/arena.h"
#include "check/report/codes.h"
#include "rule/substitution.h"

/* What the linter has found in an expression. */
struct observation {
    enum check_code code;
    uint16_t offset; /* within the regexp */
    uint16_t length;
    const char *detail;
};

enum { OBSERVATIONS = 12, SAMPLES = 6 };

struct expression {
    struct expression *next;
    struct expression *next_read; /* of those whose program is kept */
    const char *regexp;           /* as on the wire */

    bool is_valid; /* as a substitution expression */

    /* Of a valid one; the next call may free it. NULL of another. */
    ddds_substitution *substitution;

    size_t observation_count;
    const struct observation *observations;
    const char *repaired; /* the corrected regexp, or NULL */

    /* Of a valid one. */
    bool matches_all;  /* every string */
    bool is_constant;  /* its output is always the same */
    bool covers_begin; /* every match begins where the string begins */
    bool covers_end;   /* every match ends where the string ends */
    size_t sample_count;
    const char *samples[SAMPLES]; /* strings that it matches */
};

/* All expressions of a check. */
struct expressions;

/* Expressions are tried on the inputs of |options|, too, which must outlive
 * them. NULL if allocation fails. */
struct expressions *
ddds_expressions_new(const struct ddds_check_options *options);
void ddds_expressions_free(struct expressions *expressions);

/* What is known of |regexp|, which is not empty, until the check is freed. NULL
 * if allocation fails. */
const struct expression *ddds_expressions_find(struct expressions *expressions,
                                               const char *regexp);

#endif
