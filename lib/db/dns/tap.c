/* From 1.30 on c-ares parses every answer before it passes it on. It rejects
 * the whole answer if a string contains an octet that does not print (RFC 6116
 * section 5.2 requires clients to accept those), and later versions also if the
 * name in a NAPTR or SRV is compressed. The octets of such answers are only
 * available where they are received.
 *
 * After an answer that it rejects c-ares also gives up all other queries on the
 * same socket. Therefore it never sees one: it gets answers without records.
 *
 * Octets received belong to the query with the same id and question. The id is
 * the one that c-ares sent, which may differ from the one in the query that it
 * was given.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/tap.h"

#include <stdlib.h>
#include <string.h>

#include "db/dns/question.h"

enum {
    PREFIX = 2,
    MESSAGE_MAX = 65535,
    RCODE = 0x0f, /* in the fourth octet */
};

/* The query with the question of the message of |length| octets: if |is_sent|
 * one with its id, else one that was not sent yet. NULL if there is none. */
static struct tapped *find_query(const struct tap *tap,
                                 const unsigned char *octets, size_t length,
                                 bool is_sent)
{
    if (length < MESSAGE_HEADER) {
        return NULL;
    }
    bool is_bare = is_sent && ddds_question_is_missing(octets, length);
    size_t question = ddds_question_length(octets, length);
    struct tapped *tapped = tap->waiting;
    while (tapped != NULL &&
           (tapped->is_sent != is_sent ||
            (is_sent && tapped->id != message_u16(octets)) ||
            (!is_bare &&
             (question == 0 || tapped->question_length != question ||
              !ddds_question_same(tapped->question, octets + MESSAGE_HEADER,
                                  question))))) {
        tapped = tapped->next;
    }
    return tapped;
}

void ddds_tap_add(struct tap *tap, struct tapped *tapped,
                  const unsigned char *octets, size_t length)
{
    *tapped = (struct tapped){.previous = tap->last,
                              .question_length =
                                  ddds_question_length(octets, length)};
    memcpy(tapped->question, octets + MESSAGE_HEADER, tapped->question_length);
    if (tap->last != NULL) {
        tap->last->next = tapped;
    } else {
        tap->waiting = tapped;
    }
    tap->last = tapped;
}

void ddds_tap_remove(struct tap *tap, struct tapped *tapped)
{
    if (tapped->previous != NULL) {
        tapped->previous->next = tapped->next;
    } else {
        tap->waiting = tapped->next;
    }
    if (tapped->next != NULL) {
        tapped->next->previous = tapped->previous;
    } else {
        tap->last = tapped->previous;
    }
}

static void take_query(struct tap *tap, const unsigned char *octets,
                       size_t length)
{
    if (find_query(tap, octets, length, true) != NULL) {
        return; /* c-ares sends it again on its own */
    }
    struct tapped *tapped = find_query(tap, octets, length, false);
    if (tapped != NULL) {
        tapped->is_sent = true;
        tapped->id = message_u16(octets);
    }
}

/* Add |octets|, the answer to |tapped|, to |view| without its records, if there
 * is a view and enough space in it. Only two results are kept: a truncated
 * answer, and FORMERR for EDNS. All others are shown as SERVFAIL, because
 * c-ares does not measure how long failures took: from 1.32 on it would wait
 * for at most five times the average. */
static void show(struct tap_view *view, const struct tapped *tapped,
                 const unsigned char *octets, bool is_tcp)
{
    size_t length = MESSAGE_HEADER + tapped->question_length;
    size_t prefix = is_tcp ? PREFIX : 0;
    if (view == NULL || view->size - view->length < prefix + length) {
        return;
    }
    bool is_formerr = (octets[3] & RCODE) == RCODE_FORMERR;
    const unsigned char header[MESSAGE_HEADER] = {
        octets[0],
        octets[1],
        MESSAGE_RESPONSE | (octets[2] & MESSAGE_TRUNCATED),
        is_formerr ? RCODE_FORMERR : RCODE_SERVFAIL,
        0,
        1, /* question */
    };
    unsigned char *out = view->octets + view->length;
    if (is_tcp) {
        *out++ = (unsigned char)(length >> 8);
        *out++ = (unsigned char)length;
    }
    memcpy(out, header, MESSAGE_HEADER);
    memcpy(out + MESSAGE_HEADER, tapped->question, tapped->question_length);
    view->length += prefix + length;
}

