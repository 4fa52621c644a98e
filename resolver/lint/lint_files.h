/* Zone files for ddds lint: files, directories, and the files of a name
 * server's configuration.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_LINT_FILES_H
#define LINT_LINT_FILES_H

#include <ddds/check.h>

#include "lint/lint_options.h"
#include "zones/zone_files.h"

/* Check that options for files or live names are used with these. Return -1, or
 * EXIT_USAGE after reporting the error. */
int lint_files_usage(const struct lint_line *options);

/* Append the files of |options| to |files|. Return an exit status; failures are
 * reported, and do not affect other files. */
int lint_files_list(const struct lint_line *options, struct zone_files *files);

/* Read |files| into |check|. Return an exit status; failures are reported,
 * unless |is_quiet|. |*text| receives the text of standard input or remains
 * NULL; free it after the check. */
int lint_files_read(const struct zone_files *files, ddds_check *check,
                    bool is_quiet, char **text);

#endif
