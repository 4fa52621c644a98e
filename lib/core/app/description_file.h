/* Parser for descriptions of applications.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_DESCRIPTION_FILE_H
#define APP_DESCRIPTION_FILE_H

#include <stdbool.h>

#include <ddds/status.h>

#include "app/described_application.h"
#include "base/source.h"

/* Parse the description in |source|. The caller frees the result with
 * ddds_description_free. |is_taken| returns true for reserved names; NULL: none
 * are. Return NULL on failure: DDDS_SYNTAX (the detail starts with
 * FILE:LINE:COLUMN) or DDDS_NO_MEMORY. */
struct described *ddds_description_read(const struct source *source,
                                        bool (*is_taken)(const char *name),
                                        struct ddds_error *error);

void ddds_description_free(struct described *described);

#endif
