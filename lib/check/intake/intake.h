/* Reads records that a server sent into a check. ddds/check.h declares the
 * functions that read files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_INTAKE_INTAKE_H
#define CHECK_INTAKE_INTAKE_H

#include "check/model/check_state.h"

/* Read |text|, the records of the zone |apex| (NULL: unknown) from |server|;
 * all must outlive the check. The records are then in |check->records|, NAPTR
 * records with a line each. NULL without memory. */
struct checked_zone *ddds_intake_answer(struct ddds_check *check,
                                        const char *server, const char *apex,
                                        const char *text, size_t length);

/* Take ownership of |file|, find its origin, and read it. Fails like
 * ddds_check_file. */
ddds_status ddds_intake_file(struct ddds_check *check, const char *name,
                             struct zonefile *file,
                             const struct ddds_zone_options *given,
                             struct ddds_error *error);

#endif
