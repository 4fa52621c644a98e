/* Configurations of BIND, and texts that may be zone files.
 *
 * Every zone that is read has a name and a file; what is refused says why. The
 * same text is looked at as a zone file.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/named_conf.h"
#include "zones/zone_look.h"
#include "fuzz.h"

static void check_zones(const struct server_zones *zones)
{
    for (size_t i = 0; i < zones->count; i++) {
        require(zones->items[i].name != NULL);
        require(strlen(zones->items[i].in_view) < 1024);
        require(strlen(zones->items[i].file) < 1024);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct server_zones zones = {.items = NULL};
    struct ddds_error error;
    char *text = copy_of(data, size);
    ddds_status status = servers_read_text("t", text, size, &zones, &error);
    require(status == DDDS_OK || (status == DDDS_SYNTAX && error.detail[0]));
    check_zones(&zones);
    server_zones_clear(&zones);
    free(text);
    /* Without a NUL at the end. */
    char *bare = malloc(size + (size == 0));
    require(bare != NULL);
    memcpy(bare, data, size);
    zone_look(bare, size);
    const char *at = bare;
    size_t length;
    const char *path;
    while ((path = zone_look_include(&at, bare + size, &length)) != NULL) {
        require(path >= bare && path + length <= bare + size && length > 0);
    }
    free(bare);
    return 0;
}
