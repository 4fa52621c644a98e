/* Steps from an input to a string, and from a string to a key: "strip \"-\"",
 * "lower", "rewrite !^(.*)$!\1!".
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

/* Steps in order. Without steps the text is unchanged. */
struct transformations {
    size_t count;
    const struct step *steps;
};

/* Parse |text| as an additional step, with strings allocated in |arena|. Fails
 * with DDDS_SYNTAX, the offset within |text| and the correction, or with
 * DDDS_NO_MEMORY. */
ddds_status ddds_transformations_add(struct transformations *all,
                                     const char *text, struct arena *arena,
                                     struct ddds_error *error);

/* Parse |text| as an additional step: a substitution expression; or, if
 * |is_condition|, "!EXPRESSION!", whose output is irrelevant. Fails like
 * ddds_transformations_add. */
ddds_status ddds_transformations_add_expression(struct transformations *all,
                                                const char *text,
                                                bool is_condition,
                                                struct arena *arena,
                                                struct ddds_error *error);

/* Apply the first matching expression to |subject|, which is unchanged if none
 * matches. Fails with DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_transformations_match(const struct transformations *all,
                                       struct transformed *subject,
                                       bool *has_matched);

/* Apply all steps to |subject|. Fails like a step (see steps.h), and with
 * DDDS_BAD_INPUT if the text becomes empty. */
ddds_status ddds_transformations_apply(const struct transformations *all,
                                       struct transformed *subject);

/* Append a description of the steps to |text|: ", in lower case". */
void ddds_transformations_describe(const struct transformations *all,
                                   struct text *text);

/* Free the expressions, which are not in the arena, and remove all steps. */
void ddds_transformations_clear(struct transformations *all);

#endif
