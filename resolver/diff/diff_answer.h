/* The part of a result that diff compares, as JSON like ddds.resolve/1.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFF_DIFF_ANSWER_H
#define DIFF_DIFF_ANSWER_H

#include <jansson.h>

#include <ddds/ddds.h>

/* Return the answer to |input|, to be released. Its status is "temporary" if a
 * temporary failure decided it. */
json_t *answer_new(const char *input, const struct ddds_result *result);

/* Return the answer for an input that |error| rejected, to be released. */
json_t *answer_of_refusal(struct ddds_span input,
                          const struct ddds_error *error);

#endif
