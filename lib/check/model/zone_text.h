/* Writes records that came over the wire as lines of a zone file.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_ZONE_TEXT_H
#define CHECK_MODEL_ZONE_TEXT_H

#include <stddef.h>

#include <ddds/record.h>

#include "base/arena.h"

/* One line for each of |count| records, printable ASCII, all names absolute.
 * Data that are not as their type wants them stand there as RFC 3597 has it.
 * Their length in |*length|; NULL without memory. */
const char *ddds_zone_text(const struct ddds_record *const *records,
                           size_t count, struct arena *arena, size_t *length);

#endif
