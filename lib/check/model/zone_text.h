/* Converts records from messages to lines of a zone file.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_ZONE_TEXT_H
#define CHECK_MODEL_ZONE_TEXT_H

#include <stddef.h>

#include <ddds/record.h>

#include "base/arena.h"

/* Return a line for each of |count| records, printable ASCII, with absolute
 * names. Data that do not fit their type are in the form of RFC 3597. |*length|
 * is their length; NULL without memory. */
const char *ddds_zone_text(const struct ddds_record *const *records,
                           size_t count, struct arena *arena, size_t *length);

#endif
