/* The S-NAPTR application: RFC 3958, from a domain to the servers that it has
 * for a service. Diameter, IRIS, TURN and others differ by their tags only.
 * And U-NAPTR: RFC 4848, which adds URIs. LoST, ALTO, LIS and others differ by
 * their tags only.
 *
 * Rules without a requested service and protocol are ignored, whatever their
 * order (section 2.2.2). After a dead end the client goes on with the next rule
 * (2.2.4). One protocol is pursued to its end before the next (2.2.5). The flag
 * D is that of RFC 7553 section 5.2.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "app/rfc3958.h"

const struct ddds_application ddds_policy_s_naptr = {
    .size = sizeof ddds_policy_s_naptr,
    .name = "s-naptr",
    .title = "the servers that a domain has for a service (RFC 3958)",
    .subject = "domain",
    .first_key = "the domain itself",
    .service = "service",
    .first_well_known_rule = ddds_rfc3958_first_well_known_rule,
    .flags = "SAD",
    .read_services = ddds_rfc3958_read_services,
    .requires_tags = true,
    .regexp = DDDS_REGEXP_NONE,
    .pursues_one_protocol = true,
};

const struct ddds_application ddds_policy_u_naptr = {
    .size = sizeof ddds_policy_u_naptr,
    .name = "u-naptr",
    .title = "the servers or the URI that a domain has for a service (RFC "
             "4848)",
    .subject = "domain",
    .first_key = "the domain itself",
    .service = "service",
    .first_well_known_rule = ddds_rfc3958_first_well_known_rule,
    .flags = "SAUD",
    .read_services = ddds_rfc3958_read_services,
    .requires_tags = true,
    .regexp = DDDS_REGEXP_CONSTANT,
    .pursues_one_protocol = true,
};
