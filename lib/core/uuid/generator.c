/* Generators: versions 1, 6 and 7 in order, and version 8 with a time. Clock
 * and entropy are passed in.
 *
 * Clocks can stand still, step back, or jump to the year 2096 for a moment. So
 * the time within a generator only increases. If the clock has not advanced,
 * generation continues from the last time. If it is earlier by more than the
 * tolerance, the caller's policy decides, and the event is reported. Each
 * version has its own state.
 *
 * RFC 9562 sections 5.1, 5.6, 5.7, 6.1, 6.2 and 6.10, appendix B.1.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uuid.h>

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/process.h"
#include "base/sized.h"
#include "uuid/layout.h"
#include "uuid/monotonic.h"
#include "uuid/system.h"

enum {
    TICKS_PER_MILLISECOND = 10000,
    TICKS_PER_MICROSECOND = 10,
    /* Random octets for a clock sequence and a node. */
    IDENTITY_SIZE = 8,
};

/* State of version 1 or 6, in the 60-bit count. */
struct timeline {
    uint64_t next; /* first unused time */
    uint64_t seen; /* highest time read from the clock */
};

struct ddds_uuid_generator {
    struct ddds_uuid_generator_options options;
    struct ddds_uuid_source source;
    struct process process;

    struct timeline v1;
    bool has_identity; /* |sequence| and |node| are set */
    uint16_t sequence;
    unsigned char node[6];

    struct timeline v6;
    struct uuid_position v7;
};

/* State of a call. */
struct call {
    ddds_uuid_generator *generator;
    unsigned events;
    struct ddds_error *error;
};

ddds_uuid_generator *
ddds_uuid_generator_new(const struct ddds_uuid_generator_options *options,
                        struct ddds_error *error)
{
    struct ddds_uuid_generator_options own;
    struct ddds_uuid_source source = ddds_uuid_system;
    if (ddds_sized_copy(options, &own, sizeof own,
                        "DDDS_UUID_GENERATOR_OPTIONS_INIT", error) != DDDS_OK ||
        (own.source != NULL &&
         ddds_sized_copy(own.source, &source, sizeof source,
                         "DDDS_UUID_SOURCE_INIT", error) != DDDS_OK)) {
        return NULL;
    }
    if (source.clock == NULL || source.entropy == NULL) {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "UUID: a source needs a clock and entropy");
        return NULL;
    }
    if (ddds_uuid_method_find(own.method) == NULL ||
        (unsigned)own.rollback > DDDS_UUID_ROLLBACK_WAIT) {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "UUID: method %u, rollback %u: unknown",
                       (unsigned)own.method, (unsigned)own.rollback);
        return NULL;
    }
    ddds_uuid_generator *generator = calloc(1, sizeof *generator);
    if (generator == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    generator->options = own;
    generator->source = source;
    if (generator->options.tolerance_ms == 0) {
        generator->options.tolerance_ms = LIMIT_UUID_TOLERANCE_MS;
    }
    if (generator->options.ahead_us == 0) {
        generator->options.ahead_us = LIMIT_UUID_AHEAD_US;
    }
    ddds_process_enter(&generator->process);
    return generator;
}

void ddds_uuid_generator_free(ddds_uuid_generator *generator)
{
    if (generator != NULL) {
        ddds_process_leave(&generator->process);
        free(generator);
    }
}

/* After a fork: v1 needs its own identity, and v7 must leave the parent's tick,
 * so that the counter is random again. Times continue. */
static void notice_fork(struct call *call)
{
    ddds_uuid_generator *generator = call->generator;
    if (ddds_process_changed(&generator->process)) {
        call->events |= DDDS_UUID_FORKED;
        generator->has_identity = false;
        generator->v7.counter = UUID_MASK(14);
        generator->v7.growing = UUID_MASK(62);
    }
}

/* ---- Clock and entropy -------------------------------------------------- */

static ddds_status refuse_clock(const struct call *call, const char *why)
{
    return ddds_error_set(call->error, DDDS_BAD_CLOCK, DDDS_NO_OFFSET, "%s",
                          why);
}

static ddds_status read_clock(const struct call *call, int64_t *ticks)
{
    const struct ddds_uuid_source *source = &call->generator->source;
    return source->clock(source->context, ticks)
               ? DDDS_OK
               : refuse_clock(call, "the clock cannot be read");
}

static ddds_status read_entropy(const struct call *call, unsigned char *octets,
                                size_t length)
{
    const struct ddds_uuid_source *source = &call->generator->source;
    return source->entropy(source->context, octets, length)
               ? DDDS_OK
               : ddds_error_set(call->error, DDDS_NO_ENTROPY, DDDS_NO_OFFSET,
                                "the source of entropy gives no octets");
}

