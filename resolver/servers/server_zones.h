/* The zones that a configuration of a name server names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVERS_SERVER_ZONES_H
#define SERVERS_SERVER_ZONES_H

#include <stdbool.h>
#include <stddef.h>

struct server_zone {
    char *name;   /* as configured, without a final dot */
    char *file;   /* as configured */
    char *folder; /* that a relative |file| is in; NULL: that of the server */
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

/* Append a zone. The strings are copied; |folder| may be NULL. False without
 * memory. */
bool server_zones_add(struct server_zones *zones, const char *name,
                      const char *file, const char *folder, bool is_copy);

/* Free everything; the list is empty afterwards. */
void server_zones_clear(struct server_zones *zones);

/* The |n|-th label of |name| from the right, from 0, as patterns of file names
 * insert it: |*length| octets, 0 if it is missing. Never NULL. */
const char *server_zone_label(const char *name, unsigned long n,
                              size_t *length);

#endif
