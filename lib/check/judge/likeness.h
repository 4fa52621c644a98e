/* Comparison of substitution expressions that differ only in their replacement.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_LIKENESS_H
#define CHECK_JUDGE_LIKENESS_H

#include <stdbool.h>
#include <stddef.h>

/* Return true if |regexp|, of |length| octets, is similar to |other|, of
 * |other_length|, whose second delimiter is at |second|. They must agree up to
 * the second delimiter, have no flags, and have the same back-references, with
 * texts between them that are empty in both or in neither. Return false if
 * either has escapes in its replacement, more than LIMIT_LIKE_REFERENCES
 * back-references, or a non-ASCII delimiter. */
bool ddds_likeness_holds(const char *other, size_t other_length, size_t second,
                         const char *regexp, size_t length);

/* Return the offset of the second delimiter of |regexp|, of |length| octets;
 * |length| if it has none, or if its first octet is not ASCII. */
size_t ddds_likeness_second(const char *regexp, size_t length);

#endif
