/* Version 7, in order (RFC 9562 section 6.2):
 *
 *     method 3  milliseconds 48 | 7 | fraction 12 | 10 | counter 14 | random 48
 *     method 1  milliseconds 48 | 7 | counter 12  | 10 | random 62
 *     method 2  milliseconds 48 | 7 | random 12   | 10 | growing random 62
 *
 * Method 3 is the default. Milliseconds and fraction form a single number, a
 * tick of 1/4096 ms, so that a single comparison shows if the clock advanced.
 * Libraries that compare the parts lose the order when the clock steps back
 * across a second. The counter distinguishes UUIDs of the same tick. With
 * methods 1 and 2, ticks are whole milliseconds. In each new tick, the counter,
 * or the growing number, starts with random bits below a zero bit, which leaves
 * space to count. At its end the next tick is used.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/monotonic.h"

static void put_v7(struct ddds_uuid *uuid, uint64_t tick, unsigned a,
                   uint64_t b)
{
    uuid_put_number(uuid->octets, 8, (tick >> 12) << 16 | 7 << 12 | a);
    uuid_put_number(uuid->octets + 8, 8, UINT64_C(2) << 62 | b);
}

/* ---- Counters ----------------------------------------------------------- */

struct counting {
    uint64_t step; /* from a tick to the next */
    unsigned max;  /* highest value of the counter */
};

/* Allocate the positions of |count| UUIDs; return the first. */
static struct uuid_position take(struct uuid_position *last, uint64_t now,
                                 const unsigned char seed[2], unsigned count,
                                 const struct counting *counting,
                                 unsigned *events)
{
    unsigned begin = (unsigned)uuid_get_number(seed, 2) & counting->max / 2;
    struct uuid_position first = {now, begin, 0};
    if (now <= last->tick) {
        *events |= now < last->tick ? DDDS_UUID_HELD : 0;
        first = (struct uuid_position){last->tick, last->counter + 1, 0};
        if (last->counter + count > counting->max) {
            *events |= DDDS_UUID_AHEAD;
            first =
                (struct uuid_position){last->tick + counting->step, begin, 0};
        }
    }
    *last = (struct uuid_position){first.tick, first.counter + count - 1, 0};
    return first;
}

enum { PRECISE_TAIL = 6, COUNTED_TAIL = 8, GROWING_TAIL = 6 };
enum { COUNTER_SEED = 2, GROWING_SEED = 10 };

static void write_precise(struct ddds_uuid *uuids, unsigned count, uint64_t now,
                          struct uuid_position *last, unsigned *events)
{
    static const struct counting counting = {1, UUID_MASK(14)};
    const unsigned char *seed = uuid_entropy_place(
        uuids, count, COUNTER_SEED + (size_t)count * PRECISE_TAIL);
    const unsigned char *tail = seed + COUNTER_SEED;
    struct uuid_position first =
        take(last, now, seed, count, &counting, events);
    for (unsigned i = 0; i < count; i++, tail += PRECISE_TAIL) {
        put_v7(&uuids[i], first.tick, first.tick & 0xfff,
               (uint64_t)(first.counter + i) << 48 |
                   uuid_get_number(tail, PRECISE_TAIL));
    }
}

static void write_counted(struct ddds_uuid *uuids, unsigned count, uint64_t now,
                          struct uuid_position *last, unsigned *events)
{
    static const struct counting counting = {1 << 12, UUID_MASK(12)};
    const unsigned char *seed = uuid_entropy_place(
        uuids, count, COUNTER_SEED + (size_t)count * COUNTED_TAIL);
    const unsigned char *tail = seed + COUNTER_SEED;
    struct uuid_position first =
        take(last, now & ~UUID_MASK(12), seed, count, &counting, events);
    for (unsigned i = 0; i < count; i++, tail += COUNTED_TAIL) {
        put_v7(&uuids[i], first.tick, first.counter + i,
               uuid_get_number(tail, COUNTED_TAIL) >> 2);
    }
}

/* ---- Growing random bits ------------------------------------------------ */

/* Steps from 1 to 2^48 make the next UUID as hard to guess as with method 3,
 * and allow at least 8192 UUIDs in a millisecond. */
static void write_growing(struct ddds_uuid *uuids, unsigned count, uint64_t now,
                          struct uuid_position *last, unsigned *events)
{
    const unsigned char *seed = uuid_entropy_place(
        uuids, count, GROWING_SEED + (size_t)count * GROWING_TAIL);
    const unsigned char *tail = seed + GROWING_SEED;
    unsigned a = (unsigned)uuid_get_number(seed, 2) & UUID_MASK(12);
    uint64_t b = uuid_get_number(seed + 2, 8);
    now &= ~UUID_MASK(12);
    *events |= now < last->tick ? DDDS_UUID_HELD : 0;
    for (unsigned i = 0; i < count; i++, tail += GROWING_TAIL) {
        uint64_t random = uuid_get_number(tail, GROWING_TAIL);
        bool is_later = now > last->tick;
        last->growing += 1 + random;
        if (is_later || last->growing > UUID_MASK(62)) {
            *events |= is_later ? 0 : DDDS_UUID_AHEAD;
            last->tick = is_later ? now : last->tick + (1 << 12);
            last->counter = a;
            last->growing = (b ^ random << 13) & UUID_MASK(61);
        }
        put_v7(&uuids[i], last->tick, last->counter, last->growing);
    }
}

const struct uuid_method *ddds_uuid_method_find(enum ddds_uuid_method method)
{
    static const struct uuid_method methods[] = {
        [DDDS_UUID_METHOD_3] = {COUNTER_SEED, PRECISE_TAIL, write_precise},
        [DDDS_UUID_METHOD_1] = {COUNTER_SEED, COUNTED_TAIL, write_counted},
        [DDDS_UUID_METHOD_2] = {GROWING_SEED, GROWING_TAIL, write_growing},
    };
    return (size_t)method < sizeof methods / sizeof methods[0]
               ? &methods[method]
               : NULL;
}
