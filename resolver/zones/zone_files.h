/* List of zone files to read, with their origins.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ZONE_FILES_H
#define ZONES_ZONE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/database.h>
#include <ddds/record.h>
#include <ddds/status.h>

#include "cli/source_options.h"

struct zone_file {
    char *path;                       /* "-": standard input */
    char *origin;                     /* given by the user, or NULL */
    char *likely;                     /* guessed from the file name; or NULL */
    struct ddds_zone_options reading; /* refers to these origins */

    /* For files that a server's configuration names. */
    bool is_configured;
    char *unread; /* why the zone has no file to be read; or NULL */
    bool is_lost; /* there is a file, which cannot be read */
    char *view;   /* view of the zone, or NULL */
    char *folder; /* directory for relative files */
    char *near;   /* directory of the configuration */
};

struct zone_files {
    struct zone_file *items;
    size_t count;
    size_t size;
    struct ddds_zone_options reading; /* for all files that are appended */

    enum broken_zones broken;
    ddds_unreadable_fn *unreadable; /* called for unreadable records; NULL: a
                                       syntax error refuses the file */
    void *unreadable_context;
};

/* Append |path|, with |origin| or NULL. Both are copied. */
void zone_files_add(struct zone_files *files, const char *path,
                    const char *origin);

/* Append |path|, which a configuration in |near| names as the file of the zone
 * |origin| in |view|, or NULL. Files of $INCLUDE are looked for in |folder|
 * first, and below |near| last. All strings are copied. */
void zone_files_add_configured(struct zone_files *files, const char *path,
                               const char *origin, const char *view,
                               const char *folder, const char *near);

/* Append the zone |origin| in |view|, or NULL, without a file; |why| is the
 * reason for the user. It |is_lost| if its file is there, but cannot be read.
 * All strings are copied. */
void zone_files_add_unread(struct zone_files *files, const char *origin,
                           const char *view, const char *why, bool is_lost);

/* Append |word|: FILE or FILE:ORIGIN, split at the last colon unless a file
 * with the whole name exists. |origin|, or NULL, is used for FILE. */
void zone_files_add_word(struct zone_files *files, const char *word,
                         const char *origin);

/* Return the file before |file|, an element of |files|, that has the same zone
 * in another view; or NULL. */
const struct zone_file *zone_files_other_view(const struct zone_files *files,
                                              const struct zone_file *file);

/* Free the members of |file|. */
void zone_file_clear(struct zone_file *file);

/* Free all items, and make the list empty. */
void zone_files_clear(struct zone_files *files);

struct origin_notes {
    const struct zone_file *file; /* being read */
    size_t count;
    char first_path[200];
    char first_origin[DDDS_NAME_SIZE];
};

/* Note the assumed |origin| of |file| (ddds_origin_fn); |context| is a struct
 * origin_notes. Complain if a different origin was given. */
void origin_notes_take(void *context, const char *origin);

/* Print a message about the assumed origins, if any. */
void origin_notes_print(const struct origin_notes *notes);

/* Read standard input to its end. Return its |*length| octets, to be freed. On
 * failure set |error|, with DDDS_UNREADABLE, and return NULL. */
char *standard_input_read(size_t *length, struct ddds_error *error);

#endif
