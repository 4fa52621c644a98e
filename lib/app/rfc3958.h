/* What the applications that follow RFC 3958 have in common: a domain is the
 * input and the first key, and services are tags.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_RFC3958_H
#define APP_RFC3958_H

#include <ddds/application.h>
#include <ddds/span.h>
#include <ddds/status.h>

/* Begin with |domain|, the input or a piece of it: in its one spelling it is
 * Application Unique String and first key (sections 6.1 and 6.2). Fails with
 * DDDS_BAD_INPUT, and says what to give instead, if it is no domain name that
 * can be asked for. */
ddds_status ddds_rfc3958_start_domain(const struct ddds_request *request,
                                      struct ddds_span domain,
                                      struct ddds_start *start,
                                      struct ddds_error *error);

/* The first well-known rule for an input that is a domain. */
ddds_status ddds_rfc3958_first_well_known_rule(
    const struct ddds_application *self, const struct ddds_request *request,
    struct ddds_start *start, struct ddds_error *error);

/* Section 6.5 and what is deployed (lib/DECISIONS.md, "tags"). */
ddds_status ddds_rfc3958_read_services(const struct ddds_application *self,
                                       const char *text,
                                       struct ddds_services *services,
                                       struct ddds_error *error);

#endif
