/* Version 7, in order: where the next UUIDs go, whatever the clock says.
 *
 *     milliseconds 48 | 7 | fraction 12 | 10 | counter 14 | random 48
 *
 * Milliseconds and the fraction after them (RFC 9562 section 6.2, method 3) are
 * one number, the tick of 1/4096 ms, so that one comparison shows whether the
 * clock advanced; comparing their parts is how other libraries lose order when
 * the clock steps back across a second. The counter (method 1) separates the
 * UUIDs of one tick. It begins with 13 random bits in each new tick, its
 * highest bit being zero so that it can count on, and 48 bits of each UUID are
 * fresh.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_MONOTONIC_H
#define UUID_MONOTONIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <ddds/uuid.h>

#include "base/limits.h"
#include "uuid/layout.h"

enum {
    UUID_COUNTER_MAX = (1 << 14) - 1,
    UUID_SEED_MAX = (1 << 13) - 1,
    /* Random octets: those of one UUID, and those that seed a counter. */
    UUID_TAIL_SIZE = 6,
    UUID_SEED_SIZE = 2,
};

/* Where one UUID of version 7 is: its tick, 60 bits, and its counter. */
struct uuid_position {
    uint64_t tick;
    unsigned counter;
};

/* The tick of |ticks| of 100 ns since 1970; false if version 7 has none. */
static inline bool uuid_tick_from_time(int64_t ticks, uint64_t *tick)
{
    if (ticks < 0) {
        return false;
    }
    uint64_t milliseconds = (uint64_t)ticks / 10000;
    uint64_t fraction = (uint64_t)ticks % 10000 * 4096 / 10000;
    *tick = milliseconds << 12 | fraction;
    return milliseconds <= UUID_MASK(48);
}

static inline uint64_t uuid_tick_from_milliseconds(unsigned milliseconds)
{
    return (uint64_t)milliseconds << 12;
}

/* Take |count| positions, no more than LIMIT_UUID_CHUNK, that all lie after
 * |last|: at |now|, or where |last| is if |now| is not beyond that, or in the
 * tick after it, which may be one too many for version 7. |last| becomes the
 * last of them; the first is returned. */
static inline struct uuid_position
uuid_position_take(struct uuid_position *last, uint64_t now, unsigned seed,
                   unsigned count, unsigned *events)
{
    struct uuid_position first = {now, seed};
    if (now <= last->tick) {
        *events |= now < last->tick ? DDDS_UUID_HELD : 0;
        first = (struct uuid_position){last->tick, last->counter + 1};
        if (last->counter + count > UUID_COUNTER_MAX) {
            *events |= DDDS_UUID_AHEAD;
            first = (struct uuid_position){last->tick + 1, seed};
        }
    }
    *last = (struct uuid_position){first.tick, first.counter + count - 1};
    return first;
}

/* Random octets are read into the end of the memory that the UUIDs will fill,
 * so that none are left lying about: the seed, then six for each. Writing the
 * UUIDs from the first on never overtakes reading. */
static inline unsigned char *uuid_entropy_place(struct ddds_uuid *uuids,
                                                size_t count, size_t size)
{
    return uuids->octets + count * sizeof *uuids - size;
}

static inline size_t uuid_entropy_size(size_t count)
{
    return UUID_SEED_SIZE + count * UUID_TAIL_SIZE;
}

static inline unsigned uuid_read_seed(struct ddds_uuid *uuids, size_t count)
{
    const unsigned char *place =
        uuid_entropy_place(uuids, count, uuid_entropy_size(count));
    return (unsigned)uuid_get_number(place, UUID_SEED_SIZE) & UUID_SEED_MAX;
}

/* Write |count| UUIDs from |first| on, with the octets read as above. */
static inline void uuid_write_v7(struct ddds_uuid *uuids, size_t count,
                                 struct uuid_position first)
{
    const unsigned char *tail =
        uuid_entropy_place(uuids, count, count * UUID_TAIL_SIZE);
    uint64_t high = (first.tick >> 12) << 16 | 7 << 12 | (first.tick & 0xfff);
    for (size_t i = 0; i < count; i++, tail += UUID_TAIL_SIZE) {
        uint64_t low = UINT64_C(2) << 62 | (uint64_t)(first.counter + i) << 48 |
                       uuid_get_number(tail, UUID_TAIL_SIZE);
        uuid_put_number8(uuids[i].octets, high);
        uuid_put_number8(uuids[i].octets + 8, low);
    }
}

#endif
