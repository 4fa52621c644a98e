/* What an input resolves to, as one source has it: only what users can notice,
 * in an order that does not depend on chance.
 *
 *     {"input", "status", "reason", "results", "ttl"}
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFF_COMPARED_ANSWER_H
#define DIFF_COMPARED_ANSWER_H

#include <jansson.h>

#include "batch/batch.h"

/* The answer to the input of |job|, which is done; release it. If a temporary
 * failure decided it, its status is "temporary". */
json_t *answer_new(const struct batch_job *job);

/* The answer for an input that is invalid, because of |error|. */
json_t *answer_of_refusal(const char *input, const struct ddds_error *error);

#endif
