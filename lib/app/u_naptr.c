/* The U-NAPTR application: RFC 4848, which is S-NAPTR with URIs. LoST, ALTO,
 * LIS and others differ by their tags only.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "app/rfc3958.h"

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
