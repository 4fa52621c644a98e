/* The servers of a realm as configuration.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVE_PRINT_RADIUS_H
#define RESOLVE_PRINT_RADIUS_H

#include <stdbool.h>
#include <stdio.h>

#include <ddds/result.h>

/* Print a server block for radsecproxy from |result|, which is of the
 * application radius. False if there is no address to connect to; then nothing
 * is printed. */
bool print_radsecproxy(FILE *out, const struct ddds_result *result);

/* Print home_server blocks and their pool for FreeRADIUS 3 from |result|, which
 * is of the application radius. False if there is no address to connect to over
 * TLS, for authentication or accounting; then nothing is printed. */
bool print_freeradius(FILE *out, const struct ddds_result *result);

#endif
