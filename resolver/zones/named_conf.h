/* Zone files that the configuration of BIND names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_NAMED_CONF_H
#define ZONES_NAMED_CONF_H

#include <ddds/database.h>
#include <ddds/status.h>

#include "zones/named.h"
#include "zones/zone_files.h"

/* Parse |text| of |length| octets, the configuration |path|, into |zones|,
 * without included files. Fails with DDDS_SYNTAX, keeping the zones before. */
ddds_status servers_read_text(const char *path, const char *text, size_t length,
                              struct server_zones *zones,
                              struct ddds_error *error);

/* Parameters of servers_read(). */
struct server_reading {
    const char *view;           /* read only this view; NULL: all */
    ddds_complaint_fn *note;    /* called for files skipped or found
                                   elsewhere */
    ddds_complaint_fn *failure; /* called for unreadable included files, and
                                   zone files that are pipes */
    void *context;
    bool is_whole;   /* an unreadable included file is an error, and zones
                        without a file that can be read are appended, too;
                        a file that views share is appended once */
    bool has_missed; /* set to true if |failure| was called */
};

/* Append the zone files of the configuration |path|, with their origins, to
 * |files|. Fails with DDDS_UNREADABLE, DDDS_SYNTAX (also for a configuration
 * without zone files) or DDDS_BAD_OPTION (unknown view). */
ddds_status servers_read(const char *path, struct zone_files *files,
                         struct server_reading *reading,
                         struct ddds_error *error);

#endif
