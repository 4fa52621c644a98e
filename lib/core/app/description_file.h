/* Reading the description of an application.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_DESCRIPTION_FILE_H
#define APP_DESCRIPTION_FILE_H

#include <stdbool.h>

#include <ddds/status.h>

#include "app/described_application.h"
#include "base/source.h"

/* Read the description in |source|, which the caller frees with
 * ddds_description_free. |is_taken| says which names it may not have; NULL:
 * none. Returns NULL on failure: DDDS_SYNTAX (the detail begins
 * FILE:LINE:COLUMN) or DDDS_NO_MEMORY. */
struct described *ddds_description_read(const struct source *source,
                                        bool (*is_taken)(const char *name),
                                        struct ddds_error *error);

/* Free |described|, which ddds_description_read returned. */
void ddds_description_free(struct described *described);

#endif
