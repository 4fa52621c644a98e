/* What is wanted, as a user writes it down.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_WANTED_H
#define CLI_WANTED_H

#include <ddds/application.h>
#include <ddds/status.h>

/* Is one of the |services|, a list or NULL, the services field of a rule and no
 * service? No rule could offer it, whatever stands there. DDDS_BAD_OPTION, and
 * |error| says what to write instead. */
ddds_status wanted_check(const struct ddds_application *application,
                         const char *services, struct ddds_error *error);

#endif
