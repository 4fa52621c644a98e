/* The zone files that options name with --zone and --from.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ZONE_SOURCES_H
#define ZONES_ZONE_SOURCES_H

#include <ddds/database.h>

#include "cli/source_options.h"
#include "zones/zone_files.h"

/* What is reported while the files are listed. */
enum source_notes {
    SOURCE_NOTES,    /* files that are skipped, or found elsewhere; and: */
    SOURCE_FAILURES, /* parts of configurations that cannot be read */
    SOURCE_SILENT,   /* nothing: a second listing */
};

/* Append the zone file |word|, FILE or FILE:ORIGIN, or all of a directory, to
 * |files|. |origin|, or NULL, is that of files without one. Returns an exit
 * status; |error| has the message, which is not reported. */
int zone_sources_add(struct zone_files *files, const char *word,
                     const char *origin, enum source_notes notes,
                     struct ddds_error *error);

/* Append the zone files of all configurations of |source|. Returns an exit
 * status as zone_sources_add, but EXIT_TEMPORARY without a message in |error|
 * if an included file could not be read: that has been reported. */
int zone_sources_configured(const struct source_options *source,
                            enum source_notes notes, struct zone_files *files,
                            struct ddds_error *error);

/* Append what --zone and --from name. Returns an exit status as
 * zone_sources_add. */
int zone_sources_list(const struct source_options *source,
                      enum source_notes notes, struct zone_files *files,
                      struct ddds_error *error);

/* Load |files| into |memory|, and report what is worth a line. Returns an exit
 * status; |error| has the message, which is not reported. */
int zone_sources_load(ddds_database *memory, const struct zone_files *files,
                      struct ddds_error *error);

#endif
