/* The zone files that a command reads, each with its origin.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ZONE_FILES_H
#define ZONES_ZONE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/database.h>
#include <ddds/record.h>
#include <ddds/status.h>

struct zone_file {
    char *path;   /* "-" is standard input */
    char *origin; /* that was given; NULL: none */
    char *likely; /* a guess from the name of the file; NULL: none */
    struct ddds_zone_options reading; /* with these origins */

    /* Of a file in a server's configuration. */
    bool is_configured;
    char *view;   /* that the zone is in, or NULL */
    char *folder; /* that the server's relative files are in */
    char *near;   /* that the configuration is in */
};

struct zone_files {
    struct zone_file *items;
    size_t count;
    size_t size;
    struct ddds_zone_options reading; /* of all that are appended */

    bool
        needs_all; /* a configured zone that cannot be loaded is a failure, also
                       if its names are not looked up */
    ddds_unreadable_fn *unreadable; /* or NULL: a syntax error refuses a file */
    void *unreadable_context;
};

/* Append |path|, with |origin| or NULL. Both are copied. */
void zone_files_add(struct zone_files *files, const char *path,
                    const char *origin);

/* Append |path|, which a configuration in |near| has as the file of the zone
 * |origin| of |view|, or NULL: $INCLUDE is looked for in |folder| first, and
 * below |near| last. All are copied. */
void zone_files_add_configured(struct zone_files *files, const char *path,
                               const char *origin, const char *view,
                               const char *folder, const char *near);

/* Append |word|: FILE or FILE:ORIGIN, split at the last colon unless a file of
 * the whole name exists. |origin|, or NULL, is that of a FILE without one. */
void zone_files_add_word(struct zone_files *files, const char *word,
                         const char *origin);

/* Return the file before |file|, one of |files|, that has the same zone in
 * another view, or NULL. */
const struct zone_file *zone_files_other_view(const struct zone_files *files,
                                              const struct zone_file *file);

/* Free what belongs to |file|. */
void zone_file_clear(struct zone_file *file);

/* Free all items; the list is empty afterwards. */
void zone_files_clear(struct zone_files *files);

struct origin_notes {
    const struct zone_file *file; /* that is being read */
    size_t count;
    char first_path[200];
    char first_origin[DDDS_NAME_SIZE];
};

/* Take an origin that was assumed for |file| (ddds_origin_fn); |context| is a
 * struct origin_notes. Report it if another was given. */
void origin_notes_take(void *context, const char *origin);

/* Report the origins on standard error, if there are any. */
void origin_notes_print(const struct origin_notes *notes);

/* All of standard input, of |*length| octets, to be freed. NULL if that fails:
 * |error| says why, with DDDS_UNREADABLE. */
char *standard_input_read(size_t *length, struct ddds_error *error);

#endif
