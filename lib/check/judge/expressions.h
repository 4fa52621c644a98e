/* Cache of substitution expressions: each is parsed, compiled and judged once
 * for all its records.
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
    uint16_t offset; /* in the regexp */
    uint16_t length;
    const char *detail;
};

enum { OBSERVATIONS = 12, SAMPLES = 6 };

struct expression;

/* The judgement of an expression, shared by similar expressions. */
struct expression_verdict {
    const struct expression *judged;
    const char *repaired; /* correction of |judged|; or NULL */
    const struct observation *observations;
    const char *const *samples; /* matching strings, if it is valid */
};

struct expression {
    struct expression *next;
    const char *regexp;                     /* as on the wire */
    struct ddds_substitution *substitution; /* kept for a while, or NULL: see
                                               ddds_expressions_substitution */
    const struct expression_verdict *found;
    uint8_t observation_count;
    uint8_t sample_count;
    uint8_t second; /* offset of its second delimiter */
    bool is_valid;  /* as a substitution expression */

    /* If it is valid. */
    bool matches_all;  /* every string */
    bool is_constant;  /* its output is constant */
    bool covers_begin; /* every match starts at the start of the string */
    bool covers_end;   /* every match ends at the end of the string */
};

/* All expressions of a check. */
struct expressions;

/* Create a cache. Expressions are also tried on the inputs of |options|.
 * Judgements are in |arena|. Both must outlive the cache. NULL if allocation
 * fails. */
struct expressions *
ddds_expressions_new(const struct ddds_check_options *options,
                     struct arena *arena);
void ddds_expressions_free(struct expressions *expressions);

/* Return true if the cache can be kept for the next check; false if the limit
 * on slow trials affected it. */
bool ddds_expressions_are_lasting(const struct expressions *expressions);

/* Empty the cache; then the arena can be reset. */
void ddds_expressions_reset(struct expressions *expressions);

/* Return the judgement of |regexp|, which is not empty; it is valid until the
 * cache is emptied. NULL if allocation fails. */
const struct expression *ddds_expressions_find(struct expressions *expressions,
                                               const char *regexp);

/* Return the substitution of |expression|, which must be valid; the next call
 * may free it. NULL if allocation fails. */
const ddds_substitution *
ddds_expressions_substitution(struct expressions *expressions,
                              const struct expression *expression);

/* Return true if |expression| has a correction. */
bool ddds_expression_is_repaired(const struct expression *expression);

/* Write the correction of |expression|, which must have one, to |repaired|. */
void ddds_expression_repaired(const struct expression *expression,
                              char repaired[DRAFT_FIELD_SIZE]);

#endif
