/* A cache of substitution expressions: each is read, compiled and judged
 * once, however many records have it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_EXPRESSIONS_H
#define CHECK_JUDGE_EXPRESSIONS_H

#include <ddds/check.h>
#include <ddds/rule.h>

#include "base/arena.h"
#include "check/model/checked_record.h"
#include "check/report/codes.h"
#include "rule/substitution.h"

/* Findings in an expression. */
struct observation {
    enum check_code code;
    uint16_t offset; /* within the regexp */
    uint16_t length;
    const char *detail;
};

enum { OBSERVATIONS = 12, SAMPLES = 6 };

struct expression;

/* What was found in an expression that was judged, and holds for all that are
 * like it. */
struct expression_verdict {
    const struct expression *judged;
    const char *repaired; /* ask for it as below */
    const struct observation *observations;
    const char *const *samples; /* strings that it matches, if it is valid */
};

struct expression {
    struct expression *next;
    const char *regexp;                     /* as on the wire */
    struct ddds_substitution *substitution; /* ask for it as below */
    const struct expression_verdict *found;
    uint8_t observation_count;
    uint8_t sample_count;
    uint8_t second; /* where its second delimiter is */
    bool is_valid;  /* as a substitution expression */

    /* Of a valid one. */
    bool matches_all;  /* every string */
    bool is_constant;  /* its output is always the same */
    bool covers_begin; /* every match begins where the string begins */
    bool covers_end;   /* every match ends where the string ends */
};

/* All expressions of a check. */
struct expressions;

/* Expressions are tried on the inputs of |options|, too. What is known about
 * them is kept in |arena|. Both must outlive them. NULL if allocation fails. */
struct expressions *
ddds_expressions_new(const struct ddds_check_options *options,
                     struct arena *arena);
void ddds_expressions_free(struct expressions *expressions);

/* Does what is known hold for the next check, too? Not if slow trials were
 * counted, which are limited. */
bool ddds_expressions_are_lasting(const struct expressions *expressions);

/* Forget all expressions; then the arena can be reset. */
void ddds_expressions_reset(struct expressions *expressions);

/* Return what is known about |regexp|, which is not empty; it is valid until
 * the check is freed, and so is |regexp| if |is_kept|. NULL if allocation
 * fails. */
const struct expression *ddds_expressions_find(struct expressions *expressions,
                                               const char *regexp,
                                               bool is_kept);

/* The substitution of |expression|, which is valid; the next call may free it.
 * NULL if allocation fails. */
const ddds_substitution *
ddds_expressions_substitution(struct expressions *expressions,
                              const struct expression *expression);

/* Does |expression| have a correction? */
bool ddds_expression_is_repaired(const struct expression *expression);

/* Write the correction of |expression|, which has one, to |repaired|. */
void ddds_expression_repaired(const struct expression *expression,
                              char repaired[DRAFT_FIELD_SIZE]);

#endif
