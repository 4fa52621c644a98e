/* Applications of the library. Each is a description in described/ or, if that
 * does not suffice, a C file and a line of catalogue.def. The catalogue and the
 * constants of descriptions are generated during the build
 * (described/write_constants.c).
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/urn.h>

#include "app/described_application.h"
#include "app/policies.h"
#include "base/ascii.h"
#include "name/urn.h"

extern const struct described ddds_described_enum;
extern const struct described ddds_described_s_naptr;
extern const struct described ddds_described_u_naptr;
extern const struct described ddds_described_peppol;
extern const struct described ddds_described_ddi;

const struct ddds_application *const *ddds_applications(void)
{
    return ddds_catalogue;
}

const struct ddds_application *ddds_application_find(const char *name)
{
    const struct ddds_application *const *each = ddds_catalogue;
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
    return &ddds_described_enum.application;
}

const struct ddds_application *ddds_application_s_naptr(void)
{
    return &ddds_described_s_naptr.application;
}

const struct ddds_application *ddds_application_u_naptr(void)
{
    return &ddds_described_u_naptr.application;
}

const struct ddds_application *ddds_application_sip(void)
{
    return &ddds_policy_sip;
}

const struct ddds_application *ddds_application_peppol(void)
{
    return &ddds_described_peppol.application;
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
    return &ddds_described_ddi.application;
}
