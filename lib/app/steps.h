/* The kinds of steps that a description may have: what each does to a text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_STEPS_H
#define APP_STEPS_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/rule.h>
#include <ddds/status.h>

#include "base/digest.h"
#include "base/limits.h"

/* What is transformed, and what messages call it. */
struct transformed {
    char text[LIMIT_OUTPUT_SIZE];
    const char *name;
    struct ddds_error *error;
};

enum step_argument {
    STEP_ARGUMENT_NONE,
    STEP_ARGUMENT_CHARACTERS, /* in |argument| */
    STEP_ARGUMENT_EXPRESSION, /* in |argument| and |substitution| */
    STEP_ARGUMENT_HASH,       /* in |digest| and |is_hexadecimal| */
};

struct step;

struct step_kind {
    const char *word;
    enum step_argument argument;
    const char *example;
    const char *description; /* for a trace: "in lower case" */
    ddds_status (*apply)(const struct step *step, struct transformed *subject);
};

struct step {
    const struct step_kind *kind;
    const char *argument; /* as it is written, or NULL */
    ddds_substitution *substitution;
    enum digest_kind digest;
    bool is_hexadecimal;

    /* Only what the first group of this expression matches is changed; NULL:
     * all of the text. */
    ddds_substitution *part;
};

/* Return the kind at |index|, counted from 0; NULL after the last. */
const struct step_kind *ddds_step_kind_at(size_t index);

/* Apply |step| to |subject|. Fails with DDDS_BAD_INPUT if an expression does
 * not match or a check digit is wrong, with DDDS_LIMIT, or with
 * DDDS_NO_MEMORY. */
ddds_status ddds_step_apply(const struct step *step,
                            struct transformed *subject);

#endif