static void keep_answer(struct tapped *tapped, const unsigned char *octets,
                        size_t length)
{
    unsigned char *copy = malloc(length);
    free(tapped->answer);
    tapped->answer = copy;
    tapped->length = length;
    tapped->has_no_memory = copy == NULL;
    if (copy != NULL) {
        memcpy(copy, octets, length);
    }
}

/* A later answer replaces an earlier one, because c-ares repeats queries
 * without EDNS. A truncated answer over UDP is not kept, because c-ares repeats
 * the query over TCP. */
static void take_answer(struct tap *tap, const unsigned char *octets,
                        size_t length, bool is_tcp, struct tap_view *view)
{
    struct tapped *tapped = find_query(tap, octets, length, true);
    if (tapped == NULL) {
        return;
    }
    if (is_tcp || (octets[2] & MESSAGE_TRUNCATED) == 0) {
        keep_answer(tapped, octets, length);
    }
    show(view, tapped, octets, is_tcp);
}

void ddds_tap_sent(struct tap *tap, const unsigned char *octets, size_t length,
                   bool is_tcp)
{
    if (!is_tcp) {
        take_query(tap, octets, length);
        return;
    }
    while (length > PREFIX && message_u16(octets) <= length - PREFIX) {
        size_t whole = PREFIX + message_u16(octets);
        take_query(tap, octets + PREFIX, whole - PREFIX);
        octets += whole;
        length -= whole;
    }
}

/* Append octets to the stream; false if memory cannot be allocated. */
static bool grow_stream(struct tap *tap, const unsigned char *octets,
                        size_t length)
{
    if (length > tap->stream_size - tap->stream_length) {
        size_t size = tap->stream_length + length + MESSAGE_MAX;
        unsigned char *stream = realloc(tap->stream, size);
        if (stream == NULL) {
            return false;
        }
        tap->stream = stream;
        tap->stream_size = size;
    }
    memcpy(tap->stream + tap->stream_length, octets, length);
    tap->stream_length += length;
    return true;
}

/* Octets were lost, which may have answered any query. */
static void lose_stream(struct tap *tap)
{
    for (struct tapped *tapped = tap->waiting; tapped != NULL;
         tapped = tapped->next) {
        tapped->has_no_memory = true;
    }
}

bool ddds_tap_received(struct tap *tap, const unsigned char *octets,
                       size_t length, bool is_tcp, struct tap_view *view)
{
    if (view != NULL) {
        view->length = 0;
    }
    if (!is_tcp) {
        take_answer(tap, octets, length, false, view);
        return true;
    }
    if (!grow_stream(tap, octets, length)) {
        lose_stream(tap);
        return false;
    }
    size_t at = 0;
    for (size_t left; (left = tap->stream_length - at) >= PREFIX;) {
        size_t whole = PREFIX + (size_t)message_u16(tap->stream + at);
        if (left < whole) {
            break;
        }
        take_answer(tap, tap->stream + at + PREFIX, whole - PREFIX, true, view);
        at += whole;
    }
    tap->stream_length -= at;
    memmove(tap->stream, tap->stream + at, tap->stream_length);
    return true;
}

void ddds_tap_restart(struct tap *tap)
{
    tap->stream_length = 0;
}

void ddds_tap_clear(struct tap *tap)
{
    free(tap->stream);
    *tap = (struct tap){0};
}
