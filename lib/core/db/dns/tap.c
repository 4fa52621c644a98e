/* From 1.30 on c-ares parses every answer before it passes it on. It rejects
 * the whole answer if a string contains an unprintable octet, which RFC 6116
 * section 5.2 requires clients to accept. Later versions also reject compressed
 * names in NAPTR or SRV records. The octets of such answers are only available
 * where they are received.
 *
 * After an answer that it rejects c-ares also aborts all other queries on the
 * same socket. Therefore it only gets answers without records.
 *
 * A received message belongs to the query with the same ID and question. The ID
 * is that of the query as c-ares sent it: older versions keep the ID that they
 * were given, also if another query has it; newer versions choose another.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/tap.h"

#include <stdlib.h>
#include <string.h>

#include "db/dns/question.h"

enum {
    PREFIX = 2,
    MESSAGE_MAX = 65535,
};

/* Return the query with the question of the query of |length| octets: if
 * |is_sent| also with its ID, otherwise not yet sent. NULL if it is unknown. */
static struct tapped *find_query(const struct tap *tap,
                                 const unsigned char *octets, size_t length,
                                 bool is_sent)
{
    size_t question = ddds_question_length(octets, length);
    struct tapped *tapped = question > 0 ? tap->waiting : NULL;
    while (tapped != NULL &&
           (tapped->is_sent != is_sent ||
            (is_sent && tapped->id != ddds_octets_u16(octets)) ||
            tapped->question_length != question ||
            !ddds_question_same(tapped->question, octets + MESSAGE_HEADER,
                                question))) {
        tapped = tapped->next;
    }
    return tapped;
}

/* Return the query that the message of |length| octets answers, by the rules of
 * UDP without c-ares (udp_tries.c); NULL if none matches. Over TCP a message
 * that is not a response ends its try, because c-ares treats it as an
 * answer. */
static struct tapped *find_asker(const struct tap *tap,
                                 const unsigned char *octets, size_t length,
                                 bool is_tcp)
{
    struct tapped *tapped = length >= MESSAGE_HEADER ? tap->waiting : NULL;
    for (; tapped != NULL; tapped = tapped->next) {
        if (!tapped->is_sent || tapped->id != ddds_octets_u16(octets)) {
            continue;
        }
        if ((is_tcp || (octets[2] & MESSAGE_RESPONSE) != 0) &&
            ddds_question_is_repeated(tapped->question, tapped->question_length,
                                      tapped->has_edns, octets, length)) {
            return tapped;
        }
        tapped->misfits++;
    }
    return NULL;
}

static bool has_id(const struct tap *tap, uint16_t id)
{
    const struct tapped *tapped = tap->waiting;
    while (tapped != NULL && tapped->id != id) {
        tapped = tapped->next;
    }
    return tapped != NULL;
}

void ddds_tap_add(struct tap *tap, struct tapped *tapped, unsigned char *octets,
                  size_t length)
{
    uint16_t id = ddds_octets_u16(octets);
    while (has_id(tap, id)) {
        id++;
    }
    ddds_octets_put_u16(octets, id);
    *tapped = (struct tapped){
        .previous = tap->last,
        .id = id,
        .has_edns = ddds_octets_u16(octets + ADDITIONAL_COUNT) != 0,
        .question_length = ddds_question_length(octets, length)};
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
                       size_t length, unsigned stream)
{
    struct tapped *tapped = find_query(tap, octets, length, true);
    if (tapped == NULL) { /* otherwise c-ares sends it again over TCP */
        tapped = find_query(tap, octets, length, false);
    }
    if (tapped != NULL) {
        tapped->is_sent = true;
        tapped->id = ddds_octets_u16(octets);
        tapped->stream = stream;
    }
}

/* Append the answer to |tapped|, without its records, to |view| if it has
 * space; with the TC bit if the query |is_repeated| over TCP. Every result is
 * shown as SERVFAIL. So c-ares does not measure the time of failures, from
 * which versions since 1.32 shorten the wait to five times the average. It does
 * not repeat the query without EDNS either, as it does after FORMERR. */
static void show(struct tap_view *view, const struct tapped *tapped,
                 bool is_repeated, bool is_tcp)
{
    size_t length = MESSAGE_HEADER + tapped->question_length;
    size_t prefix = is_tcp ? PREFIX : 0;
    if (view == NULL || view->size - view->length < prefix + length) {
        return;
    }
    const unsigned char header[MESSAGE_HEADER] = {
        (unsigned char)(tapped->id >> 8),
        (unsigned char)tapped->id,
        MESSAGE_RESPONSE | (is_repeated ? MESSAGE_TRUNCATED : 0),
        RCODE_SERVFAIL,
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
    tapped->answer = copy;
    tapped->length = length;
    tapped->has_no_memory = copy == NULL;
    if (copy != NULL) {
        memcpy(copy, octets, length);
    }
}

/* Return true if the query of |tapped|, whose answer is truncated, is to be
 * repeated over TCP. */
static bool may_repeat(const struct tap *tap, struct tapped *tapped)
{
    tapped->is_refused =
        tap->may_repeat != NULL && !tap->may_repeat(tapped->context);
    tapped->is_repeated = !tapped->is_refused;
    return tapped->is_repeated;
}

/* The first answer counts. A truncated answer over UDP is not kept: c-ares
 * repeats the query over TCP if it is shown the TC bit. */
static void take_answer(struct tap *tap, const unsigned char *octets,
                        size_t length, bool is_tcp, struct tap_view *view)
{
    struct tapped *tapped = find_asker(tap, octets, length, is_tcp);
    if (tapped == NULL || tapped->answer != NULL) {
        return;
    }
    bool is_cut = !is_tcp && (octets[2] & MESSAGE_TRUNCATED) != 0;
    if (!is_cut) {
        keep_answer(tapped, octets, length);
    }
    show(view, tapped, is_cut && may_repeat(tap, tapped), is_tcp);
}

void ddds_tap_sent(struct tap *tap, const unsigned char *octets, size_t length,
                   bool is_tcp)
{
    if (!is_tcp) {
        take_query(tap, octets, length, 0);
        return;
    }
    while (length > PREFIX && ddds_octets_u16(octets) <= length - PREFIX) {
        size_t whole = PREFIX + ddds_octets_u16(octets);
        take_query(tap, octets + PREFIX, whole - PREFIX, tap->streams);
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

/* Mark all queries: the lost octets may have answered any of them. */
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
        size_t whole = PREFIX + (size_t)ddds_octets_u16(tap->stream + at);
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

size_t ddds_tap_streamed(const struct tap *tap)
{
    size_t count = 0;
    for (const struct tapped *tapped = tap->waiting; tapped != NULL;
         tapped = tapped->next) {
        count += tapped->stream != 0 && tapped->stream == tap->streams;
    }
    return count;
}

void ddds_tap_restart(struct tap *tap)
{
    tap->stream_length = 0;
    tap->streams++;
}

void ddds_tap_clear(struct tap *tap)
{
    free(tap->stream);
    *tap = (struct tap){0};
}
