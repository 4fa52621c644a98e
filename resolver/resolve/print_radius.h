/* The servers of a realm as configuration.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVE_PRINT_RADIUS_H
#define RESOLVE_PRINT_RADIUS_H

#include <stdbool.h>
#include <stdio.h>

#include <ddds/result.h>

/* A server block for radsecproxy, or home_server blocks and their pool for
 * FreeRADIUS 3: of |result|, which the application radius gave. False, and
 * nothing printed, if there is no address to connect to (FreeRADIUS: none over
 * TLS, for authentication or accounting). */
bool print_radsecproxy(FILE *out, const struct ddds_result *result);
bool print_freeradius(FILE *out, const struct ddds_result *result);

#endif