/* Wait until the clock has advanced by |ticks|, but not longer than a limit. */
static ddds_status wait_for_clock(const struct call *call, uint64_t ticks)
{
    const struct ddds_uuid_source *source = &call->generator->source;
    if (source->wait == NULL) {
        return refuse_clock(call, "the clock is earlier than the last UUID, "
                                  "and cannot be waited for");
    }
    if (ticks > (uint64_t)LIMIT_UUID_WAIT_MS * TICKS_PER_MILLISECOND) {
        return refuse_clock(call, "the clock is too much earlier than the "
                                  "last UUID to wait for it");
    }
    source->wait(source->context, (int64_t)ticks);
    return DDDS_OK;
}

/* ---- Times of v1 and v6 ------------------------------------------------- */

/* Results of take_times(). */
enum taken { TAKEN, TOO_FAST, WENT_BACK };

/* How far times may be ahead of the clock: normally, and after it went back. */
struct slack {
    uint64_t ahead;
    uint64_t held;
};

/* Allocate |count| unused times from |*first| on. If that is impossible, set
 * |*first| to the number of missing ticks. */
static enum taken take_times(struct timeline *line, uint64_t now,
                             unsigned count, const struct slack *slack,
                             uint64_t *first)
{
    bool went_back = now < line->seen;
    uint64_t begin = now > line->next ? now : line->next;
    uint64_t allowed = now + (went_back ? slack->held : slack->ahead);
    uint64_t last = begin + count - 1;
    allowed = allowed < UUID_MASK(60) ? allowed : UUID_MASK(60);
    if (last > allowed) {
        *first = last - allowed;
        return went_back ? WENT_BACK : TOO_FAST;
    }
    line->seen = went_back ? line->seen : now;
    line->next = last + 1;
    *first = begin;
    return TAKEN;
}

/* Restart at the clock's time, forgetting previous times. */
static void restart_timeline(struct timeline *line, uint64_t now)
{
    line->seen = now;
    line->next = now;
}

static ddds_status read_gregorian_clock(const struct call *call, uint64_t *now)
{
    int64_t ticks;
    ddds_status status = read_clock(call, &ticks);
    if (status != DDDS_OK) {
        return status;
    }
    return ddds_uuid_time_to_gregorian(ticks, now, NULL) == DDDS_OK
               ? DDDS_OK
               : refuse_clock(call, "the clock is before 1582-10-15 or after "
                                    "5236-03-31T21:21:00.6846975Z, out of "
                                    "range for UUID versions 1 and 6");
}

/* Allocate |count| times; wait or restart as the policy says. */
static ddds_status take_times_by_policy(struct call *call,
                                        struct timeline *line, unsigned count,
                                        const struct slack *slack,
                                        uint64_t *first)
{
    enum ddds_uuid_rollback rollback = call->generator->options.rollback;
    for (unsigned tries = 0; tries < LIMIT_UUID_WAITS; tries++) {
        uint64_t now;
        ddds_status status = read_gregorian_clock(call, &now);
        if (status != DDDS_OK) {
            return status;
        }
        enum taken taken = take_times(line, now, count, slack, first);
        if (taken == WENT_BACK && rollback == DDDS_UUID_ROLLBACK_RESET) {
            call->events |= DDDS_UUID_RESET;
            restart_timeline(line, now);
            taken = take_times(line, now, count, slack, first);
        }
        if (taken == TAKEN) {
            if (*first != now) {
                call->events |=
                    now < line->seen ? DDDS_UUID_HELD : DDDS_UUID_AHEAD;
            }
            return DDDS_OK;
        }
        if (rollback == DDDS_UUID_ROLLBACK_FAIL) {
            return refuse_clock(call, taken == WENT_BACK
                                          ? "the clock went back"
                                          : "the clock is too slow for so "
                                            "many UUIDs");
        }
        status = wait_for_clock(call, *first);
        if (status != DDDS_OK) {
            return status;
        }
    }
    return refuse_clock(call, "the clock does not advance");
}

static uint64_t ahead_ticks(const ddds_uuid_generator *generator)
{
    return (uint64_t)generator->options.ahead_us * TICKS_PER_MICROSECOND;
}

/* ---- Version 1 ---------------------------------------------------------- */

/* Set the multicast bit, which no network card's address has (RFC 9562 section
 * 6.10), or copy the caller's node. */
