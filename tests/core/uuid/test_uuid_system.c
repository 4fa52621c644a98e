/* lib/core/uuid/system.c: the system's clock and entropy, and UUIDs when these
 * fail.
 *
 * The C library's clock_gettime and getrandom are replaced here by scripts.
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* syscall */
#include "core/uuid_testing.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "seed.h"
#include "uuid/system.h"

/* ---- Scripts in the place of the C library ------------------------------ */

enum entropy {
    KERNEL,
    SEEDED,
    SHORT,
    INTERRUPTED,
    FAILING,
    EMPTY,
    FAILING_LATER,
    ALWAYS_INTERRUPTED,
};

static struct {
    enum entropy entropy;
    unsigned calls;
    uint64_t seed;
    bool clock_is_set;
    bool clock_fails;
    struct timespec clock;
} script;

static ssize_t fill(unsigned char *octets, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        octets[i] = (unsigned char)next_number(&script.seed);
    }
    return (ssize_t)length;
}

ssize_t getrandom(void *octets, size_t length, unsigned flags)
{
    script.calls++;
    switch (script.entropy) {
    case KERNEL:
        break;
    case SEEDED:
        return fill(octets, length);
    case SHORT:
        length = length < 3 ? length : 3;
        break;
    case INTERRUPTED:
        if (script.calls % 2 == 1) {
            errno = EINTR;
            return -1;
        }
        break;
    case FAILING:
        errno = EIO;
        return -1;
    case EMPTY:
        return 0;
    case ALWAYS_INTERRUPTED:
        errno = EINTR;
        return -1;
    case FAILING_LATER:
        if (script.calls > 2) {
            errno = EIO;
            return -1;
        }
        break;
    }
    return syscall(SYS_getrandom, octets, length, flags);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock == CLOCK_REALTIME && script.clock_fails) {
        return -1;
    }
    if (clock == CLOCK_REALTIME && script.clock_is_set) {
        *now = script.clock;
        return 0;
    }
    return (int)syscall(SYS_clock_gettime, clock, now);
}

static int reset_script(void **state)
{
    memset(&script, 0, sizeof script);
    return 0;
}

static void set_clock(time_t seconds, long nanoseconds)
{
    script.clock_is_set = true;
    script.clock.tv_sec = seconds;
    script.clock.tv_nsec = nanoseconds;
}

/* Make UUIDs of version 7 by a new generator of the system's. */
static ddds_status generate_v7(struct ddds_uuid *uuids, size_t count,
                               struct ddds_error *error)
{
    ddds_uuid_generator *generator = ddds_uuid_generator_new(NULL, NULL);
    assert_non_null(generator);
    ddds_status status =
        ddds_uuid_generate(generator, 7, uuids, count, NULL, error);
    ddds_uuid_generator_free(generator);
    return status;
}

/* ---- Entropy ------------------------------------------------------------ */

TEST(v4_survives_short_and_interrupted_reads)
{
    static const enum entropy sources[] = {KERNEL, SHORT, INTERRUPTED};
    for (size_t s = 0; s < COUNT(sources); s++) {
        script.entropy = sources[s];
        struct ddds_uuid uuids[100];
        unsigned char ones[16] = {0};
        memset(uuids, 0, sizeof uuids);
        assert_ok(ddds_uuid_generate_v4(uuids, 100, NULL));
        for (size_t i = 0; i < 100; i++) {
            assert_int_equal(ddds_uuid_get_version(&uuids[i]), 4);
            for (size_t j = 0; j < 16; j++) {
                ones[j] |= uuids[i].octets[j];
            }
        }
        /* A bit that was never set was never read. */
        for (size_t j = 0; j < 16; j++) {
            assert_int_equal(ones[j], j == 6 ? 0x4f : j == 8 ? 0xbf : 0xff);
        }
    }
}

TEST(without_entropy_there_are_no_uuids)
{
    static const enum entropy sources[] = {FAILING, EMPTY, FAILING_LATER,
                                           ALWAYS_INTERRUPTED};
    enum { MANY = 4 * LIMIT_UUID_CHUNK };
    static struct ddds_uuid uuids[MANY];
    for (size_t s = 0; s < COUNT(sources); s++) {
        for (unsigned version = 4; version <= 7; version += 3) {
            reset_script(NULL);
            script.entropy = sources[s];
            struct ddds_error error;
            memset(uuids, 1, sizeof uuids);
            ddds_status status =
                version == 4 ? ddds_uuid_generate_v4(uuids, MANY, &error)
                             : generate_v7(uuids, MANY, &error);
            assert_int_equal(status, DDDS_NO_ENTROPY);
            assert_int_equal(error.status, DDDS_NO_ENTROPY);
            for (size_t i = 0; i < MANY; i++) {
                assert_true(ddds_uuid_equal(&uuids[i], ddds_uuid_nil()));
            }
        }
    }
}

