/* Local DNSSEC validation with libddds-validate. It is loaded on demand,
 * because most commands do not need libunbound.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_VALIDATION_H
#define ZONES_VALIDATION_H

#include <stdbool.h>

#include <ddds/validate_late.h>

#include "cli/source_options.h"

/* The loaded functions, and an open validator. */
struct validation {
    ddds_validator *validator;
    struct ddds_validate_late late;
};

/* Load the library; it stays loaded. On failure set |late.make| to NULL and
 * |error| to the reason and the package to install, and return false. */
bool validation_load(struct validation *validation, struct ddds_error *error);

/* Load the library, and open a database that queries the servers of |source|;
 * free it with ddds_database_free(). On failure set |error| and return NULL. */
ddds_database *validation_open(const struct source_options *source,
                               struct validation *validation,
                               struct ddds_error *error);

#endif
