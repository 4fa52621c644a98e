/* Search for a string that some expressions match and others do not. This
 * decides, for all strings at once, which rules never match, and which are
 * hidden.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_STRING_SEARCH_H
#define CHECK_JUDGE_STRING_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "check/judge/automaton.h"

enum string_search_result {
    STRING_FOUND,
    STRING_NONE,    /* no string of any length */
    STRING_UNKNOWN, /* the search would be too large */
};

enum {
    /* Maximum of expressions in a search. */
    SEARCH_EXPRESSIONS = 16,

    /* Maximum of combinations of states in a search: a few dozen suffice for
     * rules in use. */
    SEARCH_STATES = 4096,

    /* Size of a string found. */
    SEARCH_STRING_SIZE = 128,
};

/* A term of a search. */
struct search_term {
    const struct automaton *automaton; /* NULL: too large */
    bool must_match;                   /* positive term; otherwise negative */
};

/* Search for a string that fits all |count| terms. |string|, which may be NULL,
 * becomes the shortest; "" if that is too long. Work is subtracted from
 * |*left|; at 0, the result is unknown. |*has_failed| is set if allocation
 * fails. */
enum string_search_result ddds_string_search(const struct search_term *terms,
                                             size_t count,
                                             char string[SEARCH_STRING_SIZE],
                                             uint64_t *left, bool *has_failed);

#endif
