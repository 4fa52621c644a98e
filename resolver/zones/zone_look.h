/* Heuristic for zone files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ZONE_LOOK_H
#define ZONES_ZONE_LOOK_H

#include <stddef.h>

enum zone_look {
    ZONE_LOOK_ZONE,
    ZONE_LOOK_OTHER,  /* text, but most lines are not records */
    ZONE_LOOK_BINARY, /* contains NUL */
};

/* Classify |text| of |length| octets, which may be the start of a file. In a
 * zone file at most half of the lines are neither records nor directives. */
enum zone_look zone_look(const char *text, size_t length);

/* Find the next $INCLUDE between |*at| and |end|, and advance |*at| beyond its
 * line. Return its path, of |*length| octets; NULL if none is left. */
const char *zone_look_include(const char **at, const char *end, size_t *length);

#endif
