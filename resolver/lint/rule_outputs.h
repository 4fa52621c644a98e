/* Requirements for the outputs of a rule, by its flags.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_RULE_OUTPUTS_H
#define LINT_RULE_OUTPUTS_H

#include <stdbool.h>

#include <ddds/rule.h>
#include <ddds/status.h>

/* Is |output| valid for a rule with the flag U? If not, |error| says why. */
bool output_is_uri(const char *output, struct ddds_error *error);

/* Can |replacement|, of an expression, produce for some string an output that
 * is valid for |next|? Without back-references the output is known; with them,
 * the characters around them are. If it cannot, |error| says why. */
bool output_is_possible(enum ddds_next next, const char *replacement,
                        struct ddds_error *error);

/* Is |name|, the output of an expression, valid as a key? If not, |error| says
 * why. */
bool output_is_key(const char *name, struct ddds_error *error);

/* Is |name|, the replacement field of a rule, valid? It may be any domain name
 * but an address. If not, |error| says why. */
bool output_is_replacement(const char *name, struct ddds_error *error);

#endif
