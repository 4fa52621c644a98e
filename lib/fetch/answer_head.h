/* The head of an answer of HTTP, line by line: what it says, and whether its
 * content may be read.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_ANSWER_HEAD_H
#define FETCH_ANSWER_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fetched_head {
    char *location; /* the values of these fields, or NULL */
    char *type;
    size_t
        octets; /* of all lines, those of interim answers and trailers, too */
    bool has_status;
    bool is_interim; /* its status is 1xx: the head of another answer follows */
    bool is_whole;   /* fields that follow are trailers */
    bool is_chunked;
    bool has_length;
    uint64_t length;

    /* Why ddds_head_take returned false. */
    const char *problem; /* of the answer, static storage; or NULL */
    bool is_too_large;
    bool is_without_memory;
};

/* Free what |head| holds, and begin a new one. All zero is an empty head. */
void ddds_head_clear(struct fetched_head *head);

/* Take the next line, which has |length| octets and its end. Return false if the
 * answer is refused: its head has more than LIMIT_FETCHED_HEADERS octets, a
 * field that is folded or has no valid name (RFC 9112 sections 5.1 and 5.2), a
 * coding that was not asked for (RFC 9112 section 7, RFC 9110 section 8.4), or
 * lengths of which no one can be right (RFC 9112 section 6.3). */
bool ddds_head_take(struct fetched_head *head, const char *line, size_t length);

#endif
