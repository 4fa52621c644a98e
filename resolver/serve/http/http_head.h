/* Incremental parser for heads of requests: RFC 9112 sections 2.2, 3, 5, 6.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_HTTP_HEAD_H
#define SERVE_HTTP_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limit on the target, in octets. RFC 9112 section 3 recommends 8000 for the
 * request line; longer inputs can be sent with POST. */
enum { LONGEST_TARGET = 8192 };

/* Limit on the head, in octets: the longest target and header fields, including
 * a field of 8 KiB, as cookies can be. */
enum { LONGEST_HEAD = LONGEST_TARGET + 16128 };

struct head {
    size_t begin;      /* octets of empty lines before the head */
    size_t line;       /* end of the request line if it is valid; or 0 */
    size_t length;     /* octets up to the end of the head */
    uint64_t body;     /* octets of the body that follows */
    size_t memory;     /* octets that libmicrohttpd allocates for it */
    unsigned status;   /* HTTP status of the refusal; 0: the head is valid */
    const char *wrong; /* why it is refused, a sentence; static storage */
};

/* Parse the head at the start of |length| octets. Return false if it is valid
 * so far, but incomplete; then only |head->begin| is set, and the caller must
 * call again with more octets. A head is refused as early as possible: if it is
 * longer than LONGEST_HEAD, and if a proxy could disagree about its end,
 * target, host or body. After a refusal the start of the next head is
 * unknown. */
bool head_read(const char *octets, size_t length, struct head *head);

#endif
