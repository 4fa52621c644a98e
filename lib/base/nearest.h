/* "Did you mean": which word is most like a mistyped one.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* Longer words are not taken for mistyped ones. */
enum { NEAREST_LENGTH = 32 };

/* How many octets must be put in, left out or replaced, or neighbours swapped,
 * to make the |length| octets at |word| into |other|, in any case; more than
 * NEAREST_LENGTH if either is longer than that. */
size_t ddds_nearest_distance(const char *word, size_t length,
                             const char *other);

/* Is a word of |length| octets that has this |distance| to another likely to be
 * that one, mistyped? */
bool ddds_nearest_is_likely(size_t length, size_t distance);

#endif
