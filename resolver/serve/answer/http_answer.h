/* What a request is answered with: made without any knowledge of connections,
 * so that a process of its own can make it, too.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_HTTP_ANSWER_H
#define SERVE_ANSWER_HTTP_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <ddds/result.h>

#include "serve/answer/ask.h"

/* Begin with answer_begin; free it with answer_clear. */
struct answer {
    unsigned status;
    enum media media;
    char *body; /* allocated; NULL: |constant| */
    size_t length;
    const char *constant; /* static storage; or NULL */
    const char *type;     /* NULL: that of |media| */
    char *location;       /* allocated; or NULL */
    char code[24];        /* the reason code, or "" */
    const char *allow;    /* the methods of the route, for 405; or NULL */
    uint64_t tag;         /* of the content, for ETag; 0: none */
    uint32_t max_age;     /* seconds; if |is_cacheable| */
    bool is_cacheable;
    bool is_fixed;        /* does not depend on Accept */
    unsigned retry_after; /* seconds; 0: none */
};

void answer_begin(struct answer *answer);
void answer_clear(struct answer *answer);

/* A tag for |length| octets; not 0. */
uint64_t answer_tag(const void *octets, size_t length);

/* Does the client want HTML: a page, or a piece of it? */
bool answer_is_html(const struct ask *ask);

/* Answer |ask| with |document|, which is released, as JSON or HTML. Set the
 * tag: it does not depend on what changes from one resolution to the next (TTLs,
 * servers, times, what came from the cache). */
void answer_document(const struct ask *ask, struct answer *answer,
                     unsigned status, json_t *document);

/* Answer |ask| with |result|: as JSON of the schema ddds.resolve/1, with the
 * trace if |has_trace|; or as HTML, with the trace, after |list|, which is HTML
 * or NULL. */
void answer_shown(const struct ask *ask, struct answer *answer, unsigned status,
                  const struct ddds_result *result, bool has_trace,
                  const char *list);

/* Answer with text in |media|, which is taken over. */
void answer_text(struct answer *answer, enum media media, char *text,
                 size_t length);

/* Answer with a document of RFC 9457: |code| is a reason code, as "BAD_INPUT";
 * |detail| a sentence; |result|, a line of JSON or NULL, is what is known
 * besides. */
void answer_problem(const struct ask *ask, struct answer *answer,
                    unsigned status, const char *code, const char *detail,
                    const char *result);

#endif
