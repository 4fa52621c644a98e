/* ddds lint --fix and --diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_FIX_H
#define LINT_FIX_H

#include <jansson.h>

#include "lint/lint_options.h"
#include "zones/zone_files.h"

/* Check that |options| name only files that can be corrected. Return -1, or
 * EXIT_USAGE after reporting the error. */
int fix_usage(const struct lint_line *options, const struct zone_files *files);

/* Correct |files|, checked with the options |checking|, or show the
 * corrections; report what remains, and was |unchecked|. Return the exit
 * status. */
int fix_files(const struct lint_line *options,
              const struct ddds_check_options *checking,
              const struct zone_files *files, json_t *unchecked);

#endif
