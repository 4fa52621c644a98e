/* Services that the user requests.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_REQUESTED_SERVICES_H
#define CLI_REQUESTED_SERVICES_H

#include <stdio.h>

#include <ddds/application.h>
#include <ddds/result.h>
#include <ddds/status.h>

/* Check that none of the |services|, a list or NULL, is the complete services
 * field of a rule, because no rule can match it. Fails with DDDS_BAD_OPTION;
 * |error| has the correction. */
ddds_status requested_check(const struct ddds_application *application,
                            const char *services, struct ddds_error *error);

/* Write the end of a sentence, "; use --service NAME", with the options for the
 * services of the first rule that was rejected for its service; nothing if no
 * rule was. */
void requested_advise(FILE *out, const struct ddds_result *result);

#endif
