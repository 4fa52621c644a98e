/* Open the source of rules: zone files or DNS.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_RULE_SOURCE_H
#define ZONES_RULE_SOURCE_H

#include <stdbool.h>

#include <ddds/database.h>

#include "cli/resolver_line.h"

/* Open the source that |options| name; free it with ddds_database_free(). On
 * failure complain, set |*status| to the exit status, and return NULL. */
ddds_database *source_open(const struct resolver_line *options, int *status);

/* Open the source that |options| name; free it with ddds_database_free(). On
 * failure print nothing, set |error| and |*status|, and return NULL. */
ddds_database *source_try(const struct resolver_line *options, int *status,
                          struct ddds_error *error);

#endif
