/* Answers of the server. They do not depend on a connection, so that a worker
 * process can also make them.
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

/* Initialise with answer_begin(); free with answer_clear(). */
struct answer {
    unsigned status;
    enum media media;
    char *body; /* allocated; NULL: use |constant| */
    size_t length;
    const char *constant; /* static storage, or NULL */
    const char *type;     /* Content-Type; NULL: that of |media| */
    char *location;       /* allocated, or NULL */
    char code[24];        /* reason code, or "" */
    const char *allow;    /* methods of the route, for status 405; or NULL */
    uint64_t tag;         /* of the content, for ETag; 0: without */
    uint32_t max_age;     /* seconds; valid if |is_cacheable| */
    bool is_cacheable;
    bool is_fixed;        /* independent of the field Accept */
    unsigned retry_after; /* seconds; 0: not sent */
};

void answer_begin(struct answer *answer);
void answer_clear(struct answer *answer);

/* Return a tag for |length| octets; it is never 0. */
uint64_t answer_tag(const void *octets, size_t length);

/* Return true if the client is sent HTML: a page, or a piece of it. */
bool answer_is_html(const struct ask *ask);

/* Answer |ask|, status 200, with |document|, as JSON or HTML, and free it. Set the
 * tag, which ignores values that differ between equal resolutions: TTLs, servers,
 * times, and the use of the cache. */
void answer_document(const struct ask *ask, struct answer *answer,
                     json_t *document);

/* Answer with |result|: as JSON of the schema ddds.resolve/1, with the trace if
 * |has_trace|; or as HTML with the trace, after |list|, which is HTML or
 * NULL. */
void answer_shown(const struct ask *ask, struct answer *answer, unsigned status,
                  const struct ddds_result *result, bool has_trace,
                  const char *list);

/* Answer with |text|, which is taken over, of the type |media|. */
void answer_text(struct answer *answer, enum media media, char *text,
                 size_t length);

/* Answer with a problem document (RFC 9457). |code| is a reason code such as
 * "BAD_INPUT", |detail| a sentence, |result| partial results, or NULL. */
void answer_problem(const struct ask *ask, struct answer *answer,
                    unsigned status, const char *code, const char *detail,
                    const char *result);

#endif
