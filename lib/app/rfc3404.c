/* The policy that the URN and URI applications share (RFC 3404).
 *
 * SPDX-License-Identifier: MIT */
#include "app/rfc3404.h"

#include "base/error.h"
#include "base/hot.h"
#include "name/urn.h"
#include "rule/services.h"

HOT ddds_status ddds_rfc3404_start_urn(const struct ddds_request *request,
                                       struct ddds_start *start,
                                       struct ddds_error *error)
{
    ddds_status status = ddds_urn_read(request->input, &start->urn, error);
    if (status != DDDS_OK) {
        return status;
    }
    start->is_urn = true;
    if (!ddds_urn_write(&start->urn, start->aus, start->aus_size)) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "the URN is too long");
    }
    return DDDS_OK;
}

ddds_status ddds_rfc3404_read_services(const struct ddds_application *self,
                                       const char *text,
                                       struct ddds_services *services,
                                       struct ddds_error *error)
{
    (void)self;
    return ddds_services_read(text, services, error);
}
