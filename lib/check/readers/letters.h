/* Readers that read a string through a map, octet by octet: in another case,
 * without some octets, with a dot after each.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_LETTERS_H
#define CHECK_READERS_LETTERS_H

#include "check/sets/dfa_reader.h"

/* The output of a step; the argument is that of the map's use. */
struct letters_out {
    unsigned char octets[4];
    unsigned count;
};

static inline void letters_add(struct letters_out *out, unsigned char octet)
{
    out->octets[out->count++] = octet;
}

/* A map. The first state is 0. */
struct letter_map {
    const char *word; /* of the step in ddds-app(5) that it follows, or NULL */
    uint32_t (*step)(const char *argument, uint32_t state, unsigned char octet,
                     struct letters_out *out);

    /* True if the string may end in |state|: otherwise its label is |refused|.
     * NULL: it always may. */
    bool (*may_end)(uint32_t state);
    uint32_t refused;

    /* Octets with the same mark are treated alike, or only change their case.
     */
    uint8_t (*mark)(const char *argument, unsigned char octet);
};

/* The map of URNs; it refuses what is not a URN. */
extern const struct letter_map ddds_urn_map;

/* The identity; an empty string has the label 0, or that of refusals. */
extern const struct letter_map ddds_letters_unempty;
extern const struct letter_map ddds_letters_present;

/* The octets around a part of a string, neither of which is UTF-8. */
enum { PART_BEGIN = 0xfe, PART_END = 0xff };

/* Return the map of the step |word|; NULL if no map follows it. */
const struct letter_map *ddds_letters_find(const char *word);

/* Each of these functions makes a reader of strings that has the labels of
 * |inner| for their images. |is_part|: only the part between the octets above
 * is changed. The caller frees it; the arguments outlive it. NULL if
 * allocation fails. */

/* By |map|, which refuses strings only if it |checks|. */
struct reader *ddds_letters_new(const struct letter_map *map,
                                const char *argument, bool is_part, bool checks,
                                struct reader *inner);

/* In reverse. The reader fails if |inner| has too many states. */
struct reader *ddds_letters_reverse(bool is_part, struct reader *inner);

/* By |hash|, whatever the string is. */
struct reader *ddds_letters_hash(bool is_part, const char *hash,
                                 struct reader *inner);

/* The canonical form of a URI (RFC 3986 section 6.2.2), as name/uri.c writes
 * it; other strings have any label. */
struct reader *ddds_letters_uri(struct reader *inner);

/* Between |begin| and |end|. */
struct reader *ddds_letters_between(const char *begin, const char *end,
                                    struct reader *inner);

#endif
