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

/* One query, from when it is queued until it is answered or given up. What an
 * answer is compared with comes first: with thousands in flight each line of
 * the processor's cache counts. */
struct udp_try {
    struct udp_try *next_in_bucket;
    struct udp_queue *queue;
    struct udp_try *next; /* of its queue; or of the spare ones */
    struct udp_try *previous;
    uint64_t sent; /* clock time in microseconds; 0: not yet tried */
    uint16_t id;
    uint16_t question_length;
    uint16_t length;
    bool is_unsent;
    bool is_repeated;
    bool has_edns;
    ddds_exchange_fn *done;
    ddds_repeat_fn *repeat; /* or NULL */
    void *context;
    unsigned misfits;       /* messages with its id that do not answer it */
    unsigned char octets[]; /* |length| */
};

/* How often a query is sent again within its time. */
enum { UDP_REPEATS = 2 };

/* The tries of one socket: first those that have been sent, in that order, then
 * those that have not, with some of one length side by side. */
struct udp_queue {
    struct udp_try *first;
    struct udp_try *last;
    struct udp_try *unsent;           /* the first of these */
    struct udp_try *due[UDP_REPEATS]; /* the first for each repetition */
    unsigned unsent_count;
    unsigned count; /* of all */
};

/* The tries of all sockets, found by their ids. All zero, it is empty. */
struct udp_tries {
    struct udp_try **buckets;
    size_t bucket_count; /* a power of 2, or 0 */
    size_t count;
    struct udp_try *spare[2]; /* with room for short queries, and for all */
};

/* Add an unsent try to |queue|. NULL: no memory. */
struct udp_try *ddds_udp_tries_add(struct udp_tries *tries,
                                   struct udp_queue *queue,
                                   const struct sending *sending);

/* Take note that the first unsent try of |queue| is sent at the clock time
 * |now|. */
void ddds_udp_tries_sent(struct udp_queue *queue, uint64_t now);

/* Return the first try of |queue| for the repetition |index|, whose time may not
 * have come yet; NULL if none is left. */
struct udp_try *ddds_udp_tries_due(const struct udp_queue *queue,
                                   unsigned index);

/* Go on to the next one after that: it was sent again, or need not be. */
void ddds_udp_tries_pass(struct udp_queue *queue, unsigned index);

/* Fetch the try with the id of a message of |length| octets into the cache,
 * which is then looked for; later, what its sender keeps. */
void ddds_udp_tries_expect(const struct udp_tries *tries,
                           const unsigned char *octets, size_t length);
void ddds_udp_tries_expect_sender(const struct udp_tries *tries,
                                  const unsigned char *octets, size_t length);

/* Return the try of |queue| that the message of |length| octets answers; NULL
 * if there is none: then the message must be ignored. */
struct udp_try *ddds_udp_tries_match(struct udp_tries *tries,
                                     const struct udp_queue *queue,
                                     const unsigned char *octets,
                                     size_t length);

/* Remove |one| from its queue: it is answered or given up. */
void ddds_udp_tries_remove(struct udp_tries *tries, struct udp_try *one);

/* Keep |one|, which was removed, for later use. */
void ddds_udp_tries_release(struct udp_tries *tries, struct udp_try *one);

/* Free the memory, that of the tries in |queue| too. */
void ddds_udp_tries_free_queue(struct udp_queue *queue);
void ddds_udp_tries_free(struct udp_tries *tries);

#endif
