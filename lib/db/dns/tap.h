/* Answers as they came over the wire, whatever c-ares thinks of them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_TAP_H
#define DB_DNS_TAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/wire/message.h"

/* A query whose answer is waited for. |answer| is the owner's to free. */
struct tapped {
    struct tapped *next;
    unsigned char question[LIMIT_NAME_WIRE + MESSAGE_QUESTION_END];
    size_t question_length;
    bool is_sent;
    uint16_t id; /* under which it was sent */
    unsigned char *answer;
    size_t length;
    bool has_no_memory; /* there was an answer, and no room for it */
};

/* What goes over one channel. Zeroed, it is empty. */
struct tap {
    struct tapped *waiting;
    unsigned char *stream; /* what came over TCP and is no whole answer yet */
    size_t stream_length;
    size_t stream_size;
};

/* Wait for the answer to the query of |length| octets; and no longer. */
void ddds_tap_add(struct tap *tap, struct tapped *tapped,
                  const unsigned char *octets, size_t length);
void ddds_tap_remove(struct tap *tap, struct tapped *tapped);

/* These octets were sent. Over UDP they are a message, over TCP a piece of a
 * stream of messages, each behind its length. */
void ddds_tap_sent(struct tap *tap, const unsigned char *octets, size_t length,
                   bool is_tcp);

/* These were received. |view|, which may be NULL, gets what c-ares is to see
 * instead: of each answer that is waited for the header and the question, by
 * which it finds its query, and nothing that it could dislike. It may be empty.
 * False without memory for a stream, which is then of no use any more. */
struct tap_view {
    unsigned char *octets; /* may be those that were received */
    size_t size;
    size_t length;
};

bool ddds_tap_received(struct tap *tap, const unsigned char *octets,
                       size_t length, bool is_tcp, struct tap_view *view);

/* A new stream begins. */
void ddds_tap_restart(struct tap *tap);

void ddds_tap_clear(struct tap *tap);

#endif
