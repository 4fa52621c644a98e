/* The zones that a configuration of a name server names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_SERVER_ZONES_H
#define ZONES_SERVER_ZONES_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
