/* A reader that tells which of several sets have a string.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_OVERLAY_H
#define CHECK_SETS_OVERLAY_H

#include "check/sets/dfa.h"

/* Make the reader of |count| |sets|, which outlive it. Its labels are those of
 * the strings that some set has: strings in the same sets have the same label.
 * The caller frees it with reader_free; NULL if allocation fails. */
struct reader *ddds_overlay_new(const struct dfa *const *sets, size_t count);

/* The places in |sets| of those that have the strings with |label|, in order:
 * |*count| of them, valid until |overlay| is used again. */
const uint32_t *ddds_overlay_sets(const struct reader *overlay, uint32_t label,
                                  size_t *count);

#endif
