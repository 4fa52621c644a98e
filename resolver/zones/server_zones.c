/* The zones that a configuration of a name server names.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/server_zones.h"

#include <stdlib.h>
#include <string.h>

static void clear_zone(struct server_zone *zone)
{
    free(zone->name);
    free(zone->file);
}

void server_zones_add(struct server_zones *zones, const char *name,
                      const char *file, bool is_copy)
{
    struct server_zone zone = {
        .name = strdup(name),
        .file = strdup(file),
        .is_copy = is_copy,
    };
    if (zones->count == zones->size) {
        zones->size = zones->size * 2 + 16;
        zones->items = realloc(zones->items, zones->size * sizeof zone);
    }
    size_t length = strlen(zone.name);
    if (length > 1 && zone.name[length - 1] == '.') {
        zone.name[length - 1] = '\0';
    }
    zones->items[zones->count++] = zone;
}

void server_zones_clear(struct server_zones *zones)
{
    for (size_t i = 0; i < zones->count; i++) {
        clear_zone(&zones->items[i]);
    }
    free(zones->items);
    free(zones->folder);
    *zones = (struct server_zones){.items = NULL};
}
