/* Incremental validation of the head of an HTTP answer.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_ANSWER_HEAD_H
#define FETCH_ANSWER_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fetched_head {
    char *location; /* value of Location, or NULL */
    char *type;     /* value of Content-Type, or NULL */
    size_t octets;  /* of all lines, with interim answers and trailers */
    bool has_status;
    bool is_interim; /* status 1xx: another head follows */
    bool is_whole;   /* further fields are trailers */
    bool is_chunked;
    bool has_length;
    uint64_t length;

    /* Set if ddds_head_take() returns false. */
    const char *problem; /* fault in the answer, static storage; or NULL */
    bool is_too_large;
    bool is_without_memory;
};

/* Free the members of |head|, which may be all zero, and make it empty. */
void ddds_head_clear(struct fetched_head *head);

/* Add the next line, |length| octets with its end. Return false if the answer
 * must be refused: the head exceeds LIMIT_FETCHED_HEADERS octets, a field is
 * folded or has an invalid name (RFC 9112 sections 5.1 and 5.2), the coding was
 * not requested (RFC 9112 section 7, RFC 9110 section 8.4), or lengths are
 * contradictory (RFC 9112 section 6.3). */
bool ddds_head_take(struct fetched_head *head, const char *line, size_t length);

#endif
