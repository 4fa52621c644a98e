/* From the result of a resolution to the answer of a request.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_RESOLVED_H
#define SERVE_ANSWER_RESOLVED_H

#include <stdbool.h>

#include <ddds/ddds.h>

#include "serve/answer/http_answer.h"

/* How the input of a request is resolved. */
struct resolving {
    const char *input;
    const struct ddds_application *application;
    struct ddds_options options; /* strings are those of |ask| */
};

/* Read from |ask| what is to be resolved, with the operator's |base| options.
 * False if something is wrong with it: |answer| then says so. */
bool resolving_read(const struct ask *ask, const struct ddds_options *base,
                    struct resolving *resolving, struct answer *answer);

/* Create the resolution for |ask| as |resolving| says. NULL if its input, or an
 * option, is refused: |answer| then says so. */
ddds_resolution *resolving_new(const struct resolving *resolving,
                               const struct ask *ask, ddds_database *database,
                               struct answer *answer);

/* Answer |ask| with |result|. */
void answer_result(const struct ask *ask, const struct ddds_result *result,
                   struct answer *answer);

#endif
