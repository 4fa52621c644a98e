/* ddds lint --fix and --diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_FIX_H
#define LINT_FIX_H

#include "lint/lint_options.h"
#include "mend/mend.h"

/* Correct the |count| files |paths|, which |reader| reads into checks with the
 * options |checking|, or show how. Returns the exit status. */
int correct_files(const struct lint_line *options,
                  const struct ddds_check_options *checking,
                  const char *const *paths, size_t count, mend_reader *reader,
                  void *context);

#endif
