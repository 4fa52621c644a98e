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

/* Return the |*count| views of |files|, of which each is checked by itself; if
 * there are fewer than two, a single NULL. The caller frees the array. */
const char **lint_files_views(const struct zone_files *files, size_t *count);

/* Parameters of lint_files_read(), and standard input. */
struct lint_reading {
    const char *view;  /* only files of this view, and of none; NULL: all */
    bool is_quiet;     /* failures are known: report and add none */
    bool is_repeated;  /* those of files that are in no view are known */
    json_t *unchecked; /* failures are added to this array */

    /* Set by the first reading of standard input. */
    char *text; /* free it after the checks */
    size_t length;
    const struct zone_file *standard; /* the file that is standard input */
};

/* Read |files| into |check|. Return an exit status after reporting failures. */
int lint_files_read(const struct zone_files *files,
                    struct lint_reading *reading, ddds_check *check);

#endif
