/* A reader that determines which of several sets contain a string.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_OVERLAY_H
#define CHECK_SETS_OVERLAY_H

#include "check/sets/dfa.h"

/* Make a reader of |count| |sets|, which must outlive it. Strings in the same
 * sets have the same label; those in no set have 0. The caller frees it with
 * reader_free; NULL if allocation fails. */
struct reader *ddds_overlay_new(const struct dfa *const *sets, size_t count);

/* Return the indexes of the |sets| that contain strings with |label|, in order:
 * |*count| of them, valid until |overlay| is used again. */
const uint32_t *ddds_overlay_sets(const struct reader *overlay, uint32_t label,
                                  size_t *count);

/* Return the union of |count| |sets|; NULL if the |budget| is spent or allocation
 * fails. */
struct dfa *ddds_overlay_unite(const struct dfa *const *sets, size_t count,
                               struct dfa_budget *budget);

#endif
