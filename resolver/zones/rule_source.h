/* Where rules come from.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_RULE_SOURCE_H
#define ZONES_RULE_SOURCE_H

#include <stdbool.h>

#include <ddds/database.h>

#include "cli/resolver_line.h"

/* Open what |options| name. NULL if that fails: the error has been reported,
 * and |*status| is the exit status. Free it with ddds_database_free. */
ddds_database *source_open(const struct resolver_line *options, int *status);

/* Open what |options| name. NULL if that fails: |error| has the message, which
 * is not reported, and |*status| is the exit status. Free it with
 * ddds_database_free. */
ddds_database *source_try(const struct resolver_line *options, int *status,
                          struct ddds_error *error);

#endif
