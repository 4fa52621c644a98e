/* What the applications that follow RFC 3958 have in common: a domain is the
 * input and the first key, and services are tags.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_RFC3958_H
#define APP_RFC3958_H

#include <ddds/application.h>
#include <ddds/status.h>

/* Section 6.5 and what is deployed (lib/DECISIONS.md, "tags"). */
ddds_status ddds_rfc3958_read_services(const struct ddds_application *self,
                                       const char *text,
                                       struct ddds_services *services,
                                       struct ddds_error *error);

#endif
