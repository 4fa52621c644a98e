/* Version 7, in order: positions of UUIDs, independent of the clock.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_MONOTONIC_H
#define UUID_MONOTONIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/uuid.h>

#include "uuid/layout.h"

/* Position of a UUID of version 7: its tick, 60 bits; its counter, or with
 * method 2 the random bits of its millisecond; and its growing number. */
struct uuid_position {
    uint64_t tick;
    unsigned counter;
    uint64_t growing;
};

/* Convert |ticks| of 100 ns since 1970; false if out of range for v7. */
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

/* Return the place for entropy: the end of the UUIDs' memory, so that no copy
 * remains. UUIDs are written in order, and never overwrite unread entropy. */
static inline unsigned char *uuid_entropy_place(struct ddds_uuid *uuids,
                                                size_t count, size_t size)
{
    return uuids->octets + count * sizeof *uuids - size;
}

/* A method of RFC 9562 section 6.2. It needs |seed| random octets for all
 * UUIDs, and |tail| for each. */
struct uuid_method {
    size_t seed;
    size_t tail;

    /* Write |count| UUIDs, at most LIMIT_UUID_CHUNK, using the entropy at
     * uuid_entropy_place(). They come after |last|, at |now| if later,
     * otherwise at |last|'s tick or following ticks. The last of these may be
     * out of range for version 7. |last| is set to the last position. */
    void (*write)(struct ddds_uuid *uuids, unsigned count, uint64_t now,
                  struct uuid_position *last, unsigned *events);
};

/* Return NULL for an unknown |method|. */
const struct uuid_method *ddds_uuid_method_find(enum ddds_uuid_method method);

#endif
