/* The simplest matcher of extended regular expressions that can be right.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFFERENTIAL_TWIN_H
#define DIFFERENTIAL_TWIN_H

#include <stdbool.h>
#include <stddef.h>

/* Where the leftmost of the longest matches of |ere|, which the reader has
 * accepted, lies in |subject|, of less than 64 octets; false if nowhere.
 * Characters are code points if |is_utf|, octets otherwise. */
bool twin_match(const char *ere, bool is_utf, bool ignore_case,
                const char *subject, size_t *begin, size_t *end);

#endif
