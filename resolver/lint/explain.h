/* The explanation of a code: what lint --explain prints.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_EXPLAIN_H
#define LINT_EXPLAIN_H

#include <stdio.h>

#include "lint/lint_options.h"

/* Print what the code that |options| name means, with an example, as text or
 * JSON. Returns the exit status. */
int explain_code(const struct lint_line *options, FILE *out);

#endif
