/* What the parser of the command line would open: in its place, nothing is.
 * Programs are linked with --wrap=ddds_application_open.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FUZZ_NO_FILES_H
#define FUZZ_NO_FILES_H

#include <ddds/application.h>

#include "cli/options.h"
#include "fuzz.h"

struct ddds_application *__wrap_ddds_application_open(const char *path,
                                                      struct ddds_error *error);

struct ddds_application *__wrap_ddds_application_open(const char *path,
                                                      struct ddds_error *error)
{
    require(path != NULL);
    ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET, "it is not read");
    return NULL;
}

int lint_config_begin(struct options *options, int count, char **arguments,
                      const char *first)
{
    (void)first;
    require(options->command == COMMAND_LINT && count >= 0);
    require(count == 0 || arguments != NULL);
    return -1;
}

void lint_config_free(struct lint_config *config)
{
    require(config == NULL);
}

void lint_folders_free(struct lint_folders *folders)
{
    require(folders == NULL);
}

#endif
