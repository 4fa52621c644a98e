/* Zone files of the options --zone and --from.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ZONE_SOURCES_H
#define ZONES_ZONE_SOURCES_H

#include <ddds/database.h>

#include "cli/source_options.h"
#include "zones/zone_files.h"

/* Messages while files are listed. */
enum source_notes {
    SOURCE_NOTES,  /* about skipped files and files found elsewhere */
    SOURCE_SILENT, /* none */
};

/* Append the zone file |word|, FILE or FILE:ORIGIN, or all zone files of a
 * directory, to |files|. |origin|, or NULL, is used for files without one.
 * Return an exit status; on failure set |error| and print nothing. */
int zone_sources_add(struct zone_files *files, const char *word,
                     const char *origin, enum source_notes notes,
                     struct ddds_error *error);

/* Append the zone files of all configurations in |source|. Return an exit
 * status as zone_sources_add() does. But for an unreadable included file call
 * |failure| with |context|, and return EXIT_TEMPORARY with an empty |error|. */
int zone_sources_configured(const struct source_options *source,
                            enum source_notes notes, struct zone_files *files,
                            ddds_complaint_fn *failure, void *context,
                            struct ddds_error *error);

/* Append the files of --zone and --from, and the zones of --from that have no
 * file to be read; an unreadable included file is a failure. Return an exit
 * status as zone_sources_add() does. */
int zone_sources_list(const struct source_options *source,
                      enum source_notes notes, struct zone_files *files,
                      struct ddds_error *error);

/* Load |files| into |memory|, and report skipped zones, unused views and
 * assumed origins. Return an exit status; on failure set |error|, unprinted. */
int zone_sources_load(ddds_database *memory, const struct zone_files *files,
                      struct ddds_error *error);

#endif
