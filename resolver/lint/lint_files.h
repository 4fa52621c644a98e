/* Zone files for ddds lint: files, directories, and the files of a name
 * server's configuration.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_LINT_FILES_H
#define LINT_LINT_FILES_H

#include <jansson.h>

#include <ddds/check.h>

#include "lint/lint_options.h"
#include "zones/zone_files.h"

/* Check that options for files or live names are used with these. Return -1, or
 * EXIT_USAGE after reporting the error. */
int lint_files_usage(const struct lint_line *options);

/* Append the files of |options| to |files|. Return an exit status; failures are
 * reported, added to |unchecked|, and do not affect other files. */
int lint_files_list(const struct lint_line *options, struct zone_files *files,
                    json_t *unchecked);

/* Read |files| into |check|. Return an exit status; failures are reported and
 * added to |unchecked|, unless |is_quiet|. |*text| receives the text of
 * standard input or remains NULL; free it after the check. */
int lint_files_read(const struct zone_files *files, ddds_check *check,
                    bool is_quiet, json_t *unchecked, char **text);

#endif
