/* The applications of the library. A new one needs a line of catalogue.def, and
 * a file in described/ or, if it cannot be described, in C; CONTRIBUTING.md
 * says what else. The constants of the described ones are written while the
 * library is built (described/write_constants.c).
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/urn.h>

#include "app/described_application.h"
#include "app/policies.h"
#include "base/ascii.h"
#include "name/urn.h"

#define APPLICATION(name)
#define DESCRIBED(name) extern const struct described ddds_described_##name;
#include "app/catalogue.def"
#undef APPLICATION
#undef DESCRIBED

#define APPLICATION(name) &ddds_policy_##name,
#define DESCRIBED(name) &ddds_described_##name.application,
static const struct ddds_application *const catalogue[] = {
#include "app/catalogue.def"
    NULL};
#undef APPLICATION
#undef DESCRIBED

const struct ddds_application *const *ddds_applications(void)
{
    return catalogue;
}

const struct ddds_application *ddds_application_find(const char *name)
{
    const struct ddds_application *const *each = catalogue;
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
