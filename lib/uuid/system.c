/* The only file that reads the clock, and the number which keeps the version 7
 * UUIDs of all threads in order (lib/DECISIONS.md, "One number"): process-wide
 * state, as are the pools of entropy.c. If the kernel gives no random octets or
 * no time, the call fails: nothing weaker replaces them.
 *
 * RFC 9562 sections 6.1, 6.2 and 6.9.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/system.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/limits.h"
#include "uuid/entropy.h"
#include "uuid/monotonic.h"

enum { TICKS_PER_SECOND = 10000000 };

/* ---- Clock, entropy, sleep ---------------------------------------------- */

static bool read_clock(void *context, int64_t *ticks)
{
    (void)context;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
        return false;
    }
    *ticks = (int64_t)now.tv_sec * TICKS_PER_SECOND + now.tv_nsec / 100;
    return true;
}

static bool read_entropy(void *context, unsigned char *octets, size_t length)
{
    (void)context;
    return uuid_entropy_read(octets, length);
}

static void wait_for(void *context, int64_t ticks)
{
    (void)context;
    struct timespec left = {
        .tv_sec = (time_t)(ticks / TICKS_PER_SECOND),
        .tv_nsec = (long)(ticks % TICKS_PER_SECOND * 100),
    };
    unsigned interruptions = 0;
    while (nanosleep(&left, &left) != 0 && errno == EINTR &&
           ++interruptions <= LIMIT_UUID_INTERRUPTIONS) {
    }
}

const struct ddds_uuid_source ddds_uuid_system = {
    .size = sizeof ddds_uuid_system,
    NULL,
    read_clock,
    read_entropy,
    wait_for,
};

ddds_status ddds_uuid_time_now(int64_t *ticks, struct ddds_error *error)
{
    int64_t now;
    if (!read_clock(NULL, &now)) {
        return ddds_error_set(error, DDDS_BAD_CLOCK, DDDS_NO_OFFSET,
                              "the system's clock cannot be read");
    }
    *ticks = now;
    return DDDS_OK;
}

/* ---- Version 4 ---------------------------------------------------------- */

static ddds_status no_entropy(struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_NO_ENTROPY, DDDS_NO_OFFSET,
                          "the system gives no random octets");
}

ddds_status ddds_uuid_generate_v4(struct ddds_uuid *uuids, size_t count,
                                  struct ddds_error *error)
{
    size_t done = 0;
    while (done < count) {
        size_t chunk =
            count - done < LIMIT_UUID_CHUNK ? count - done : LIMIT_UUID_CHUNK;
        if (!uuid_entropy_read(uuids[done].octets, chunk * sizeof *uuids)) {
            memset(uuids, 0, count * sizeof *uuids);
            return no_entropy(error);
        }
        for (size_t end = done + chunk; done < end; done++) {
            uuid_stamp(&uuids[done], 4);
        }
    }
    return DDDS_OK;
}

void ddds_uuid_discard_random(void)
{
    uuid_entropy_discard();
}

/* ---- Version 7, for the whole process ----------------------------------- */

/* Every call, or piece of a large one, takes a slot for itself: a sixteenth of
 * the counter's range in one tick. Slots are numbered through, tick after
 * tick, so that the last one taken is a single number and the next is one
 * more, unless the clock has gone on. It is no secret, and a child that
 * inherits it goes on from there. 0 before the first. */
static _Atomic uint64_t last_slot;

enum {
    SLOT_BITS = 4, /* of the counter; the others count within a slot, */
    SLOT_SEED_MAX = (1 << 9) - 1, /* from a random number up to this */
    SLOT_CHUNK = 1 << 9,
};

/* How far the process may be ahead of the clock, in slots. */
static uint64_t slot_tolerance(void)
{
    return uuid_tick_from_milliseconds(LIMIT_UUID_TOLERANCE_MS) << SLOT_BITS;
}

static struct uuid_position take_slot(uint64_t now, unsigned seed,
                                      unsigned *events)
{
    const uint64_t fresh = now << SLOT_BITS;
    const uint64_t tolerance = slot_tolerance();
    uint64_t last = atomic_load_explicit(&last_slot, memory_order_relaxed);
    uint64_t slot;
    unsigned happened;
    do {
        happened = 0;
        slot = fresh > last ? fresh : last + 1;
        if (slot > fresh + tolerance) {
            slot = fresh;
            happened = DDDS_UUID_RESET;
        }
    } while (!atomic_compare_exchange_weak_explicit(
        &last_slot, &last, slot, memory_order_relaxed, memory_order_relaxed));

    uint64_t tick = slot >> SLOT_BITS;
    if (tick > now) {
        happened |= tick > last >> SLOT_BITS ? DDDS_UUID_AHEAD : DDDS_UUID_HELD;
    }
    *events |= happened;
    unsigned base = (unsigned)(slot & UUID_MASK(SLOT_BITS)) << (14 - SLOT_BITS);
    return (struct uuid_position){tick, base | seed};
}

static ddds_status generate_v7_chunk(struct ddds_uuid *uuids, unsigned count,
                                     unsigned *events, struct ddds_error *error)
{
    int64_t ticks = 0;
    uint64_t now;
    size_t size = uuid_entropy_size(count);
    if (!uuid_entropy_read(uuid_entropy_place(uuids, count, size), size)) {
        return no_entropy(error);
    }
    ddds_status status = ddds_uuid_time_now(&ticks, error);
    if (status != DDDS_OK) {
        return status;
    }
    /* A slot is a number of 64 bits. */
    if (!uuid_tick_from_time(ticks, &now) ||
        now << SLOT_BITS > UINT64_MAX - slot_tolerance()) {
        return ddds_error_set(error, DDDS_BAD_CLOCK, DDDS_NO_OFFSET,
                              "the system's clock is before 1970 or after "
                              "10889-08-02T05:31:40, out of range for UUID "
                              "version 7");
    }
    unsigned seed = uuid_read_seed(uuids, count) & SLOT_SEED_MAX;
    uuid_write_v7(uuids, count, take_slot(now, seed, events));
    return DDDS_OK;
}

ddds_status ddds_uuid_generate_v7(struct ddds_uuid *uuids, size_t count,
                                  unsigned *events, struct ddds_error *error)
{
    unsigned happened = 0;
    ddds_status status = DDDS_OK;
    for (size_t done = 0; status == DDDS_OK && done < count;
         done += SLOT_CHUNK) {
        size_t left = count - done;
        unsigned chunk = left < SLOT_CHUNK ? (unsigned)left : SLOT_CHUNK;
        status = generate_v7_chunk(uuids + done, chunk, &happened, error);
    }
    if (status != DDDS_OK) {
        memset(uuids, 0, count * sizeof *uuids);
    }
    if (events != NULL) {
        *events = happened;
    }
    return status;
}
