/* Answers as they were received, including those that c-ares would reject.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_TAP_H
#define DB_DNS_TAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/dns/exchange.h"
#include "db/dns/question.h"

/* A query that waits for its answer. The owner must free |answer|. */
struct tapped {
    struct tapped *next;
    struct tapped *previous;
    unsigned char question[QUESTION_MAX];
    size_t question_length;
    bool has_edns;
    bool is_sent;
    uint16_t id;      /* in the message; c-ares may have changed it */
    unsigned stream;  /* number of the stream of the message; 0: UDP */
    unsigned misfits; /* messages with its id that do not answer it */
    unsigned char *answer;
    size_t length;
    bool has_no_memory; /* an answer could not be stored for lack of memory */
    bool is_repeated;   /* its answer was truncated; c-ares repeats it */
    bool is_refused;    /* its answer was truncated, and may not be repeated */
    void *context;      /* for |may_repeat| of the tap */
};

/* Queries and stream of a channel. Zero-initialised, it is empty. */
struct tap {
    struct tapped *waiting;
    struct tapped *last;
    unsigned char *stream; /* octets received over TCP, less than a message */
    size_t stream_length;
    size_t stream_size;
    unsigned streams;           /* started so far */
    ddds_repeat_fn *may_repeat; /* NULL: always */
};

/* Expect the answer to the query of |length| octets: |tapped| receives it. If
 * another query of |tap| has the ID of |octets|, change the ID to the next that
 * is free. */
void ddds_tap_add(struct tap *tap, struct tapped *tapped, unsigned char *octets,
                  size_t length);

/* Stop expecting the answer of |tapped|. */
void ddds_tap_remove(struct tap *tap, struct tapped *tapped);

/* Record octets that c-ares sends: over UDP a message; over TCP whole messages,
 * each after its length. */
void ddds_tap_sent(struct tap *tap, const unsigned char *octets, size_t length,
                   bool is_tcp);

/* The octets that c-ares receives. */
struct tap_view {
    unsigned char *octets; /* may be the buffer of the received octets */
    size_t size;
    size_t length;
};

/* Record received octets. |view|, unless it is NULL, receives replacements for
 * c-ares: the header and question of each expected answer, by which c-ares
 * finds its query; perhaps nothing. Return false if memory for the stream
 * cannot be allocated; the stream is then unusable. */
bool ddds_tap_received(struct tap *tap, const unsigned char *octets,
                       size_t length, bool is_tcp, struct tap_view *view);

/* Return the number of queries that were sent over the present stream. */
size_t ddds_tap_streamed(const struct tap *tap);

/* Start a new stream: a TCP connection was opened. */
void ddds_tap_restart(struct tap *tap);

/* Free the memory of |tap|, and make it empty. */
void ddds_tap_clear(struct tap *tap);

#endif
