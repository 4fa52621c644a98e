/* Tries over UDP that wait for their answers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_UDP_TRIES_H
#define DB_DNS_UDP_TRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/dns/exchange.h"
#include "db/dns/question.h"

/* A query from queueing to its end. The fields that are compared with an answer
 * come first: with thousands in flight each cache line counts. */
struct udp_try {
    struct udp_try *next_in_bucket;
    struct udp_queue *queue;
    struct udp_try *next; /* in its queue or free list */
    struct udp_try *previous;
    uint64_t sent; /* clock time in microseconds; 0: not tried yet */
    uint16_t id;
    uint16_t question_length;
    uint16_t length;
    bool is_unsent;
    bool is_repeated;
    bool has_edns;
    ddds_exchange_fn *done;
    ddds_repeat_fn *repeat; /* or NULL */
    void *context;
    unsigned misfits; /* messages with its ID that do not answer it */
    unsigned char octets[MESSAGE_QUERY_MAX];
};

/* Repetitions of a query within its time. */
enum { UDP_REPEATS = 2 };

/* The tries of a socket: first those sent, in the order of sending, then the
 * unsent tries, partly grouped by length. */
struct udp_queue {
    struct udp_try *first;
    struct udp_try *last;
    struct udp_try *unsent;           /* the first unsent try */
    struct udp_try *due[UDP_REPEATS]; /* the next try for each repetition */
    unsigned unsent_count;
    unsigned count; /* of all tries */
};

enum { UDP_BUCKETS = 1024 };

/* The tries of all sockets, in a hash table of their IDs. Zero-initialised, it
 * is empty. */
struct udp_tries {
    struct udp_try *buckets[UDP_BUCKETS];
    size_t count;
    struct udp_try *spare; /* free list, without which DNS takes 4 % longer */
};

/* Append an unsent try to |queue|. NULL: no memory. */
struct udp_try *ddds_udp_tries_add(struct udp_tries *tries,
                                   struct udp_queue *queue,
                                   const struct sending *sending);

/* Mark the first unsent try of |queue| as sent at the clock time |now|. */
void ddds_udp_tries_sent(struct udp_queue *queue, uint64_t now);

/* Return the next try of |queue| for the repetition |index|, even before its
 * time; NULL if none is left. */
struct udp_try *ddds_udp_tries_due(const struct udp_queue *queue,
                                   unsigned index);

/* Advance to the next try: that one was repeated, or needs no repetition. */
void ddds_udp_tries_pass(struct udp_queue *queue, unsigned index);

/* Return the try of |queue| that the message of |length| octets answers; NULL
 * if none matches: then ignore the message. */
struct udp_try *ddds_udp_tries_match(struct udp_tries *tries,
                                     const struct udp_queue *queue,
                                     const unsigned char *octets,
                                     size_t length);

/* Remove |one| from its queue: it was answered or abandoned. */
void ddds_udp_tries_remove(struct udp_tries *tries, struct udp_try *one);

/* Keep |one|, which was removed, for reuse. */
void ddds_udp_tries_release(struct udp_tries *tries, struct udp_try *one);

/* Free the tries of |queue|; free the free list. */
void ddds_udp_tries_free_queue(struct udp_queue *queue);
void ddds_udp_tries_free(struct udp_tries *tries);

#endif