static void put_node(const ddds_uuid_generator *generator,
                     unsigned char node[6])
{
    if (generator->options.has_node) {
        memcpy(node, generator->options.node, 6);
    } else {
        node[0] |= 0x01;
    }
}

/* Choose another clock sequence, and a new node unless the caller gave it. */
static ddds_status renew_identity(struct call *call)
{
    ddds_uuid_generator *generator = call->generator;
    unsigned char random[IDENTITY_SIZE];
    ddds_status status = read_entropy(call, random, sizeof random);
    if (status != DDDS_OK) {
        return status;
    }
    unsigned step = 1 + (unsigned)uuid_get_number(random, 2) % UUID_MASK(14);
    generator->sequence =
        (uint16_t)((generator->sequence + step) & UUID_MASK(14));
    memcpy(generator->node, random + 2, 6);
    put_node(generator, generator->node);
    generator->has_identity = true;
    return DDDS_OK;
}

/* After the clock went back, times are not held for long, because a new clock
 * sequence makes them unique (RFC 9562 section 5.1). */
static ddds_status make_v1_chunk(struct call *call, struct ddds_uuid *uuids,
                                 unsigned count)
{
    ddds_uuid_generator *generator = call->generator;
    struct slack slack = {ahead_ticks(generator), ahead_ticks(generator)};
    unsigned earlier = call->events;
    uint64_t first = 0;
    call->events = 0;
    ddds_status status =
        take_times_by_policy(call, &generator->v1, count, &slack, &first);
    if ((call->events & DDDS_UUID_RESET) != 0) {
        generator->has_identity = false;
    }
    call->events |= earlier;
    if (status == DDDS_OK && !generator->has_identity) {
        status = renew_identity(call);
    }
    for (unsigned i = 0; status == DDDS_OK && i < count; i++) {
        status = ddds_uuid_make_timed(1, first + i, generator->sequence,
                                      generator->node, &uuids[i], call->error);
    }
    return status;
}

/* ---- Version 6 ---------------------------------------------------------- */

/* Sequence and node of each UUID are random (RFC 9562 section 5.6). Entropy is
 * in the second half of the buffer, so output never overwrites unread
 * octets. */
static ddds_status make_v6_chunk(struct call *call, struct ddds_uuid *uuids,
                                 unsigned count)
{
    ddds_uuid_generator *generator = call->generator;
    struct slack slack = {ahead_ticks(generator),
                          (uint64_t)generator->options.tolerance_ms *
                              TICKS_PER_MILLISECOND};
    size_t size = (size_t)count * IDENTITY_SIZE;
    unsigned char *random = uuid_entropy_place(uuids, count, size);
    uint64_t first = 0;
    ddds_status status = read_entropy(call, random, size);
    if (status == DDDS_OK) {
        status =
            take_times_by_policy(call, &generator->v6, count, &slack, &first);
    }
    for (unsigned i = 0; status == DDDS_OK && i < count; i++) {
        unsigned char identity[IDENTITY_SIZE];
        memcpy(identity, random + (size_t)i * IDENTITY_SIZE, sizeof identity);
        put_node(generator, identity + 2);
        uint16_t sequence =
            (uint16_t)(uuid_get_number(identity, 2) & UUID_MASK(14));
        status = ddds_uuid_make_timed(6, first + i, sequence, identity + 2,
                                      &uuids[i], call->error);
    }
    return status;
}

/* ---- Version 7 ---------------------------------------------------------- */

/* Read the clock until it is within the tolerance, or apply the policy. |*last|
 * becomes the position to continue from. */
static ddds_status read_v7_clock(struct call *call, uint64_t *now,
                                 struct uuid_position *last)
{
    const struct ddds_uuid_generator_options *options =
        &call->generator->options;
    uint64_t tolerance = uuid_tick_from_milliseconds(options->tolerance_ms);
    for (unsigned tries = 0; tries < LIMIT_UUID_WAITS; tries++) {
        int64_t ticks;
        ddds_status status = read_clock(call, &ticks);
        if (status != DDDS_OK) {
            return status;
        }
        if (!uuid_tick_from_time(ticks, now)) {
            return refuse_clock(call, "the clock is before 1970 or after "
                                      "10889-08-02T05:31:50.655Z, out of range "
                                      "for UUID version 7");
        }
        if (last->tick <= *now + tolerance) {
            return DDDS_OK;
        }
        if (options->rollback == DDDS_UUID_ROLLBACK_RESET) {
            call->events |= DDDS_UUID_RESET;
            *last = (struct uuid_position){0, 0, 0};
            return DDDS_OK;
        }
        if (options->rollback == DDDS_UUID_ROLLBACK_FAIL) {
            return refuse_clock(call, "the clock went back");
        }
        uint64_t milliseconds = ((last->tick - *now - tolerance) >> 12) + 1;
        status = wait_for_clock(call, milliseconds * TICKS_PER_MILLISECOND);
        if (status != DDDS_OK) {
            return status;
        }
    }
    return refuse_clock(call, "the clock does not advance");
}

