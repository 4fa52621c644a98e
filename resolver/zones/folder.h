/* Find the zone files in a directory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_FOLDER_H
#define ZONES_FOLDER_H

#include <stdbool.h>

#include <ddds/database.h>
#include <ddds/status.h>

#include "zones/zone_files.h"

/* Append the zone files in the directory |path| and its subdirectories to
 * |files|, ordered by name. Skipped are hidden files, names of backups,
 * journals and keys, binary files, texts in which most lines are not records,
 * and files that another zone file includes; |note| is called at most once,
 * with a message about them. |origin|, or NULL, is the origin of each file.
 * Fails with DDDS_UNREADABLE, DDDS_SYNTAX (no zone file) or DDDS_LIMIT. */
ddds_status folder_read(const char *path, const char *origin,
                        struct zone_files *files, ddds_complaint_fn *note,
                        void *context, struct ddds_error *error);

/* Return true if |path| is a directory. */
bool folder_is(const char *path);

/* Return true if |path| is a named pipe: reading waits for a writer. */
bool folder_is_pipe(const char *path);

/* Return |directory| and |name| joined by a slash, to be freed; |name| if the
 * directory is ".", unless it begins with "-", "+" or "@". */
char *folder_join(const char *directory, const char *name);

/* Return |path|, which is not empty, without empty parts and parts that are
 * ".", to be freed. ".." stays, since a symbolic link may be before it. So does
 * all of a path that would begin with "-", "+" or "@". */
char *folder_clean(const char *path);

#endif
