/* Common parts of the applications of RFC 3404.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_RFC3404_H
#define APP_RFC3404_H

#include <ddds/application.h>
#include <ddds/status.h>

/* Common members. */
#define RFC3404_POLICY                                                         \
    .specification = "RFC 3404", .service = "resolution service",              \
    .flags = "SAUP", .read_services = ddds_rfc3404_read_services,              \
    .is_offered = ddds_rfc3404_is_offered, .regexp = DDDS_REGEXP_ANY,          \
    .order_closes = true

/* Start with a URN, in either application: its canonical form becomes the
 * Application Unique String, and |start| has the removed components. Fails with
 * DDDS_BAD_INPUT. */
ddds_status ddds_rfc3404_start_urn(const struct ddds_request *request,
                                   struct ddds_start *start,
                                   struct ddds_error *error);

/* Split the services field |text| (RFC 3404 section 4.4). Fails with
 * DDDS_MALFORMED. */
ddds_status ddds_rfc3404_read_services(const struct ddds_application *self,
                                       const char *text,
                                       struct ddds_services *services,
                                       struct ddds_error *error);

/* Compare services and protocols, ignoring case. Resolution services have three
 * synonyms: "I2L" of RFC 2483, "N2L" and "L2L" of RFC 2169. */
bool ddds_rfc3404_is_offered(const struct ddds_application *self,
                             struct ddds_span wanted, struct ddds_span offered);

#endif