TEST(without_entropy_there_is_not_one_uuid)
{
    static const enum entropy sources[] = {FAILING, EMPTY, ALWAYS_INTERRUPTED};
    for (size_t s = 0; s < COUNT(sources); s++) {
        struct ddds_uuid uuid;
        struct ddds_error error;
        reset_script(NULL);
        assert_ok(ddds_uuid_generate_v4(&uuid, 1, NULL));
        script.entropy = sources[s];
        for (unsigned i = 0; i < 3; i++) {
            uuid = *ddds_uuid_max();
            assert_int_equal(ddds_uuid_generate_v4(&uuid, 1, &error),
                             DDDS_NO_ENTROPY);
            assert_int_equal(error.status, DDDS_NO_ENTROPY);
            assert_true(ddds_uuid_equal(&uuid, ddds_uuid_nil()));
            assert_int_equal(generate_v7(&uuid, 1, NULL), DDDS_NO_ENTROPY);
        }
        script.entropy = KERNEL;
        assert_ok(ddds_uuid_generate_v4(&uuid, 1, NULL));
    }
}

/* Each UUID has octets that were read for it: none are kept. */
TEST(every_uuid_asks_the_kernel)
{
    for (unsigned i = 1; i <= 1000; i++) {
        struct ddds_uuid uuid;
        assert_ok(ddds_uuid_generate_v4(&uuid, 1, NULL));
        assert_int_equal(script.calls, i);
    }
}

/* One call of the kernel serves a batch. */
TEST(a_batch_asks_the_kernel_once_for_a_chunk)
{
    static struct ddds_uuid uuids[2 * LIMIT_UUID_CHUNK];
    assert_ok(ddds_uuid_generate_v4(uuids, 2 * LIMIT_UUID_CHUNK, NULL));
    assert_int_equal(script.calls, 2);
    assert_ok(generate_v7(uuids, 2 * LIMIT_UUID_CHUNK, NULL));
    assert_int_equal(script.calls, 4);
    assert_ok(generate_v7(uuids, 1, NULL));
    assert_int_equal(script.calls, 5);
}

static int compare_uuids(const void *one, const void *other)
{
    return ddds_uuid_compare(one, other);
}

TEST(no_two_are_the_same)
{
    enum { MANY = 200000 };
    struct ddds_uuid *uuids = malloc(2 * MANY * sizeof *uuids);
    assert_non_null(uuids);
    assert_ok(ddds_uuid_generate_v4(uuids, MANY, NULL));
    assert_ok(generate_v7(uuids + MANY, MANY, NULL));
    qsort(uuids, 2 * MANY, sizeof *uuids, compare_uuids);
    for (size_t i = 1; i < 2 * MANY; i++) {
        assert_false(ddds_uuid_equal(&uuids[i - 1], &uuids[i]));
    }
    free(uuids);
}

/* A bit of 2^17 random UUIDs is set in half of them, give or take six standard
 * deviations: one seed in five million is unlucky. */
TEST(random_bits_are_set_half_of_the_time)
{
    enum { MANY = 1 << 17, DEVIATION = 181 };
    script.entropy = SEEDED;
    script.seed = take_seed(14);
    struct ddds_uuid *uuids = malloc(MANY * sizeof *uuids);
    assert_non_null(uuids);
    for (unsigned version = 4; version <= 7; version += 3) {
        ddds_status status = version == 4
                                 ? ddds_uuid_generate_v4(uuids, MANY, NULL)
                                 : generate_v7(uuids, MANY, NULL);
        assert_ok(status);
        for (unsigned bit = version == 4 ? 0 : 80; bit < 128; bit++) {
            if ((bit >= 48 && bit < 52) || bit == 64 || bit == 65) {
                continue;
            }
            int count = 0;
            for (size_t i = 0; i < MANY; i++) {
                count += uuids[i].octets[bit / 8] >> (7 - bit % 8) & 1;
            }
            assert_in_range(count, MANY / 2 - 6 * DEVIATION,
                            MANY / 2 + 6 * DEVIATION);
        }
    }
    free(uuids);
}

/* ---- The clock ---------------------------------------------------------- */

TEST(now_is_what_the_clock_shows)
{
    int64_t ticks = 17;
    set_clock(1645557742, 123456789);
    assert_ok(ddds_uuid_time_now(&ticks, NULL));
    assert_true(ticks == INT64_C(16455577421234567));
    script.clock_fails = true;
    assert_int_equal(ddds_uuid_time_now(&ticks, NULL), DDDS_BAD_CLOCK);
    assert_true(ticks == INT64_C(16455577421234567));
}

TEST(a_clock_that_cannot_be_read_is_an_error)
{
    struct ddds_uuid uuid = *ddds_uuid_max();
    script.clock_fails = true;
    assert_int_equal(generate_v7(&uuid, 1, NULL), DDDS_BAD_CLOCK);
    assert_true(ddds_uuid_equal(&uuid, ddds_uuid_nil()));
    reset_script(NULL);
    set_clock(-1, 0);
    assert_int_equal(generate_v7(&uuid, 1, NULL), DDDS_BAD_CLOCK);
}

FIXTURES(.set_up = reset_script);
