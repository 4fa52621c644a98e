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
    TRANSFORM_STRIP,   /* remove the characters of |argument| */
    TRANSFORM_REWRITE, /* by |substitution|, which must match */
};

struct transformation {
    enum transformation_kind kind;
    const char *argument;
    ddds_substitution *substitution;
};

/* Steps, applied one after the other. Without steps the text is unchanged. */
struct transformations {
    size_t count;
    struct transformation steps[LIMIT_TRANSFORMATIONS];
};

/* Parse |text| as one more step, whose strings are allocated in |arena|. Fails
 * with DDDS_SYNTAX, the offset within |text| and what to write instead, or with
 * DDDS_NO_MEMORY. */
ddds_status ddds_transformations_add(struct transformations *all,
                                     const char *text, struct arena *arena,
                                     struct ddds_error *error);

/* Apply all steps to |text|, which messages call |subject|. Fails with
 * DDDS_BAD_INPUT if an expression does not match or nothing is left, with
 * DDDS_LIMIT, or with DDDS_NO_MEMORY. */
ddds_status ddds_transformations_apply(const struct transformations *all,
                                       const char *subject,
                                       char text[LIMIT_OUTPUT_SIZE],
                                       struct ddds_error *error);

/* Append a description of the steps to |text|: ", in lower case". */
void ddds_transformations_describe(const struct transformations *all,
                                   struct text *text);

/* Free the expressions, which are not in the arena, and remove all steps. */
void ddds_transformations_clear(struct transformations *all);

#endif
