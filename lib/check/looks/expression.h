/* What is known of an expression: read, compiled and judged once, however many
 * records have it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LOOKS_EXPRESSION_H
#define CHECK_LOOKS_EXPRESSION_H

#include <ddds/check.h>
#include <ddds/rule.h>

#include "base/arena.h"
#include "check/report/codes.h"
#include "rule/substitution.h"

/* Something to be said about an expression. */
struct observation {
    enum check_code code;
    uint16_t offset; /* within the regexp as it is meant */
    uint16_t length;
    const char *detail;
};

enum { OBSERVATIONS = 12, SAMPLES = 6 };

struct expression {
    struct expression *next;
    const char *regexp; /* as it is meant, on the wire */

    /* NULL if it is none. */
    ddds_substitution *substitution;

    size_t observation_count;
    struct observation observations[OBSERVATIONS];
    const char *repaired; /* a better one, or NULL */

    /* Of one that can be used. */
    bool matches_all;  /* any string whatever */
    bool is_constant;  /* its output is always the same */
    bool covers_begin; /* a match begins where the string does, */
    bool covers_end;   /* and ends where it does, for sure */
    size_t sample_count;
    const char *samples[SAMPLES]; /* strings that it matches */
};

/* The expressions that were met lately. */
struct expressions;

/* |options| has the inputs to try them on, too. NULL without memory. */
struct expressions *
ddds_expressions_new(const struct ddds_check_options *options);
void ddds_expressions_free(struct expressions *expressions);

/* What is known of |regexp|, which is not empty. It may be forgotten when
 * another is asked for. NULL without memory. */
const struct expression *ddds_expressions_find(struct expressions *expressions,
                                               const char *regexp);

/* ---- Judging: for expressions.c alone --------------------------------------
 */

/* What has been measured lately, by ERE: that takes much longer than all else,
 * and many expressions differ in their replacements only. */
enum { MEASURED = 64 };

struct measurements {
    unsigned slow_left; /* how many more may turn out slow */
    struct {
        char ere[LIMIT_STRING + 1];
        bool ignores_case;
        bool is_slow;
    } slots[MEASURED];
};

/* An expression while it is judged. */
struct judging {
    struct expression *expression;
    struct measurements *measurements;
    const struct ddds_check_options *options;
    struct arena *arena;
    bool has_failed; /* for want of memory */
};

/* Say something about |length| octets at |offset|. */
__attribute__((format(printf, 5, 6))) void
ddds_observe(struct judging *judging, enum check_code code, size_t offset,
             size_t length, const char *format, ...);

/* Is there an observation of |code|? */
bool ddds_has_observed(const struct judging *judging, enum check_code code);

/* Judge one that the house's reader refuses, as |substitution| says. */
void ddds_judge_refused(struct judging *judging,
                        const struct ddds_substitution *substitution);

/* Judge one that it takes. */
void ddds_judge_accepted(struct judging *judging);

#endif
