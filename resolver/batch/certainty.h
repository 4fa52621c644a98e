/* Is a result certain, or would another try give another one?
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_CERTAINTY_H
#define BATCH_CERTAINTY_H

#include <stdbool.h>

#include <ddds/result.h>

/* A question that a server did not answer. */
struct doubt {
    enum ddds_reason reason;
    const char *at; /* the name; a string of the result, or NULL */
};

/* Is |result| what the rules say? It is not if a temporary failure decided it,
 * or kept the resolution from a branch that it would have preferred: |doubt|
 * then says which. Failed lookups of the addresses of servers that the result
 * has all the same count only if |with_addresses|. */
bool result_is_certain(const struct ddds_result *result, bool with_addresses,
                       struct doubt *doubt);

#endif
