/* From an input to a string, and from a string to a key, in steps that a file
 * describes: "strip \"-\"", "lower", "rewrite !^(.*)$!\1!".
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_TRANSFORM_H
#define APP_TRANSFORM_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

#include "app/steps.h"
#include "base/arena.h"
#include "base/limits.h"
#include "base/text.h"

/* Steps, applied one after the other. Without steps the text is unchanged. */
struct transformations {
    size_t count;
    const struct step *steps;
};

/* Parse |text| as one more step, whose strings are allocated in |arena|. Fails
 * with DDDS_SYNTAX, the offset within |text| and what to write instead, or with
 * DDDS_NO_MEMORY. */
ddds_status ddds_transformations_add(struct transformations *all,
                                     const char *text, struct arena *arena,
                                     struct ddds_error *error);

/* Parse |text| as one more step that rewrites by a substitution expression what
 * matches it; if |is_condition|, by "!EXPRESSION!", whose output only says that
 * it has matched. Fails as ddds_transformations_add does. */
ddds_status ddds_transformations_add_expression(struct transformations *all,
                                                const char *text,
                                                bool is_condition,
                                                struct arena *arena,
                                                struct ddds_error *error);

/* Apply the first of the expressions that matches to |subject|, which stays as
 * it is if none does. Fails with DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_transformations_match(const struct transformations *all,
                                       struct transformed *subject,
                                       bool *has_matched);

/* Apply all steps to |subject|. Fails as a step does (see steps.h), and with
 * DDDS_BAD_INPUT if nothing is left. */
ddds_status ddds_transformations_apply(const struct transformations *all,
                                       struct transformed *subject);

/* Append a description of the steps to |text|: ", in lower case". */
void ddds_transformations_describe(const struct transformations *all,
                                   struct text *text);

/* Free the expressions, which are not in the arena, and remove all steps. */
void ddds_transformations_clear(struct transformations *all);

#endif
