/* The policy that the applications of RFC 3958 share.
 *
 * SPDX-License-Identifier: MIT */
#include "app/rfc3958.h"

#include "rule/services.h"

ddds_status ddds_rfc3958_read_services(const struct ddds_application *self,
                                       const char *text,
                                       struct ddds_services *services,
                                       struct ddds_error *error)
{
    (void)self;
    return ddds_services_read_tags(text, services, error);
}
