/* Lists of URIs: what the list services of THTTP answer with (RFC 2169 section
 * 3.2, RFC 2483 section 5), and the choice among several resources.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_CHOICES_H
#define SERVE_ANSWER_CHOICES_H

#include <stdio.h>

#include <ddds/result.h>

#include "serve/answer/http_answer.h"

/* Each URI is there once. Begin with zero; free it with choices_free. */
struct choices {
    char **items;
    size_t count;
};

/* Add the URIs of all outcomes of |result|. */
void choices_add_uris(struct choices *list, const struct ddds_result *result);

/* Add where a client who asked for |service| can be sent to by each outcome of
 * |result|. */
void choices_add_locations(struct choices *list,
                           const struct ddds_result *result,
                           const char *service);

/* Keep the first |count|, of at least as many. */
void choices_cut(struct choices *list, size_t count);

/* Answer |ask| with |list|, in the media type that it wants. The status stays as
 * it is. */
void choices_answer(const struct choices *list, const struct ask *ask,
                    const struct ddds_result *result, struct answer *answer);

void choices_free(struct choices *list);

#endif
