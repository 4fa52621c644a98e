/* Requirements for the outputs of a rule, by its flags.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_RULE_OUTPUTS_H
#define LINT_RULE_OUTPUTS_H

#include <stdbool.h>

#include <ddds/rule.h>
#include <ddds/status.h>

/* Return true if |output| is valid for a rule with the flag U; otherwise
 * |error| has the reason. */
bool output_is_uri(const char *output, struct ddds_error *error);

/* Return true if |replacement|, of an expression, can produce an output that is
 * valid for |next|. Without back-references the output is known; with them, its
 * literal characters are. Otherwise |error| has the reason. */
bool output_is_possible(enum ddds_next next, const char *replacement,
                        struct ddds_error *error);

/* Return true if |name|, the output of an expression, is valid as a key;
 * otherwise |error| has the reason. */
bool output_is_key(const char *name, struct ddds_error *error);

/* Return true if |name|, the replacement field of a rule, is valid: any domain
 * name except an address. Otherwise |error| has the reason. */
bool output_is_replacement(const char *name, struct ddds_error *error);

#endif
