/* Answers that are validated here: libddds-validate, which is loaded only for
 * them, because most commands do without libunbound.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_VALIDATION_H
#define ZONES_VALIDATION_H

#include <stdbool.h>

#include <ddds/validate_late.h>

#include "cli/source_options.h"

/* The functions of the library, and the validator that was opened with them. */
struct validation {
    ddds_validator *validator;
    struct ddds_validate_late late;
};

/* Load the library; false if it cannot be used: |late.make| is NULL then, and
 * |error| says why, and what to install. It stays loaded. */
bool validation_load(struct validation *validation, struct ddds_error *error);

/* Load the library, and open a database that asks the servers of |source|. NULL
 * if that fails: |error| has the message. Free it with ddds_database_free. */
ddds_database *validation_open(const struct source_options *source,
                               struct validation *validation,
                               struct ddds_error *error);

#endif
