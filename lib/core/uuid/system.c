/* System clock and entropy; no other file reads the clock. If the kernel
 * provides no random octets or no time, the call fails, without a weaker
 * substitute.
 *
 * RFC 9562 sections 6.1 and 6.9.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/system.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/entropy.h"
#include "base/error.h"
#include "base/limits.h"
#include "uuid/layout.h"

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
    return ddds_entropy_read(octets, length);
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
           ++interruptions <= LIMIT_INTERRUPTIONS) {
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

ddds_status ddds_uuid_generate_v4(struct ddds_uuid *uuids, size_t count,
                                  struct ddds_error *error)
{
    size_t done = 0;
    while (done < count) {
        size_t chunk =
            count - done < LIMIT_UUID_CHUNK ? count - done : LIMIT_UUID_CHUNK;
        if (!ddds_entropy_read(uuids[done].octets, chunk * sizeof *uuids)) {
            memset(uuids, 0, count * sizeof *uuids);
            return ddds_error_set(error, DDDS_NO_ENTROPY, DDDS_NO_OFFSET,
                                  "the system gives no random octets");
        }
        for (size_t end = done + chunk; done < end; done++) {
            uuid_stamp(&uuids[done], 4);
        }
    }
    return DDDS_OK;
}
