/* Redirection: to the URI of an outcome, or to its THTTP resolver (RFC 2169).
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_LOCATION_H
#define SERVE_ANSWER_LOCATION_H

#include <stdbool.h>
#include <stdio.h>

#include <ddds/result.h>

/* Return true if it is safe to redirect a client to |uri|: its scheme displays,
 * transfers or calls, but does not execute anything where it is opened, and it
 * breaks no rule of HTTP (ddds_uri_breaks_http). */
bool location_is_safe(const char *uri);

/* Return the URI to which a client that asked for |service| (NULL: for none) is
 * redirected: the URI of |outcome|, or that of its THTTP resolver. Allocated;
 * NULL if neither exists. */
char *location_make(const struct ddds_result *result,
                    const struct ddds_outcome *outcome, const char *service);

/* Print the input of |result| for a server: without fragment, and without
 * q-component unless |has_q|. Equivalent URNs are printed alike, except for
 * their components (RFC 2169 section 2). */
void location_print_input(FILE *out, const struct ddds_result *result,
                          bool has_q);

#endif
