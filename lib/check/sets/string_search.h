/* Search for a string that some expressions match and others do not. This
 * decides, for all strings at once, which rules never match, and which are
 * hidden.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_STRING_SEARCH_H
#define CHECK_SETS_STRING_SEARCH_H

#include "check/sets/match_reader.h"

enum string_search_result {
    STRING_FOUND,
    STRING_NONE,    /* no string of any length */
    STRING_UNKNOWN, /* the search would be too large */
};

enum {
    /* Maximum of combinations of states in a search: a few dozen suffice for
     * rules in use. */
    SEARCH_STATES = 65536,

    /* Work of a new state of a reader, in steps between known states. */
    SEARCH_NEW_STATE = 64,

    /* Size of a string for messages. */
    SEARCH_STRING_SIZE = 128,
};

/* A term of a search: the strings that |reader|, of struct match_readers,
 * matches from |state| on. */
struct search_term {
    struct reader *reader; /* NULL: too large */
    uint32_t state;
    bool must_match; /* positive term; otherwise negative */
};

/* Return true if |term| matches the |length| octets at |text|. */
static inline bool search_term_matches(const struct search_term *term,
                                       const char *text, size_t length)
{
    return reader_label(term->reader,
                        reader_run(term->reader, term->state, text, length)) !=
           LABEL_NO_MATCH;
}

/* Search for a string that fits all |count| terms, whose readers are in
 * |readers|. |string|, of |size| octets or NULL, receives the shortest such
 * string; "" if it is too long. The work is subtracted from |*left|; at 0, the
 * result is unknown. |readers->no_memory| is set if allocation fails. */
enum string_search_result ddds_string_search(struct match_readers *readers,
                                             const struct search_term *terms,
                                             size_t count, char *string,
                                             size_t size, uint64_t *left);

#endif
