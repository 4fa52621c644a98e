/* The list of all applications. A new application needs a file in this
 * directory and a line below.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/urn.h>

#include "app/policies.h"
#include "base/ascii.h"
#include "name/urn.h"

/* clang-format off */
static const struct ddds_application *const applications[] = {
    &ddds_policy_urn,
    &ddds_policy_uri,
    &ddds_policy_enum,
    &ddds_policy_s_naptr,
    &ddds_policy_u_naptr,
    &ddds_policy_sip,
    &ddds_policy_peppol,
    &ddds_policy_radius,
    &ddds_policy_three_gpp,
    &ddds_policy_ddi,
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
    if (name == NULL) {
        return NULL;
    }
    while (*each != NULL && !ascii_equal((*each)->name, name)) {
        each++;
    }
    return *each;
}

const struct ddds_application *ddds_application_for(const char *input)
{
    return input != NULL && ddds_urn_has_scheme(input) ? &ddds_policy_urn
                                                       : &ddds_policy_uri;
}

const struct ddds_application *ddds_application_urn(void)
{
    return &ddds_policy_urn;
}

const struct ddds_application *ddds_application_uri(void)
{
    return &ddds_policy_uri;
}

const struct ddds_application *ddds_application_enum(void)
{
    return &ddds_policy_enum;
}

const struct ddds_application *ddds_application_s_naptr(void)
{
    return &ddds_policy_s_naptr;
}

const struct ddds_application *ddds_application_u_naptr(void)
{
    return &ddds_policy_u_naptr;
}

const struct ddds_application *ddds_application_sip(void)
{
    return &ddds_policy_sip;
}

const struct ddds_application *ddds_application_peppol(void)
{
    return &ddds_policy_peppol;
}

const struct ddds_application *ddds_application_radius(void)
{
    return &ddds_policy_radius;
}

const struct ddds_application *ddds_application_three_gpp(void)
{
    return &ddds_policy_three_gpp;
}

const struct ddds_application *ddds_application_ddi(void)
{
    return &ddds_policy_ddi;
}
