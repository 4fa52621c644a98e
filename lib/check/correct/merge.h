/* A corrected record with the layout of the old one.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CORRECT_MERGE_H
#define CHECK_CORRECT_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* Return |fix| with the layout of the |length| octets of the record at |old|:
 * blanks, line ends, parentheses and comments are kept. So are words of the
 * same meaning, such as a relative name, unless it |respells| them. If the
 * words of the two do not correspond, only comments are kept. NULL without
 * memory. */
const char *ddds_merge_record(const char *old, size_t length, const char *fix,
                              bool respells, struct arena *arena);

#endif
