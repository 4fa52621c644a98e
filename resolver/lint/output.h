/* What a rule may make of a string: what its flags want of its output.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_OUTPUT_H
#define LINT_OUTPUT_H

#include <stdbool.h>

#include <ddds/rule.h>
#include <ddds/status.h>

/* Would a rule with the flag U do with this output? If not, |error| says why
 * not. */
bool output_is_uri(const char *output, struct ddds_error *error);

/* Can |replacement|, as an expression has it, make what |next| wants of some
 * string? Without back-references its output is known; with them what stands
 * around them is. If it cannot, |error| says why not. */
bool output_is_possible(enum ddds_next next, const char *replacement,
                        struct ddds_error *error);

/* Is |name|, the replacement field of a rule, a key to ask for? */
bool output_is_key(const char *name, struct ddds_error *error);

#endif
