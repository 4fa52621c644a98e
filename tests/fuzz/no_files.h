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

#endif
