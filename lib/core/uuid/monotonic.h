/* Version 7, in order: where the next UUIDs go, whatever the clock says.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_MONOTONIC_H
#define UUID_MONOTONIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/uuid.h>

#include "uuid/layout.h"

/* Where one UUID of version 7 is: its tick, 60 bits; its counter, or with method
 * 2 the random bits that its millisecond has; and its growing bits. */
struct uuid_position {
    uint64_t tick;
    unsigned counter;
    uint64_t growing;
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

/* Random octets are read into the end of the memory that the UUIDs will fill,
 * so that none are left lying about. Writing the UUIDs from the first on never
 * overtakes reading. */
static inline unsigned char *uuid_entropy_place(struct ddds_uuid *uuids,
                                                size_t count, size_t size)
{
    return uuids->octets + count * sizeof *uuids - size;
}

/* A method of RFC 9562 section 6.2: how many random octets it needs for all
 * UUIDs, the seed, and then for each, the tail. */
struct uuid_method {
    size_t seed;
    size_t tail;

    /* Write |count| UUIDs, no more than LIMIT_UUID_CHUNK, with the octets that
     * uuid_entropy_place has. They lie after |last|, at |now| or where |last|
     * is if |now| is not beyond that, or in the ticks after it, which may be one
     * too many for version 7. |last| becomes the last of them. */
    void (*write)(struct ddds_uuid *uuids, unsigned count, uint64_t now,
                  struct uuid_position *last, unsigned *events);
};

/* NULL for an unknown |method|. */
const struct uuid_method *ddds_uuid_method_find(enum ddds_uuid_method method);

#endif
