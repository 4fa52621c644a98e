/* The zone files that ddds lint checks: files, directories, and those of a
 * name server's configuration.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_LINT_FILES_H
#define LINT_LINT_FILES_H

#include <ddds/check.h>

#include "lint/lint_options.h"
#include "zones/zone_files.h"

/* Are the options that belong to files, or to published records, given with
 * those? Returns -1, or EXIT_USAGE: the mistake has been reported. */
int lint_files_usage(const struct lint_line *options);

/* Append the files that |options| name to |files|. Returns an exit status; what
 * failed has been reported, and the other files are there. */
int lint_files_list(const struct lint_line *options, struct zone_files *files);

/* Read |files| into |check|. Returns an exit status; what failed has been
 * reported, unless this |is_quiet|. |*text| receives the text of standard input
 * or remains NULL; free it after the check. */
int lint_files_read(const struct zone_files *files, ddds_check *check,
                    bool is_quiet, char **text);

#endif
