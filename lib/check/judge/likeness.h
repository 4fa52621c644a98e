/* Substitution expressions that differ from another only in their replacement.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_LIKENESS_H
#define CHECK_JUDGE_LIKENESS_H

#include <stdbool.h>
#include <stddef.h>

/* Does |regexp|, of |length| octets, have the same octets as |other|, of
 * |other_length|, up to its second delimiter, no flags, and a replacement with
 * the same back-references between stretches of text, which may differ but are
 * empty in both or in neither? False if either escapes anything in its
 * replacement, has more than LIMIT_LIKE_REFERENCES back-references, or has a
 * delimiter that is not ASCII. |second| is where that of |other| is. */
bool ddds_likeness_holds(const char *other, size_t other_length, size_t second,
                         const char *regexp, size_t length);

/* Where the second delimiter of |regexp| is, of |length| octets: the length if
 * it has none, or if its first octet is not ASCII. */
size_t ddds_likeness_second(const char *regexp, size_t length);

#endif
