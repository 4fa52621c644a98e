/* The services that the user requests.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_WANTED_SERVICES_H
#define CLI_WANTED_SERVICES_H

#include <stdio.h>

#include <ddds/application.h>
#include <ddds/result.h>
#include <ddds/status.h>

/* Check that none of the |services|, a list or NULL, is the whole services
 * field of a rule: no rule could offer it. DDDS_BAD_OPTION if one is, and
 * |error| says what to write instead. */
ddds_status wanted_check(const struct ddds_application *application,
                         const char *services, struct ddds_error *error);

/* Write the end of a sentence, "; use --service NAME", with the options that
 * request what the first rule offers that was passed over for its service. */
void wanted_advise(FILE *out, const struct ddds_result *result);

#endif
