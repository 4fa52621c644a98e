/* Answers made from the results of resolutions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_RESOLVED_H
#define SERVE_ANSWER_RESOLVED_H

#include <stdbool.h>

#include <ddds/ddds.h>

#include "serve/answer/http_answer.h"

/* Parameters of a resolution. */
struct resolving {
    const char *input;
    const struct ddds_application *application;
    struct ddds_options options; /* strings belong to the request */
};

/* Read the parameters of the resolution from |ask|; the operator's |base|
 * options are the defaults. If invalid, return false with a problem in
 * |answer|. */
bool resolving_read(const struct ask *ask, const struct ddds_options *base,
                    struct resolving *resolving, struct answer *answer);

/* Create the resolution for |ask| with the parameters |resolving|. If its input
 * or an option is refused, return NULL and make |answer| a problem. */
ddds_resolution *resolving_new(const struct resolving *resolving,
                               const struct ask *ask, ddds_database *database,
                               struct answer *answer);

/* Answer |ask| with |result|. */
void answer_result(const struct ask *ask, const struct ddds_result *result,
                   struct answer *answer);

#endif
