/* Readers that convert a string octet by octet: change the case, remove octets,
 * add a dot after each.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_LETTERS_H
#define CHECK_READERS_LETTERS_H

#include "check/sets/dfa_reader.h"

/* The output of a map for an octet. */
struct letters_out {
    unsigned char octets[4];
    unsigned count;
};

static inline void letters_add(struct letters_out *out, unsigned char octet)
{
    out->octets[out->count++] = octet;
}

/* A map: an automaton with output, whose first state is 0. */
struct letter_map {
    const char *word; /* the step in ddds-app(5) that it implements, or NULL */
    uint32_t (*step)(const char *argument, uint32_t state, unsigned char octet,
                     struct letters_out *out);

    /* True if the string may end in |state|; otherwise its label is |refused|.
     * NULL: all states may end. */
    bool (*may_end)(uint32_t state);
    uint32_t refused;

    /* Octets with the same mark are treated alike, except for their case. */
    uint8_t (*mark)(const char *argument, unsigned char octet);
};

/* The map of URNs, which rejects other strings. */
extern const struct letter_map ddds_urn_map;

/* The identity; it labels an empty string 0, or as rejected. */
extern const struct letter_map ddds_letters_unempty;
extern const struct letter_map ddds_letters_present;

/* Bounds of a part of a string; UTF-8 contains neither. */
enum { PART_BEGIN = 0xfe, PART_END = 0xff };

/* Return the map of the step |word|; NULL if it has none. */
const struct letter_map *ddds_letters_find(const char *word);

/* These functions make a reader of strings, with the labels that |inner| gives
 * their outputs. |is_part|: only the part between the bounds is changed. The
 * arguments must outlive the reader; the caller frees it. NULL if allocation
 * fails. */

/* Apply |map|, which rejects strings only if it |checks|. */
struct reader *ddds_letters_new(const struct letter_map *map,
                                const char *argument, bool is_part, bool checks,
                                struct reader *inner);

/* Reverse the string. The reader fails if |inner| has too many states. */
struct reader *ddds_letters_reverse(bool is_part, struct reader *inner);

/* Replace the string by |hash|. */
struct reader *ddds_letters_hash(bool is_part, const char *hash,
                                 struct reader *inner);

/* Convert a URI to its canonical form (RFC 3986 section 6.2.2), as name/uri.c
 * does; other strings have any label. */
struct reader *ddds_letters_uri(struct reader *inner);

/* Put the string between |begin| and |end|. */
struct reader *ddds_letters_between(const char *begin, const char *end,
                                    struct reader *inner);

#endif
