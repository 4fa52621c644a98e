/* Interned strings of records, most of which recur: flags, services,
 * expressions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_TEXT_POOL_H
#define CHECK_MODEL_TEXT_POOL_H

#include <stddef.h>

#include "base/arena.h"

enum { POOL_PLACES = 1024 };

/* Each slot has its last string. */
struct text_pool {
    struct arena *arena; /* of the strings */
    const char *places[POOL_PLACES];
};

/* Return a NUL-terminated copy of |length| octets, without NUL, shared by
 * |pool|, or in |arena| if |pool| is NULL. NULL if allocation fails. */
const char *ddds_text_pool_copy(struct text_pool *pool, struct arena *arena,
                                const char *text, size_t length);

#endif
