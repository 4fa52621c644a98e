/* The configuration of BIND, as far as zone files need it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_NAMED_H
#define ZONES_NAMED_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/database.h>
#include <ddds/status.h>

/* A path or a name, with a NUL. Longer ones are refused. */
enum { NAMED_WORD_SIZE = 1024 };

struct server_zone {
    char *name;       /* as configured, without a final dot */
    char *file;       /* as configured */
    const char *view; /* one of the views, or NULL */
    bool is_copy; /* the server fetches the zone, or writes the file in a format
                     of its own */
};

struct server_zones {
    struct server_zone *items;
    size_t count;
    size_t size;
    char **views; /* their names, in their order */
    size_t view_count;
    char *folder; /* that relative files are in; NULL: that of the
                     configuration */
};

/* Free everything; the list is empty afterwards. */
void server_zones_clear(struct server_zones *zones);

/* A configuration that is read. All but the first members is 0 at first. */
struct named {
    struct ddds_error *error;
    bool is_alone;              /* files that it includes are not opened */
    ddds_complaint_fn *failure; /* called for included files that cannot be
                                   read, unless it |is_alone| */
    void *context;

    ddds_status status; /* that of the first failure */
    struct server_zones zones;
    bool has_missed; /* an included file could not be read */

    /* Its own. */
    char *folder; /* of the configuration */
    struct named_source *source;
    unsigned includes;
    size_t octets; /* of all files */
};

/* Read the file |path|, or |text| of |length| octets, which is called |path|, to
 * the end. False if that failed: |error| says why, and the zones before the
 * fault are there. Free |named| with named_clear in any case. */
bool named_read(struct named *named, const char *path);
bool named_read_text(struct named *named, const char *path, const char *text,
                     size_t length);
void named_clear(struct named *named);

/* Fail because of the line that is being read, if one is. Returns false. */
__attribute__((format(printf, 2, 3))) bool named_fail(struct named *named,
                                                      const char *format, ...);

/* Return the folder that relative files of zones are in, to be freed. */
char *named_folder(const struct named *named);

/* Find |file|, which is in |folder| if it is relative and |folder| not NULL.
 * What does not exist is looked for near the configuration: with its last parts
 * there. Returns the path, to be freed, which need not exist. |*is_moved| tells
 * whether it was found there. */
char *named_locate(const struct named *named, const char *folder,
                   const char *file, bool *is_moved);

#endif
