/* Processes findings between the check and the output: severities of the user,
 * ignored owners, the baseline, counts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_REPORTER_H
#define LINT_REPORTER_H

#include <stdio.h>

#include <ddds/check.h>

#include "lint/lint_options.h"

/* Set in |checking| what the options say about findings. |checking| borrows
 * it. */
void reporter_prepare(const struct lint_line *options,
                      struct ddds_check_options *checking);

/* Report the findings of |check| to |out|, and write the baseline if that is
 * asked for. Returns the exit status. */
int reporter_run(const struct lint_line *options, ddds_check *check, FILE *out);

#endif
