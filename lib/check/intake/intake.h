/* Reads records that a server sent into a check. ddds/check.h declares the
 * functions that read files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_INTAKE_INTAKE_H
#define CHECK_INTAKE_INTAKE_H

#include "check/model/check.h"

/* Read |text|, records of the zone |apex|, NULL if that is not known, which
 * |server| sent; all are borrowed until the check is freed. NULL without
 * memory. Records are then in |check->records|, the NAPTR among them one for
 * each line. */
struct checked_zone *ddds_intake_answer(struct ddds_check *check,
                                        const char *server, const char *apex,
                                        const char *text, size_t length);

/* Find the origin of the file |name|. |origin| receives it unless |*found| is
 * ZONEFILE_ORIGIN_UNKNOWN; that of the caller is ZONEFILE_ORIGIN_KNOWN. Fails
 * with DDDS_BAD_OPTION. */
ddds_status ddds_intake_origin(const struct ddds_check *check, const char *name,
                               struct zonefile *file,
                               const struct ddds_zone_options *options,
                               char origin[LIMIT_NAME_SIZE],
                               enum zonefile_origin *found,
                               struct ddds_error *error);

/* Add a zone for |file|, which it takes over, without reading it. NULL without
 * memory. */
struct checked_zone *ddds_intake_zone(struct ddds_check *check,
                                      const char *name, struct zonefile *file);

/* Take over |file|, and read it, with the origin that was found. |is_part|: it is
 * a part of a zone. Fails as ddds_check_zone does. */
ddds_status ddds_intake_read(struct ddds_check *check, const char *name,
                             struct zonefile *file,
                             const struct ddds_zone_options *options,
                             const char *origin, enum zonefile_origin found,
                             bool is_part, struct ddds_error *error);

/* Take over |file|, find its origin, and read it. Fails as ddds_check_zone
 * does. */
ddds_status ddds_intake_file(struct ddds_check *check, const char *name,
                             struct zonefile *file,
                             const struct ddds_zone_options *given,
                             struct ddds_error *error);

#endif
