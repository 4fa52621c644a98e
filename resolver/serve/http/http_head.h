/* The head of a request, as it arrives: RFC 9112 sections 2.2, 3, 5 and 6.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_HTTP_HEAD_H
#define SERVE_HTTP_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The octets of a target. RFC 9112 section 3 recommends 8000 for the request
 * line; what is longer can be sent with POST. */
enum { LONGEST_TARGET = 8192 };

/* Octets of a head that are read: the longest target and fields, of which 8 KiB
 * of one field fit, as cookies may have. */
enum { LONGEST_HEAD = LONGEST_TARGET + 16128 };

struct head {
    size_t begin;      /* octets of the empty lines before it */
    size_t line;       /* octets up to the end of a valid request line; or 0 */
    size_t length;     /* octets up to its end */
    uint64_t body;     /* octets of the body, which follows */
    size_t memory;     /* that libmicrohttpd needs for it */
    unsigned status;   /* of the refusal; 0: the head is valid */
    const char *wrong; /* a sentence, if it is refused; static storage */
};

/* Read the head that |length| octets begin with. Returns false if they end
 * before the head does, and are valid so far: call it again with more octets
 * after them. Only |head->begin| is set then. A head is refused as soon as no
 * octets could make it valid: if a proxy could see its end, its target, its host
 * or its body elsewhere, and beyond LONGEST_HEAD. It is doubtful where the next
 * head begins after it. */
bool head_read(const char *octets, size_t length, struct head *head);

#endif
