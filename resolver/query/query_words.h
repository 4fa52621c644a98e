/* The words of ddds query, in dig's order.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_QUERY_WORDS_H
#define QUERY_QUERY_WORDS_H

#include "query/query_options.h"

/* Take the types and classes out of the inputs of |line|. Returns -1 to go on,
 * or an exit status: the mistake has been reported. */
int query_words_sort(struct query_line *line);

#endif
