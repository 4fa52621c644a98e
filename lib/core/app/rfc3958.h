/* Common parts of applications of RFC 3958: the input is a domain and the first
 * key, and services are tags.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_RFC3958_H
#define APP_RFC3958_H

#include <ddds/application.h>
#include <ddds/span.h>
#include <ddds/status.h>

/* Write the canonical form of |domain|, which is |input| or a part of it, to
 * |key|. Fails with DDDS_BAD_INPUT, the offset in |input|, and a detail with
 * the correction, if it is not a domain name that DNS can look up. */
ddds_status ddds_rfc3958_read_domain(const char *input, struct ddds_span domain,
                                     char key[DDDS_KEY_SIZE],
                                     struct ddds_error *error);

/* Start with |domain|, the input or a part of it: its canonical form is both
 * Application Unique String and first key (sections 6.1 and 6.2). Fails like
 * ddds_rfc3958_read_domain. */
ddds_status ddds_rfc3958_start_domain(const struct ddds_request *request,
                                      struct ddds_span domain,
                                      struct ddds_start *start,
                                      struct ddds_error *error);

/* Start with the complete input, which must be a domain. See
 * |first_well_known_rule| in ddds/application.h. */
ddds_status ddds_rfc3958_first_well_known_rule(
    const struct ddds_application *self, const struct ddds_request *request,
    struct ddds_start *start, struct ddds_error *error);

/* Split the services field |text| into tags: RFC 3958 section 6.5, and deployed
 * forms (lib/DECISIONS.md, "tags"). Fails with DDDS_MALFORMED. */
ddds_status ddds_rfc3958_read_services(const struct ddds_application *self,
                                       const char *text,
                                       struct ddds_services *services,
                                       struct ddds_error *error);

#endif
