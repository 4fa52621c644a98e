/* Whether a text looks like a zone file.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ZONE_LOOK_H
#define ZONES_ZONE_LOOK_H

#include <stddef.h>

enum zone_look {
    ZONE_LOOK_ZONE,
    ZONE_LOOK_OTHER,  /* a text, but almost no line is a record */
    ZONE_LOOK_BINARY, /* no text */
};

/* How |text| of |length| octets looks, which may be cut off. At most half of
 * its lines may be neither a record nor a directive. */
enum zone_look zone_look(const char *text, size_t length);

/* Find the next $INCLUDE in the text from |*at| to |end|, and the word after
 * it, of |*length| octets. NULL if there is none; |*at| is after it. */
const char *zone_look_include(const char **at, const char *end, size_t *length);

#endif
