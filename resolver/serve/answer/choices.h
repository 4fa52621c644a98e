/* Lists of URIs: answers of the list services of THTTP (RFC 2169 section 3.2,
 * RFC 2483 section 5), and the choice among several resources.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_CHOICES_H
#define SERVE_ANSWER_CHOICES_H

#include <stdio.h>

#include <ddds/result.h>

#include "serve/answer/http_answer.h"

/* URIs without duplicates. Initialise with zeros; free with choices_free(). */
struct choices {
    char **items;
    size_t count;
};

/* Add the URIs of all outcomes of |result|. */
void choices_add_uris(struct choices *list, const struct ddds_result *result);

/* Add, for each outcome of |result|, the URI to which a client that asked for
 * |service| can be redirected. */
void choices_add_locations(struct choices *list,
                           const struct ddds_result *result,
                           const char *service);

/* Keep the first |count|, or all if the list is shorter. */
void choices_cut(struct choices *list, size_t count);

/* Answer |ask| with |list|, in an acceptable media type; keep the status. */
void choices_answer(const struct choices *list, const struct ask *ask,
                    const struct ddds_result *result, struct answer *answer);

void choices_free(struct choices *list);

#endif
