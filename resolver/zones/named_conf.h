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

/* The part of a configuration to read, and its reports. */
struct server_reading {
    const char *view;           /* the only one to read; NULL: all */
    ddds_complaint_fn *note;    /* called for zones that are skipped, and for
                                   files found elsewhere */
    ddds_complaint_fn *failure; /* called for included files that cannot be
                                   read */
    void *context;
    bool has_missed; /* becomes true if one cannot */
};

/* Append the zone files of the configuration |path|, with their origins, to
 * |files|. Fails with DDDS_UNREADABLE, DDDS_SYNTAX (also if it names no zone) or
 * DDDS_BAD_OPTION (it has no such view). */
ddds_status servers_read(const char *path, struct zone_files *files,
                         struct server_reading *reading,
                         struct ddds_error *error);

#endif
