/* An expression while it is judged: what its judges share.
 *
 * An invalid expression goes to unusable_expression.c, a valid one first to
 * expression_form.c, which looks at its text and tree, then to
 * expression_trials.c, which applies it to strings.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_JUDGING_H
#define CHECK_JUDGE_JUDGING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "check/judge/ere_tree.h"
#include "check/judge/expressions.h"

enum {
    /* Room for a string that the expression is applied to. */
    SAMPLE_SIZE = 512,

    /* Room for what is made of it. */
    TRIAL_OUTPUT_SIZE = 8193,

    /* How many measurements are kept. */
    MEASURED = 64,
};

/* Is an ERE slow? Measuring takes much longer than all else, and many
 * expressions differ in their replacements only. */
struct measurement {
    char ere[LIMIT_STRING + 1];
    bool ignores_case;
    bool is_slow;
};

struct judging {
    const struct ddds_check_options *options;
    struct arena *arena;
    ddds_rulebook *rulebook;
    size_t hard_left;    /* steps that hard matches may still be given */
    size_t long_left;    /* likewise, matches of long strings */
    unsigned pairs_left; /* of alternatives that are still compared */
    struct measurement measured[MEASURED];

    /* The present expression. */
    struct expression *expression;
    struct observation observations[OBSERVATIONS]; /* which it will have */
    const char *samples[SAMPLES];                  /* likewise */
    const char *repaired; /* likewise; NULL: there is no correction */

    /* If it is valid. */
    const struct ddds_substitution *read;
    char plain[DRAFT_FIELD_SIZE]; /* its replacement, without the escapes of its
                                     delimiter; others stay */
    size_t replacement_at; /* where the replacement begins in the regexp */
    struct ere_tree tree;
    char output[TRIAL_OUTPUT_SIZE];
    char other_output[TRIAL_OUTPUT_SIZE];
};

/* Record what was found in |length| octets at |offset| of the regexp. */
__attribute__((format(printf, 5, 6))) void
ddds_judging_observe(struct judging *judging, enum check_code code,
                     size_t offset, size_t length, const char *format, ...);

/* Has |code| been observed? */
bool ddds_judging_has_observed(const struct judging *judging,
                               enum check_code code);

/* The place in the regexp of the octet |at| of the ERE. */
size_t ddds_judging_place(const struct judging *judging, size_t at);

/* Keep |regexp| as the correction, unless there is one. */
void ddds_judging_repair(struct judging *judging, const char *regexp);

/* Keep the expression of these parts, in which no delimiter is escaped, as the
 * correction, unless there is one. The delimiter is |wish| if that will do. */
void ddds_judging_compose(struct judging *judging, char wish, const char *ere,
                          const char *replacement, const char *flags);

/* Keep the valid expression with another ERE, or with another replacement, as
 * the correction, unless there is one, or it is too long. */
__attribute__((format(printf, 2, 3))) void
ddds_judging_repair_ere(struct judging *judging, const char *format, ...);
__attribute__((format(printf, 2, 3))) void
ddds_judging_repair_replacement(struct judging *judging, const char *format,
                                ...);

/* Judge an expression that |substitution| says is invalid. */
void ddds_judge_unusable(struct judging *judging,
                         const struct ddds_substitution *substitution);

/* Judge the text and the tree of a valid expression. */
void ddds_judge_form(struct judging *judging);

/* Judge slips in a valid expression: backslashes that are escaped twice, dots
 * between letters, and a reference to a group that always matches the same,
 * while the group |unused| is not referred to; return whether there is one. */
void ddds_judge_doubled_backslashes(struct judging *judging);
void ddds_judge_dots(struct judging *judging);
bool ddds_judge_wrong_group(struct judging *judging, unsigned unused);

/* Apply a valid expression to strings. The form has been judged. */
void ddds_judge_trials(struct judging *judging);

#endif
