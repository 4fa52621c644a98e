/* The zone files of BIND, from its configuration.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_NAMED_CONF_H
#define ZONES_NAMED_CONF_H

#include <ddds/database.h>
#include <ddds/status.h>

#include "zones/named.h"
#include "zones/zone_files.h"

/* Read |text| of |length| octets, the configuration |path|, into |zones|. What
 * it includes is not read. Fails with DDDS_SYNTAX; the zones before the fault
 * are there. */
ddds_status servers_read_text(const char *path, const char *text, size_t length,
                              struct server_zones *zones,
                              struct ddds_error *error);

/* Append the zone files of the configuration |path|, with their origins, to
 * |files|. |note| is called with what is worth a line: copies of other servers'
 * zones without a file, files found elsewhere, included files that cannot be
 * read; for the last of these |*has_missed| becomes true. Fails with
 * DDDS_UNREADABLE or DDDS_SYNTAX (also if it names no zone). */
ddds_status servers_read(const char *path, struct zone_files *files,
                         ddds_complaint_fn *note, void *context,
                         bool *has_missed, struct ddds_error *error);

#endif
