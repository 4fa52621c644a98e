/* Parser for the configuration of BIND: zones and their files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_NAMED_H
#define ZONES_NAMED_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/database.h>
#include <ddds/status.h>

/* Size of a path or name, with NUL. Longer words are refused. */
enum { NAMED_WORD_SIZE = 1024 };

struct server_zone {
    char *name;       /* as configured, without a final dot */
    char *file;       /* as configured; "" if it has none with its records */
    char *in_view;    /* the view whose zone of this name it is; or "" */
    const char *view; /* element of |views|, or NULL */
    bool is_copy;     /* the server fetches it, or stores a binary format */
};

struct server_zones {
    struct server_zone *items;
    size_t count;
    size_t size;
    char **views; /* names, in order */
    size_t view_count;
    char *folder; /* for relative files; NULL: that of the configuration */
};

/* Free everything, and make the list empty. */
void server_zones_clear(struct server_zones *zones);

/* State of the parser. The caller sets the first members, the others are 0. */
struct named {
    struct ddds_error *error;
    bool is_alone;              /* do not open included files */
    ddds_complaint_fn *failure; /* called for unreadable included files; NULL:
                                   they are errors */
    void *context;

    ddds_status status; /* of the first failure */
    struct server_zones zones;
    bool has_missed; /* an included file was unreadable */

    /* Internal. */
    char *folder; /* of the configuration */
    struct named_source *source;
    unsigned includes;
    size_t octets; /* of all files */
};

/* Parse the file |path|, or |text| of |length| octets with the name |path|. On
 * failure set |error| and return false; the zones before the fault are
 * available. Call named_clear() in either case. */
bool named_read(struct named *named, const char *path);
bool named_read_text(struct named *named, const char *path, const char *text,
                     size_t length);
void named_clear(struct named *named);

/* Set an error, with the present line if a file is being read. Return false. */
__attribute__((format(printf, 2, 3))) bool named_fail(struct named *named,
                                                      const char *format, ...);

/* Return the folder for relative zone files, to be freed. */
char *named_folder(const struct named *named);

/* Find |file|; if it is relative, it is in |folder|, or in that of the
 * configuration if |folder| is NULL. If the path does not exist, try its
 * trailing components below the configuration's folder, and set |*is_moved| to
 * whether that succeeded. Return the path, to be freed; it need not exist. */
char *named_locate(const struct named *named, const char *folder,
                   const char *file, bool *is_moved);

#endif
