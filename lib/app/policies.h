/* The applications that the library brings, as constants. Callers get them by
 * function (catalogue.c), so that their size is not part of the ABI.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_POLICIES_H
#define APP_POLICIES_H

#include <ddds/application.h>

extern const struct ddds_application ddds_policy_urn;
extern const struct ddds_application ddds_policy_uri;
extern const struct ddds_application ddds_policy_enum;
extern const struct ddds_application ddds_policy_s_naptr;
extern const struct ddds_application ddds_policy_u_naptr;
extern const struct ddds_application ddds_policy_sip;
extern const struct ddds_application ddds_policy_peppol;
extern const struct ddds_application ddds_policy_radius;
extern const struct ddds_application ddds_policy_three_gpp;
extern const struct ddds_application ddds_policy_ddi;

#endif
