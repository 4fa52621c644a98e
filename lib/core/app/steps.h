/* The kinds of steps that a description may have: what each does to a text.
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

/* What is transformed: |text|, made of the |input|. Steps can note more about
 * the input in |start|. For messages: what such an input is called, and an
 * example of one, or NULL. */
struct transformed {
    char text[LIMIT_OUTPUT_SIZE];
    const char *input;
    struct ddds_start *start;
    bool has_choice; /* some form of the input was left as it is */
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
    const char *description; /* for a trace: "in lower case" */
    ddds_status (*apply)(const struct step *step, struct transformed *subject);
};

/* A step of the library's own applications is constant: its expressions are
 * compiled each time that they are used. */
struct step {
    const struct step_kind *kind;
    const char *argument; /* as it is written, or NULL */
    enum digest_kind digest;
    bool is_hexadecimal;

    /* Only what the first group of this expression matches is changed; NULL:
     * all of the text. */
    const char *part;

    ddds_substitution *compiled;      /* |argument|, or NULL */
    ddds_substitution *compiled_part; /* |part|, or NULL */
};

/* All kinds; the last has no word. */
extern const struct step_kind ddds_step_kinds[];

/* Apply |step| to |subject|. Fails with DDDS_BAD_INPUT if the text is not what
 * the step needs, with DDDS_LIMIT, or with DDDS_NO_MEMORY. */
ddds_status ddds_step_apply(const struct step *step,
                            struct transformed *subject);

/* Apply |step|, a substitution expression, to |subject|, which stays as it is if
 * the expression does not match. Fails with DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_step_match(const struct step *step,
                            struct transformed *subject, bool *has_matched);

/* Read |text|, which has |length| octets, as an IPv4 or IPv6 address, the latter
 * with or without brackets. False if it is not one. */
bool ddds_step_read_address(const char *text, size_t length,
                            struct ddds_address *address);

#endif