static ddds_status make_v7_chunk(struct call *call, struct ddds_uuid *uuids,
                                 unsigned count)
{
    const struct uuid_method *method =
        ddds_uuid_method_find(call->generator->options.method);
    struct uuid_position last = call->generator->v7;
    uint64_t now = 0;
    ddds_status status = read_v7_clock(call, &now, &last);
    if (status != DDDS_OK) {
        return status;
    }
    size_t size = method->seed + count * method->tail;
    status = read_entropy(call, uuid_entropy_place(uuids, count, size), size);
    if (status != DDDS_OK) {
        return status;
    }
    method->write(uuids, count, now, &last, &call->events);
    if (last.tick > UUID_MASK(60)) {
        return refuse_clock(call, "the clock is at the end of UUID version 7, "
                                  "and its last UUIDs have been taken");
    }
    call->generator->v7 = last;
    return DDDS_OK;
}

/* ---- Version 8 ---------------------------------------------------------- */

/* RFC 9562 appendix B.1: the lower 60 bits of the time, in units of 10 ns. */
static ddds_status make_v8_chunk(struct call *call, struct ddds_uuid *uuids,
                                 unsigned count)
{
    int64_t ticks;
    size_t size = count * sizeof(uint64_t);
    const unsigned char *random = uuid_entropy_place(uuids, count, size);
    ddds_status status = read_clock(call, &ticks);
    if (status == DDDS_OK) {
        status =
            read_entropy(call, uuid_entropy_place(uuids, count, size), size);
    }
    for (unsigned i = 0; status == DDDS_OK && i < count; i++, random += 8) {
        uint64_t time = (uint64_t)ticks * 10 & UUID_MASK(60);
        status = ddds_uuid_make_fields(
            8, time >> 12, (uint16_t)(time & UUID_MASK(12)),
            uuid_get_number(random, 8) >> 2, &uuids[i], call->error);
    }
    return status;
}

/* ---- Chunks ------------------------------------------------------------- */

/* Versions that generators make. A batch of v1 or v6 must not use more ticks
 * than times may be ahead of the clock. */
static const struct kind {
    ddds_status (*make_chunk)(struct call *call, struct ddds_uuid *uuids,
                              unsigned count);
    bool runs_ahead;
} kinds[] = {
    [1] = {make_v1_chunk, true},
    [6] = {make_v6_chunk, true},
    [7] = {make_v7_chunk, false},
    [8] = {make_v8_chunk, false},
};

static const struct kind *find_kind(const struct call *call, unsigned version)
{
    if (version < sizeof kinds / sizeof kinds[0] &&
        kinds[version].make_chunk != NULL) {
        return &kinds[version];
    }
    ddds_error_set(call->error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                   "UUID: generators do not make version %u", version);
    return NULL;
}

static size_t chunk_size(const struct call *call, const struct kind *kind)
{
    uint64_t ahead = ahead_ticks(call->generator);
    return kind->runs_ahead && ahead < LIMIT_UUID_CHUNK ? (size_t)ahead
                                                        : LIMIT_UUID_CHUNK;
}

/* Read clock and entropy once per chunk. */
static ddds_status make_all(struct call *call, const struct kind *kind,
                            struct ddds_uuid *uuids, size_t count)
{
    size_t chunk = chunk_size(call, kind);
    ddds_status status = DDDS_OK;
    notice_fork(call);
    for (size_t done = 0; status == DDDS_OK && done < count; done += chunk) {
        size_t left = count - done;
        status = kind->make_chunk(call, uuids + done,
                                  (unsigned)(left < chunk ? left : chunk));
    }
    return status;
}

ddds_status ddds_uuid_generate(ddds_uuid_generator *generator, unsigned version,
                               struct ddds_uuid *uuids, size_t count,
                               unsigned *events, struct ddds_error *error)
{
    struct call call = {generator, 0, error};
    const struct kind *kind = find_kind(&call, version);
    ddds_status status =
        kind != NULL ? make_all(&call, kind, uuids, count) : DDDS_BAD_OPTION;
    if (status != DDDS_OK && count > 0) {
        memset(uuids, 0, count * sizeof *uuids);
    }
    if (events != NULL) {
        *events = call.events;
    }
    return status;
}
