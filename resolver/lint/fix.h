/* ddds lint --fix and --diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_FIX_H
#define LINT_FIX_H

#include "lint/lint_options.h"
#include "zones/zone_files.h"

/* Are there only files to correct? Returns -1, or EXIT_USAGE: the mistake has
 * been reported. */
int fix_usage(const struct lint_line *options, const struct zone_files *files);

/* Correct |files|, which are checked with the options |checking|, or show how.
 * Returns the exit status. */
int fix_files(const struct lint_line *options,
              const struct ddds_check_options *checking,
              const struct zone_files *files);

#endif
