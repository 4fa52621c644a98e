/* Kinds of steps in a description, with their effect on a text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_STEPS_H
#define APP_STEPS_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/application.h>
#include <ddds/question.h>
#include <ddds/rule.h>
#include <ddds/status.h>

#include "base/digest.h"
#include "base/limits.h"

/* The text to transform, its origin |input|, and |start|, where steps can
 * record details. |name| is the kind of input in messages, |example| an example
 * or NULL. */
struct transformed {
    char text[LIMIT_OUTPUT_SIZE];
    const char *input;
    struct ddds_start *start;
    bool has_choice; /* an optional rewrite did not match */
    const char *name;
    const char *example;
    struct ddds_error *error;
};

enum step_argument {
    STEP_ARGUMENT_NONE,
    STEP_ARGUMENT_CHARACTERS, /* in |argument| */
    STEP_ARGUMENT_PAIR,       /* in |argument|: a character, a space, another */
    STEP_ARGUMENT_EXPRESSION, /* in |argument| and |compiled| */
    STEP_ARGUMENT_HASH,       /* in |digest| and |is_hexadecimal| */
};

struct step;

struct step_kind {
    const char *word;
    enum step_argument argument;
    const char *example;
    const char *description; /* for traces: "in lower case" */
    ddds_status (*apply)(const struct step *step, struct transformed *subject);
};

/* A step. In the library's own applications it is constant, and its expressions
 * are compiled for each use. */
struct step {
    const struct step_kind *kind;
    const char *argument; /* as written, or NULL */
    enum digest_kind digest;
    bool is_hexadecimal;

    /* Only the match of the first group of this expression is changed; NULL:
     * the complete text. */
    const char *part;

    ddds_substitution *compiled;      /* |argument|, or NULL */
    ddds_substitution *compiled_part; /* |part|, or NULL */
};

/* Terminated by a kind without word. */
extern const struct step_kind ddds_step_kinds[];

/* Apply |step| to |subject|. Fails with DDDS_BAD_INPUT if the text is
 * unsuitable, with DDDS_LIMIT, or with DDDS_NO_MEMORY. */
ddds_status ddds_step_apply(const struct step *step,
                            struct transformed *subject);

/* Apply |step|, a substitution expression, to |subject|, which is unchanged if
 * the expression does not match. Fails with DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_step_match(const struct step *step,
                            struct transformed *subject, bool *has_matched);

/* Parse |text|, of |length| octets, as an IPv4 or IPv6 address, the latter with
 * or without brackets. Return false if it is neither. */
bool ddds_step_read_address(const char *text, size_t length,
                            struct ddds_address *address);

#endif
