/* Match messages to tries (RFC 5452 section 9.1). An answer must arrive on the
 * socket that sent the query, from the address to which it was sent (the socket
 * is connected), with the query's ID and question. Other messages are ignored,
 * and the wait continues.
 *
 * Several tries may share an ID: the socket and the question distinguish them.
 * Tries that agree in all three are interchangeable.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/udp_tries.h"

#include <stdlib.h>
#include <string.h>

/* Tries that are compared to find one of the same length. */
enum { NEIGHBOURS = 16 };

static struct udp_try **bucket_of(struct udp_tries *tries, uint16_t id)
{
    return &tries->buckets[id % UDP_BUCKETS];
}

/* ---- Life of a try ------------------------------------------------------ */

/* Return the try of |queue| after which |one| is inserted: the last, or an
 * unsent try of the same length, so that both can share a GSO message. Tries
 * that have started to wait keep their order. */
static struct udp_try *find_place(const struct udp_queue *queue,
                                  const struct udp_try *one)
{
    struct udp_try *before = queue->last;
    for (unsigned i = 0; i < NEIGHBOURS && before != NULL && before->sent == 0;
         i++) {
        if (before->length == one->length) {
            return before;
        }
        before = before->previous;
    }
    return queue->last;
}

static void join(struct udp_queue *queue, struct udp_try *one)
{
    struct udp_try *before = find_place(queue, one);
    one->queue = queue;
    one->is_unsent = true;
    one->previous = before;
    one->next = before != NULL ? before->next : NULL;
    if (before != NULL) {
        before->next = one;
    } else {
        queue->first = one;
    }
    if (one->next != NULL) {
        one->next->previous = one;
    } else {
        queue->last = one;
    }
    if (queue->unsent == NULL) {
        queue->unsent = one;
    }
    for (unsigned i = 0; i < UDP_REPEATS; i++) {
        queue->due[i] = queue->due[i] != NULL ? queue->due[i] : one;
    }
    queue->unsent_count++;
    queue->count++;
}

struct udp_try *ddds_udp_tries_add(struct udp_tries *tries,
                                   struct udp_queue *queue,
                                   const struct sending *sending)
{
    struct udp_try *one = tries->spare;
    if (one != NULL) {
        tries->spare = one->next;
    } else if ((one = malloc(sizeof *one)) == NULL) {
        return NULL;
    }
    one->done = sending->done;
    one->repeat = sending->repeat;
    one->context = sending->context;
    one->sent = 0;
    one->is_repeated = sending->is_repeated;
    one->misfits = 0;
    one->id = ddds_octets_u16(sending->octets);
    one->has_edns = ddds_octets_u16(sending->octets + ADDITIONAL_COUNT) != 0;
    one->length = (uint16_t)sending->length;
    one->question_length =
        (uint16_t)ddds_question_length(sending->octets, sending->length);
    memcpy(one->octets, sending->octets, sending->length);
    struct udp_try **bucket = bucket_of(tries, one->id);
    one->next_in_bucket = *bucket;
    *bucket = one;
    tries->count++;
    join(queue, one);
    return one;
}

void ddds_udp_tries_sent(struct udp_queue *queue, uint64_t now)
{
    struct udp_try *one = queue->unsent;
    one->sent = one->sent != 0 ? one->sent : now;
    one->is_unsent = false;
    queue->unsent = one->next;
    queue->unsent_count--;
}

struct udp_try *ddds_udp_tries_due(const struct udp_queue *queue,
                                   unsigned index)
{
    struct udp_try *one = queue->due[index];
    return one != NULL && !one->is_unsent ? one : NULL;
}

void ddds_udp_tries_pass(struct udp_queue *queue, unsigned index)
{
    queue->due[index] = queue->due[index]->next;
}

void ddds_udp_tries_remove(struct udp_tries *tries, struct udp_try *one)
{
    struct udp_queue *queue = one->queue;
    if (one->previous != NULL) {
        one->previous->next = one->next;
    } else {
        queue->first = one->next;
    }
    if (one->next != NULL) {
        one->next->previous = one->previous;
    } else {
        queue->last = one->previous;
    }
    if (one == queue->unsent) {
        queue->unsent = one->next;
    }
    for (unsigned i = 0; i < UDP_REPEATS; i++) {
        if (one == queue->due[i]) {
            ddds_udp_tries_pass(queue, i);
        }
    }
    queue->unsent_count -= one->is_unsent;
    queue->count--;
    struct udp_try **place = bucket_of(tries, one->id);
    while (*place != one) {
        place = &(*place)->next_in_bucket;
    }
    *place = one->next_in_bucket;
    tries->count--;
}

void ddds_udp_tries_release(struct udp_tries *tries, struct udp_try *one)
{
    one->next = tries->spare;
    tries->spare = one;
}

static void free_list(struct udp_try *one)
{
    while (one != NULL) {
        struct udp_try *next = one->next;
        free(one);
        one = next;
    }
}

void ddds_udp_tries_free_queue(struct udp_queue *queue)
{
    free_list(queue->first);
    *queue = (struct udp_queue){0};
}

void ddds_udp_tries_free(struct udp_tries *tries)
{
    free_list(tries->spare);
    *tries = (struct udp_tries){.count = 0};
}

/* ---- Answers ------------------------------------------------------------ */

/* Return true if the message, which has the ID of |one|, answers it. */
static bool answers(const struct udp_try *one, const unsigned char *octets,
                    size_t length)
{
    return (octets[2] & MESSAGE_RESPONSE) != 0 &&
           ddds_question_is_repeated(one->octets + MESSAGE_HEADER,
                                     one->question_length, one->has_edns,
                                     octets, length);
}

struct udp_try *ddds_udp_tries_match(struct udp_tries *tries,
                                     const struct udp_queue *queue,
                                     const unsigned char *octets, size_t length)
{
    if (length < MESSAGE_HEADER) {
        return NULL;
    }
    uint16_t id = ddds_octets_u16(octets);
    struct udp_try *one = *bucket_of(tries, id);
    for (; one != NULL; one = one->next_in_bucket) {
        if (one->id == id && one->queue == queue && !one->is_unsent) {
            if (answers(one, octets, length)) {
                return one;
            }
            one->misfits++;
        }
    }
    return NULL;
}
