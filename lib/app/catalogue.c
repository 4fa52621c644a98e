/* The applications that there are. A new one is a file beside this one and a
 * line below.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/application.h>
#include <ddds/urn.h>

#include "base/ascii.h"

/* clang-format off */
static const struct ddds_application *const applications[] = {
    &ddds_application_urn,
    &ddds_application_uri,
    &ddds_application_enum,
    &ddds_application_s_naptr,
    &ddds_application_u_naptr,
    &ddds_application_sip,
    &ddds_application_peppol,
    &ddds_application_radius,
    &ddds_application_three_gpp,
    NULL,
};
/* clang-format on */

const struct ddds_application *const *ddds_applications(void)
{
    return applications;
}

const struct ddds_application *ddds_application_find(const char *name)
{
    const struct ddds_application *const *each = applications;
    while (*each != NULL && !ascii_equal((*each)->name, name)) {
        each++;
    }
    return *each;
}

const struct ddds_application *ddds_application_for(const char *input)
{
    return ddds_urn_has_scheme(input) ? &ddds_application_urn
                                      : &ddds_application_uri;
}
