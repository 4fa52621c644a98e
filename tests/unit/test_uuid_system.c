/* lib/uuid/system.c: the system's clock and entropy, and what becomes of
 * UUIDs when they fail.
 *
 * The C library's clock_gettime, getrandom, open and read are replaced here by
 * scripts.
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* syscall */
#include "unit/uuid_testing.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "seed.h"
#include "uuid/entropy.h"
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
    (void)state;
    memset(&script, 0, sizeof script);
    return 0;
}

static void set_clock(time_t seconds, long nanoseconds)
{
    script.clock_is_set = true;
    script.clock.tv_sec = seconds;
    script.clock.tv_nsec = nanoseconds;
}

/* ---- Entropy ------------------------------------------------------------ */

static void v4_survives_short_and_interrupted_reads(void **state)
{
    (void)state;
    static const enum entropy sources[] = {KERNEL, SHORT, INTERRUPTED};
    for (size_t s = 0; s < COUNT(sources); s++) {
        script.entropy = sources[s];
        struct ddds_uuid uuids[100];
        unsigned char ones[16] = {0};
        memset(uuids, 0, sizeof uuids);
        assert_int_equal(ddds_uuid_generate_v4(uuids, 100, NULL), DDDS_OK);
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

static void without_entropy_there_are_no_uuids(void **state)
{
    (void)state;
    static const enum entropy sources[] = {FAILING, EMPTY, FAILING_LATER,
                                           ALWAYS_INTERRUPTED};
    enum { MANY = 4 * LIMIT_UUID_CHUNK };
    static struct ddds_uuid uuids[MANY];
    for (size_t s = 0; s < COUNT(sources); s++) {
        for (unsigned version = 4; version <= 7; version += 3) {
            reset_script(NULL);
            script.entropy = sources[s];
            struct ddds_error error;
            unsigned events;
            memset(uuids, 1, sizeof uuids);
            ddds_status status =
                version == 4
                    ? ddds_uuid_generate_v4(uuids, MANY, &error)
                    : ddds_uuid_generate_v7(uuids, MANY, &events, &error);
            assert_int_equal(status, DDDS_NO_ENTROPY);
            assert_int_equal(error.status, DDDS_NO_ENTROPY);
            for (size_t i = 0; i < MANY; i++) {
                assert_true(ddds_uuid_equal(&uuids[i], ddds_uuid_nil()));
            }
        }
    }
}

/* Also not a single one, when what was read before is used up. */
static void without_entropy_there_is_not_one_uuid(void **state)
{
    (void)state;
    static const enum entropy sources[] = {FAILING, EMPTY, ALWAYS_INTERRUPTED};
    for (size_t s = 0; s < COUNT(sources); s++) {
        struct ddds_uuid uuid;
        struct ddds_error error;
        reset_script(NULL);
        assert_int_equal(ddds_uuid_generate_v4(&uuid, 1, NULL), DDDS_OK);
        script.entropy = sources[s];
        for (unsigned i = 0; i < 1000; i++) {
            if (ddds_uuid_generate_v4(&uuid, 1, &error) != DDDS_OK) {
                break;
            }
            assert_false(ddds_uuid_equal(&uuid, ddds_uuid_nil()));
        }
        for (unsigned i = 0; i < 3; i++) {
            uuid = *ddds_uuid_max();
            assert_int_equal(ddds_uuid_generate_v4(&uuid, 1, &error),
                             DDDS_NO_ENTROPY);
            assert_int_equal(error.status, DDDS_NO_ENTROPY);
            assert_true(ddds_uuid_equal(&uuid, ddds_uuid_nil()));
            assert_int_equal(ddds_uuid_generate_v7(&uuid, 1, NULL, NULL),
                             DDDS_NO_ENTROPY);
        }
        script.entropy = KERNEL;
        assert_int_equal(ddds_uuid_generate_v4(&uuid, 1, NULL), DDDS_OK);
    }
}

/* Is there a pool on this system? Then many single UUIDs take one call. */
static void what_was_read_before_can_be_discarded(void **state)
{
    (void)state;
    struct ddds_uuid uuids[100];
    ddds_uuid_discard_random();
    for (size_t i = 0; i < COUNT(uuids); i++) {
        assert_int_equal(ddds_uuid_generate_v4(&uuids[i], 1, NULL), DDDS_OK);
    }
    assert_true(script.calls == 1 || script.calls == COUNT(uuids));
    unsigned before = script.calls;
    ddds_uuid_discard_random();
    ddds_uuid_discard_random();
    assert_int_equal(ddds_uuid_generate_v4(&uuids[0], 1, NULL), DDDS_OK);
    assert_int_equal(script.calls, before + 1);
}

/* The octets that a pool hands out are not in it any more. */
static void octets_are_wiped_when_they_are_used(void **state)
{
    (void)state;
    struct ddds_uuid uuid;
    assert_int_equal(ddds_uuid_generate_v4(&uuid, 1, NULL), DDDS_OK);
    size_t found = 0;
    const unsigned char *place = uuid_entropy_pools();
    for (size_t i = 0; i + 6 <= UUID_ENTROPY_POOLS_SIZE; i++) {
        found += memcmp(place + i, uuid.octets, 6) == 0;
    }
    assert_int_equal(found, 0);
}

/* One call of the kernel serves a batch. */
static void a_batch_asks_the_kernel_once_for_a_chunk(void **state)
{
    (void)state;
    static struct ddds_uuid uuids[2 * LIMIT_UUID_CHUNK];
    assert_int_equal(ddds_uuid_generate_v4(uuids, 2 * LIMIT_UUID_CHUNK, NULL),
                     DDDS_OK);
    assert_int_equal(script.calls, 2);
    assert_int_equal(
        ddds_uuid_generate_v7(uuids, 2 * LIMIT_UUID_CHUNK, NULL, NULL),
        DDDS_OK);
    assert_int_equal(script.calls, 6);
    assert_int_equal(ddds_uuid_generate_v7(uuids, 1, NULL, NULL), DDDS_OK);
    assert_in_range(script.calls, 6, 7);
}

static int compare_uuids(const void *one, const void *other)
{
    return ddds_uuid_compare(one, other);
}

static void no_two_are_the_same(void **state)
{
    (void)state;
    enum { MANY = 200000 };
    struct ddds_uuid *uuids = malloc(2 * MANY * sizeof *uuids);
    assert_non_null(uuids);
    assert_int_equal(ddds_uuid_generate_v4(uuids, MANY, NULL), DDDS_OK);
    assert_int_equal(ddds_uuid_generate_v7(uuids + MANY, MANY, NULL, NULL),
                     DDDS_OK);
    qsort(uuids, 2 * MANY, sizeof *uuids, compare_uuids);
    for (size_t i = 1; i < 2 * MANY; i++) {
        assert_false(ddds_uuid_equal(&uuids[i - 1], &uuids[i]));
    }
    free(uuids);
}

/* A bit of 2^17 random UUIDs is set in half of them, give or take six standard
 * deviations: one seed in five million is unlucky. */
static void random_bits_are_set_half_of_the_time(void **state)
{
    (void)state;
    enum { MANY = 1 << 17, DEVIATION = 181 };
    script.entropy = SEEDED;
    script.seed = take_seed(14);
    struct ddds_uuid *uuids = malloc(MANY * sizeof *uuids);
    assert_non_null(uuids);
    for (unsigned version = 4; version <= 7; version += 3) {
        ddds_status status =
            version == 4 ? ddds_uuid_generate_v4(uuids, MANY, NULL)
                         : ddds_uuid_generate_v7(uuids, MANY, NULL, NULL);
        assert_int_equal(status, DDDS_OK);
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

static void now_is_what_the_clock_shows(void **state)
{
    (void)state;
    int64_t ticks = 17;
    set_clock(1645557742, 123456789);
    assert_int_equal(ddds_uuid_time_now(&ticks, NULL), DDDS_OK);
    assert_true(ticks == INT64_C(16455577421234567));
    script.clock_fails = true;
    assert_int_equal(ddds_uuid_time_now(&ticks, NULL), DDDS_BAD_CLOCK);
    assert_true(ticks == INT64_C(16455577421234567));
}

static void a_clock_that_cannot_be_read_is_an_error(void **state)
{
    (void)state;
    struct ddds_uuid uuid = *ddds_uuid_max();
    script.clock_fails = true;
    assert_int_equal(ddds_uuid_generate_v7(&uuid, 1, NULL, NULL),
                     DDDS_BAD_CLOCK);
    assert_true(ddds_uuid_equal(&uuid, ddds_uuid_nil()));
    reset_script(NULL);
    set_clock(-1, 0);
    assert_int_equal(ddds_uuid_generate_v7(&uuid, 1, NULL, NULL),
                     DDDS_BAD_CLOCK);
}

/* ---- Version 7 for the process ------------------------------------------ */

static unsigned next_v7(struct ddds_uuid *uuid)
{
    unsigned events;
    assert_int_equal(ddds_uuid_generate_v7(uuid, 1, &events, NULL), DDDS_OK);
    assert_int_equal(ddds_uuid_get_version(uuid), 7);
    return events;
}

static void the_process_keeps_its_order_whatever_the_clock_does(void **state)
{
    (void)state;
    uint64_t seed = 13;
    time_t seconds = 2000000000;
    long nanoseconds = 0;
    set_clock(seconds, 0);
    struct ddds_uuid last;
    next_v7(&last);
    for (unsigned round = 0; round < 100000; round++) {
        uint64_t number = next_number(&seed);
        if (number % 3 == 0) {
            nanoseconds = (long)(number >> 8) % 1000000000;
        }
        if (number % 200 == 1) {
            seconds += (time_t)((number >> 8) % 25) - 12;
        }
        set_clock(seconds, nanoseconds);
        struct ddds_uuid uuids[3];
        unsigned events;
        assert_int_equal(ddds_uuid_generate_v7(uuids, 3, &events, NULL),
                         DDDS_OK);
        if ((events & DDDS_UUID_RESET) == 0) {
            assert_int_equal(ddds_uuid_compare(&last, &uuids[0]), -1);
        }
        assert_int_equal(ddds_uuid_compare(&uuids[0], &uuids[1]), -1);
        assert_int_equal(ddds_uuid_compare(&uuids[1], &uuids[2]), -1);
        last = uuids[2];
    }
}

static void one_reading_from_2096_does_not_stay_in_the_process(void **state)
{
    (void)state;
    struct ddds_uuid uuid;
    struct ddds_uuid last;
    set_clock(2100000000, 0);
    next_v7(&uuid);
    set_clock(3976041600, 0);
    assert_int_equal(next_v7(&uuid) & DDDS_UUID_RESET, 0);
    set_clock(2100000001, 0);
    assert_int_equal(next_v7(&last), DDDS_UUID_RESET);
    for (long i = 1; i < 1000; i++) {
        int64_t time;
        set_clock(2100000001, i * 1000000);
        assert_int_equal(next_v7(&uuid), 0);
        assert_int_equal(ddds_uuid_compare(&last, &uuid), -1);
        assert_int_equal(ddds_uuid_get_time(&uuid, &time, NULL), DDDS_OK);
        assert_true(time == INT64_C(21000000010000000) + i * 10000);
        last = uuid;
    }
}

static void a_step_back_is_held_or_reset(void **state)
{
    (void)state;
    struct ddds_uuid uuid;
    set_clock(2200000000, 0);
    next_v7(&uuid);
    set_clock(2200000000 - 5, 0);
    assert_int_equal(next_v7(&uuid), DDDS_UUID_HELD);
    set_clock(2200000000 - 11, 0);
    assert_int_equal(next_v7(&uuid), DDDS_UUID_RESET);
    set_clock(2200000000 - 10, 0);
    assert_int_equal(next_v7(&uuid), 0);
    set_clock(2200000000 - 86400, 0);
    assert_int_equal(next_v7(&uuid), DDDS_UUID_RESET);
}

static void the_process_ends_before_version_7_does(void **state)
{
    (void)state;
    struct ddds_uuid uuid;
    set_clock(281474976700, 0);
    next_v7(&uuid);
    set_clock(281474976701, 0);
    assert_int_equal(ddds_uuid_generate_v7(&uuid, 1, NULL, NULL),
                     DDDS_BAD_CLOCK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(v4_survives_short_and_interrupted_reads,
                               reset_script),
        cmocka_unit_test_setup(without_entropy_there_are_no_uuids,
                               reset_script),
        cmocka_unit_test_setup(without_entropy_there_is_not_one_uuid,
                               reset_script),
        cmocka_unit_test_setup(what_was_read_before_can_be_discarded,
                               reset_script),
        cmocka_unit_test_setup(octets_are_wiped_when_they_are_used,
                               reset_script),
        cmocka_unit_test_setup(a_batch_asks_the_kernel_once_for_a_chunk,
                               reset_script),
        cmocka_unit_test_setup(no_two_are_the_same, reset_script),
        cmocka_unit_test_setup(random_bits_are_set_half_of_the_time,
                               reset_script),
        cmocka_unit_test_setup(the_process_ends_before_version_7_does,
                               reset_script),
        cmocka_unit_test_setup(now_is_what_the_clock_shows, reset_script),
        cmocka_unit_test_setup(a_clock_that_cannot_be_read_is_an_error,
                               reset_script),
        cmocka_unit_test_setup(
            the_process_keeps_its_order_whatever_the_clock_does, reset_script),
        cmocka_unit_test_setup(
            one_reading_from_2096_does_not_stay_in_the_process, reset_script),
        cmocka_unit_test_setup(a_step_back_is_held_or_reset, reset_script),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
