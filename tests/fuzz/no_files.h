/* Stand-ins for functions of the command line that open files: they open none.
 * Programs are linked with
 * --wrap=ddds_application_open,--wrap=lint_config_begin.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FUZZ_NO_FILES_H
#define FUZZ_NO_FILES_H

#include <ddds/application.h>

#include "cli/options.h"
#include "fuzz.h"
#include "lint/lint_config.h"

struct ddds_application *__wrap_ddds_application_open(const char *path,
                                                      struct ddds_error *error);

struct ddds_application *__wrap_ddds_application_open(const char *path,
                                                      struct ddds_error *error)
{
    require(path != NULL);
    ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET, "it is not read");
    return NULL;
}

int __wrap_lint_config_begin(struct lint_line *line,
                             const struct option_set *set);

int __wrap_lint_config_begin(struct lint_line *line,
                             const struct option_set *set)
{
    return -1;
}

#endif
