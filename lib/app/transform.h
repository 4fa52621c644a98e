/* From an input to a string, and from a string to a key, in steps that a file
 * describes: "strip \"-\"", "lower", "rewrite !^(.*)$!\1!".
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_TRANSFORM_H
#define APP_TRANSFORM_H

#include <stddef.h>

#include <ddds/rule.h>
#include <ddds/status.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/text.h"

enum transformation_kind {
    TRANSFORM_LOWER,
    TRANSFORM_UPPER,
    TRANSFORM_REVERSE, /* the last character first */
    TRANSFORM_LABELS,  /* a dot between any two characters */
    TRANSFORM_STRIP,   /* |argument|'s characters are left out */
    TRANSFORM_REWRITE, /* by |substitution|, which must match */
};

struct transformation {
    enum transformation_kind kind;
    const char *argument;
    ddds_substitution *substitution;
};

/* Steps, one after the other. None leave everything as it is. */
struct transformations {
    size_t count;
    struct transformation steps[LIMIT_TRANSFORMATIONS];
};

/* Read |text| as one more step, whose strings |arena| keeps. Fails with
 * DDDS_SYNTAX, the offset within |text| and what to write instead, or
 * DDDS_NO_MEMORY. */
ddds_status ddds_transformations_add(struct transformations *all,
                                     const char *text, struct arena *arena,
                                     struct ddds_error *error);

/* Put |text|, which came from a |subject|, through all steps. Fails with
 * DDDS_BAD_INPUT if an expression does not match or nothing is left, or
 * DDDS_LIMIT, or DDDS_NO_MEMORY. */
ddds_status ddds_transformations_apply(const struct transformations *all,
                                       const char *subject,
                                       char text[LIMIT_OUTPUT_SIZE],
                                       struct ddds_error *error);

/* Add what the steps do to |text|, for people: ", in lower case". */
void ddds_transformations_describe(const struct transformations *all,
                                   struct text *text);

/* Free what the arena does not hold. */
void ddds_transformations_clear(struct transformations *all);

#endif
