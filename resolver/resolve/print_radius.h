/* Configuration of RADIUS proxies for the servers of a realm.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVE_PRINT_RADIUS_H
#define RESOLVE_PRINT_RADIUS_H

#include <stdbool.h>
#include <stdio.h>

#include <ddds/result.h>

/* Print a server block for radsecproxy from |result|, of the application
 * radius. If it has no address, print nothing and return false. */
bool print_radsecproxy(FILE *out, const struct ddds_result *result);

/* Print home_server blocks and their pool for FreeRADIUS 3 from |result|, of
 * the application radius. If it has no address for authentication or accounting
 * over TLS, print nothing and return false. */
bool print_freeradius(FILE *out, const struct ddds_result *result);

#endif
