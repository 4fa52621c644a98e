/* What to say of an input without a scheme.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_HINTS_H
#define BATCH_HINTS_H

enum { HINT_SIZE = 256 };

/* What is wrong with |input|, which is not a URN or URI, by its looks, and what
 * to do. Written to |hint|, which is returned. */
const char *hint_write(const char *input, char hint[HINT_SIZE]);

#endif
