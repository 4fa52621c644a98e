/* Processing of findings between the check and the output: user's severities,
 * ignored owners, baseline, counts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_REPORTER_H
#define LINT_REPORTER_H

#include <stdio.h>

#include <jansson.h>

#include <ddds/check.h>

#include "lint/lint_options.h"

/* Set |checking->most_findings|: no limit if |options| need all findings, to
 * drop, change, summarise or store them, or if the report |has_several|
 * checks. */
void reporter_prepare(const struct lint_line *options, bool has_several,
                      struct ddds_check_options *checking);

/* Report |format|, why a file or a name cannot be checked, once, and add it to
 * |unchecked|, an array, in printable ASCII. */
__attribute__((format(printf, 2, 3))) void
reporter_miss(json_t *unchecked, const char *format, ...);

/* Report the findings of |count| checks to |out|, what several of them have
 * once, with what was |unchecked|, and write a requested baseline. Return the
 * exit status. */
int reporter_run(const struct lint_line *options, ddds_check *const *checks,
                 size_t count, json_t *unchecked, FILE *out);

#endif
