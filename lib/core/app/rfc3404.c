/* Common policy of the URN and URI applications (RFC 3404).
 *
 * SPDX-License-Identifier: MIT */
#include "app/rfc3404.h"

#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "name/urn.h"
#include "rule/services.h"

ddds_status ddds_rfc3404_start_urn(const struct ddds_request *request,
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

/* Return true if |name| is a resolution service: I, N or L, "2", its result,
 * and "s" for several. */
static bool is_resolution_service(struct ddds_span name)
{
    return (name.length == 3 ||
            (name.length == 4 && ascii_to_lower(name.text[3]) == 's')) &&
           strchr("inl", ascii_to_lower(name.text[0])) != NULL &&
           name.text[1] == '2' &&
           strchr("lrcn", ascii_to_lower(name.text[2])) != NULL;
}

bool ddds_rfc3404_is_offered(const struct ddds_application *self,
                             struct ddds_span wanted, struct ddds_span offered)
{
    (void)self;
    if (wanted.length != offered.length) {
        return false;
    }
    size_t same =
        is_resolution_service(wanted) && is_resolution_service(offered) ? 1 : 0;
    return ascii_equal_span(wanted.text + same, offered.text + same,
                            wanted.length - same);
}
