/* Corrected lines of records of any type: the line of the file with another
 * owner name or other last words.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_LINE_EDIT_H
#define CHECK_MODEL_LINE_EDIT_H

#include "check/model/checked_record.h"

/* Write the line of |record| with the owner |owner|, unless that is NULL, and
 * |rest| instead of its last |count| words. |owner|, and the end of |rest|
 * unless that is empty, are absolute names without a final dot. NULL if the
 * record is not on a single line, or if allocation fails. */
const char *ddds_line_edit(const struct checked_record *record,
                           const char *owner, size_t count, const char *rest,
                           struct arena *arena);

#endif
