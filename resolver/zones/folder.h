/* The zone files in a directory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_FOLDER_H
#define ZONES_FOLDER_H

#include <stdbool.h>

#include <ddds/database.h>
#include <ddds/status.h>

#include "zones/zone_files.h"

/* Append the zone files in the directory |path| and those below it to |files|,
 * in the order of their names. Files that are no zone files are skipped: with
 * names of backups, journals, keys or hidden files, with octets that are no
 * text, with a text in which most lines are no records, and files that another
 * zone file includes. |note|, called at most once, says which and why.
 * |origin|, or NULL, is that of each file. Fails with DDDS_UNREADABLE,
 * DDDS_SYNTAX (no zone file was found) or DDDS_LIMIT. */
ddds_status folder_read(const char *path, const char *origin,
                        struct zone_files *files, ddds_complaint_fn *note,
                        void *context, struct ddds_error *error);

/* Is there a directory at |path|? */
bool folder_is(const char *path);

/* |directory| and |name| with a slash between them, to be freed. */
char *folder_join(const char *directory, const char *name);

#endif
