/* Suggestions ("did you mean"): the word most similar to a mistyped word.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* Maximum length of words for suggestions. */
enum { NEAREST_LENGTH = 32 };

/* Return the number of insertions, deletions, replacements and swaps of
 * neighbours that turn the |length| octets at |word| into |other|, ignoring
 * case; more than NEAREST_LENGTH if either is longer than that. */
size_t ddds_nearest_distance(const char *word, size_t length,
                             const char *other);

/* Return true if a word of |length| octets with this |distance| to another is
 * likely a misspelling of it. */
bool ddds_nearest_is_likely(size_t length, size_t distance);

#endif
