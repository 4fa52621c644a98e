/* Certainty of results: whether a retry may have another result.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_CERTAINTY_H
#define BATCH_CERTAINTY_H

#include <stdbool.h>

#include <ddds/result.h>

/* A question that failed temporarily, or where a limit left out something. */
struct doubt {
    enum ddds_reason reason;
    const char *at; /* name; a string of the result, or NULL */
};

/* Return true if |result| follows from the rules. Return false, and set
 * |doubt|, if a temporary failure decided it, or excluded a branch with a
 * higher preference, or if a limit left out something. Address lookups of hosts
 * that are in the result count only if |with_addresses|. */
bool result_is_certain(const struct ddds_result *result, bool with_addresses,
                       struct doubt *doubt);

#endif
