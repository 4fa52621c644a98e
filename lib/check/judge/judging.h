/* State of judging an expression.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_JUDGING_H
#define CHECK_JUDGE_JUDGING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "check/sets/ere_tree.h"
#include "check/judge/expressions.h"

enum {
    /* Size of a string for trials. */
    SAMPLE_SIZE = 512,

    /* Size of an output. */
    TRIAL_OUTPUT_SIZE = 8193,

    /* Number of cached measurements. */
    MEASURED = 64,
};

/* Whether an ERE is slow, which is expensive to measure; many expressions
 * differ only in their replacements. */
struct measurement {
    char ere[LIMIT_STRING + 1];
    bool ignores_case;
    bool is_slow;
};

struct judging {
    const struct ddds_check_options *options;
    struct arena *arena;
    ddds_rulebook *rulebook;
    size_t hard_left;    /* remaining steps for hard matches */
    size_t long_left;    /* likewise, for matches of long strings */
    unsigned pairs_left; /* remaining comparisons of alternatives */
    struct measurement measured[MEASURED];

    /* The current expression. */
    struct expression *expression;
    struct observation observations[OBSERVATIONS]; /* for the result */
    const char *samples[SAMPLES];                  /* likewise */
    const char *repaired; /* likewise; NULL: no correction */

    /* If it is valid. */
    const struct ddds_substitution *read;
    char plain[DRAFT_FIELD_SIZE]; /* its replacement, without the escapes of its
                                     delimiter; others stay */
    size_t replacement_at;        /* offset of the replacement in the regexp */
    struct ere_tree tree;
    char output[TRIAL_OUTPUT_SIZE];
    char other_output[TRIAL_OUTPUT_SIZE];
};

/* Record a finding in |length| octets at |offset| of the regexp. */
__attribute__((format(printf, 5, 6))) void
ddds_judging_observe(struct judging *judging, enum check_code code,
                     size_t offset, size_t length, const char *format, ...);

/* Return true if |code| was recorded. */
bool ddds_judging_has_observed(const struct judging *judging,
                               enum check_code code);

/* Return the offset in the regexp of the octet |at| of the ERE. */
size_t ddds_judging_place(const struct judging *judging, size_t at);

/* Set the correction to |regexp|, unless it is set. */
void ddds_judging_repair(struct judging *judging, const char *regexp);

/* Set the correction to the expression of these parts, without escaped
 * delimiters, unless it is set. The delimiter is |wish|, if possible. */
void ddds_judging_compose(struct judging *judging, char wish, const char *ere,
                          const char *replacement, const char *flags);

/* Set the correction to the valid expression with another ERE, or with another
 * replacement, unless it is set, or too long. */
__attribute__((format(printf, 2, 3))) void
ddds_judging_repair_ere(struct judging *judging, const char *format, ...);
__attribute__((format(printf, 2, 3))) void
ddds_judging_repair_replacement(struct judging *judging, const char *format,
                                ...);

/* Judge an invalid expression, according to |substitution|. */
void ddds_judge_unusable(struct judging *judging,
                         const struct ddds_substitution *substitution);

/* Judge the text and the tree of a valid expression. */
void ddds_judge_form(struct judging *judging);

/* Judge slips in a valid expression: doubled backslashes, unescaped dots
 * between letters, and a reference to a group that always matches the same
 * text, although the group |unused| is unused. Return true if it has any. */
void ddds_judge_doubled_backslashes(struct judging *judging);
void ddds_judge_dots(struct judging *judging);
bool ddds_judge_wrong_group(struct judging *judging, unsigned unused);

/* Apply a valid expression to strings, after its form was judged. */
void ddds_judge_trials(struct judging *judging);

#endif
