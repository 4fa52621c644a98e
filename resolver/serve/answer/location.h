/* Where a client is sent: the URI of an outcome, or the THTTP resolver that the
 * outcome names (RFC 2169).
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_LOCATION_H
#define SERVE_ANSWER_LOCATION_H

#include <stdbool.h>
#include <stdio.h>

#include <ddds/result.h>

/* Return true if a client may be sent to |uri|: it is a URI whose scheme shows,
 * transfers or calls something, and runs nothing where it is opened, and it
 * breaks no rule of HTTP (ddds_uri_breaks_http). */
bool location_is_safe(const char *uri);

/* The URI to send a client to for |outcome| of |result|, who asked for
 * |service|, or NULL: the URI itself, or that of the THTTP resolver. Allocated;
 * NULL if there is none. */
char *location_make(const struct ddds_result *result,
                    const struct ddds_outcome *outcome, const char *service);

/* Print the input of |result| for a server: without fragment, and without
 * q-component unless |has_q|. Equivalent URNs are printed alike but for their
 * components (RFC 2169 section 2). */
void location_print_input(FILE *out, const struct ddds_result *result,
                          bool has_q);

#endif
