/* The files of a configuration that are being read: one includes another, which
 * is read in its place.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_CONFIG_H
#define ZONES_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/database.h>
#include <ddds/status.h>

struct server_zone {
    char *name;   /* as configured, without a final dot */
    char *file;   /* as configured */
    bool is_copy; /* the server fetches the zone, or writes the file in a format
                     of its own */
};

struct server_zones {
    struct server_zone *items;
    size_t count;
    size_t size;
    char *folder; /* that relative files are in; NULL: that of the
                     configuration */
};

/* Append a zone. The strings are copied. */
void server_zones_add(struct server_zones *zones, const char *name,
                      const char *file, bool is_copy);

/* Free everything; the list is empty afterwards. */
void server_zones_clear(struct server_zones *zones);

enum {
    CONFIG_WORD_SIZE = 1024,   /* a path or a name, with a NUL */
    CONFIG_DEPTH = 16,         /* files within files, and blocks in blocks */
    CONFIG_INCLUDES = 4096,    /* in all */
    CONFIG_OCTETS = 256 << 20, /* of all files */
};

struct config_source {
    struct config_source *outer;
    char *path;
    char *text; /* ends with NUL */
    const char *at;
    const char *end;
    unsigned long line; /* of |at|, from 1 */
    unsigned depth;     /* 1 for the outermost */
};

struct config {
    struct config_source *source; /* the innermost; NULL at the end */
    unsigned includes;
    size_t octets;
    char *folder;  /* of the configuration */
    bool is_alone; /* files that the configuration includes are not opened */
    struct server_zones *zones;

    ddds_status status; /* that of the first failure */
    struct ddds_error *error;
    ddds_complaint_fn *note; /* what is worth a line */
    void *context;
    bool has_missed; /* an included file could not be read */
};

/* Begin to read the file |path|, or |text| of |length| octets, which is copied
 * and called |path|. False if the file cannot be read. End with config_end in
 * any case. */
bool config_begin(struct config *config, const char *path);
void config_begin_text(struct config *config, const char *path,
                       const char *text, size_t length);
void config_end(struct config *config);

/* Fail because of the line that is being read. Returns false. */
__attribute__((format(printf, 2, 3))) bool config_fail(struct config *config,
                                                       const char *format, ...);

/* Read the files that |pattern| names, which may have wildcards, before the
 * rest of this one. Files that cannot be read are noted. False if there are too
 * many. */
bool config_include(struct config *config, const char *pattern);

/* The next octet, or -1 at the end of the innermost file. */
int config_peek(const struct config *config);
int config_take(struct config *config);

/* Go on after the file that ended; false if it was the outermost. */
bool config_leave(struct config *config);

/* Find |file|, which is in |folder| if it is relative and |folder| not NULL.
 * What does not exist is looked for near the configuration: with its last parts
 * there. Returns the path, to be freed, which need not exist. |*is_moved| tells
 * whether it was found there. */
char *config_locate(const struct config *config, const char *folder,
                    const char *file, bool *is_moved);

#endif
