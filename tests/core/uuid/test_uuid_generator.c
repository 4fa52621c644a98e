/* lib/core/uuid/generator.c, under clocks that freeze, step and lie, and under
 * entropy that is all ones, all zeros or absent.
 *
 * SPDX-License-Identifier: MIT */
#include "core/uuid_testing.h"

#include <stdlib.h>

#include "base/limits.h"

#define TICKS_PER_SECOND INT64_C(10000000)
#define TICKS_PER_MS INT64_C(10000)

/* 2022-02-22T19:22:22Z */
#define START INT64_C(16455577420000000)
/* 2096-01-01 */
#define YEAR_2096 INT64_C(39760416000000000)

/* ---- A clock and a source of entropy that the test sets ------------------ */

enum entropy { RANDOM, ONES, ZEROS, FAILING };

struct script {
    int64_t now;
    int64_t step; /* that the clock takes after each reading */
    bool clock_fails;
    enum entropy entropy;
    uint64_t seed;
    int64_t waited;
    bool waiting_helps;
    struct ddds_uuid_source source;
};

static bool scripted_clock(void *context, int64_t *ticks)
{
    struct script *script = context;
    *ticks = script->now;
    script->now += script->step;
    return !script->clock_fails;
}

static bool scripted_entropy(void *context, unsigned char *octets,
                             size_t length)
{
    struct script *script = context;
    for (size_t i = 0; i < length; i++) {
        octets[i] = script->entropy == ONES ? 0xff
                    : script->entropy == ZEROS
                        ? 0
                        : (unsigned char)next_number(&script->seed);
    }
    return script->entropy != FAILING;
}

static void scripted_wait(void *context, int64_t ticks)
{
    struct script *script = context;
    script->waited += ticks;
    if (script->waiting_helps) {
        script->now += ticks;
    }
}

static void begin_script(struct script *script)
{
    *script = (struct script){.now = START, .seed = 10};
    script->source =
        (struct ddds_uuid_source){.size = sizeof(struct ddds_uuid_source),
                                  script,
                                  scripted_clock,
                                  scripted_entropy,
                                  scripted_wait};
}

static ddds_uuid_generator *
generator_over(struct script *script,
               struct ddds_uuid_generator_options options)
{
    options.source = &script->source;
    ddds_uuid_generator *generator = ddds_uuid_generator_new(&options, NULL);
    assert_non_null(generator);
    return generator;
}

/* A generator that does with a clock that went back what |rollback| says. */
static ddds_uuid_generator *rolled_back_over(struct script *script,
                                             enum ddds_uuid_rollback rollback,
                                             unsigned tolerance)
{
    struct ddds_uuid_generator_options options = {.size = sizeof options};
    options.rollback = rollback;
    options.tolerance_ms = tolerance;
    return generator_over(script, options);
}

static const struct ddds_uuid_generator_options defaults = {
    .size = sizeof defaults};

/* The next v7, which must be there; what happened. */
static unsigned next_v7(ddds_uuid_generator *generator, struct ddds_uuid *uuid)
{
    unsigned events;
    assert_int_equal(ddds_uuid_generate(generator, 7, uuid, 1, &events, NULL),
                     DDDS_OK);
    assert_int_equal(ddds_uuid_get_version(uuid), 7);
    return events;
}

/* How far the time within |uuid| is ahead of the script's. */
static int64_t lead(const struct ddds_uuid *uuid, const struct script *script)
{
    return time_of(uuid) - script->now;
}

/* ---- Version 7 ---------------------------------------------------------- */

TEST(a_v7_holds_time_fraction_counter_and_random_bits)
{
    struct script script;
    begin_script(&script);
    script.entropy = ONES;
    /* RFC 9562 section 6.2, method 3: 0.4567 ms are 1870 of 4096. */
    const char *time = "2023-01-01T12:34:56.1234567Z";
    assert_int_equal(
        ddds_uuid_time_parse(time, strlen(time), &script.now, NULL), DDDS_OK);
    ddds_uuid_generator *generator = generator_over(&script, defaults);
    struct ddds_uuid uuids[2];
    unsigned events;
    assert_int_equal(ddds_uuid_generate(generator, 7, uuids, 2, &events, NULL),
                     DDDS_OK);
    /* The counter begins with a zero bit, however the rest of it is drawn. */
    assert_uuid(&uuids[0], "01856d53-f1fb-774e-9fff-ffffffffffff");
    assert_uuid(&uuids[1], "01856d53-f1fb-774e-a000-ffffffffffff");
    assert_int_equal(events, 0);
    ddds_uuid_generator_free(generator);
}

TEST(each_uuid_has_its_own_random_octets)
{
    struct script script;
    begin_script(&script);
    script.step = 10;
    ddds_uuid_generator *generator = generator_over(&script, defaults);
    /* What the source will give: two octets, then six for each. */
    uint64_t seed = script.seed;
    enum { MANY = 3000 };
    static struct ddds_uuid uuids[MANY];
    assert_int_equal(ddds_uuid_generate(generator, 7, uuids, MANY, NULL, NULL),
                     DDDS_OK);
    for (size_t i = 0; i < MANY; i++) {
        if (i % LIMIT_UUID_CHUNK == 0) {
            next_number(&seed);
            next_number(&seed);
        }
        for (size_t j = 10; j < 16; j++) {
            assert_int_equal(uuids[i].octets[j],
                             (unsigned char)next_number(&seed));
        }
    }
    ddds_uuid_generator_free(generator);
}

/* A clock that does everything: freezes, small and large steps both ways,
 * across seconds and days. */
TEST(v7_grows_strictly_unless_it_says_reset)
{
    static const enum entropy sources[] = {RANDOM, ONES, ZEROS};
    for (size_t s = 0; s < COUNT(sources); s++) {
        struct script script;
        begin_script(&script);
        script.entropy = sources[s];
        ddds_uuid_generator *generator = generator_over(&script, defaults);
        struct ddds_uuid last = *ddds_uuid_nil();
        uint64_t seed = 11;
        unsigned resets = 0;
        for (unsigned round = 0; round < 300000; round++) {
            static const int64_t steps[] = {1,
                                            -1,
                                            3,
                                            100,
                                            -100,
                                            TICKS_PER_MS,
                                            -TICKS_PER_MS,
                                            TICKS_PER_SECOND,
                                            -TICKS_PER_SECOND,
                                            -9 * TICKS_PER_SECOND,
                                            60 * TICKS_PER_SECOND,
                                            -60 * TICKS_PER_SECOND,
                                            86400 * TICKS_PER_SECOND,
                                            -86400 * TICKS_PER_SECOND};
            uint64_t number = next_number(&seed);
            if (number % 4 != 0) {
                script.now += number % 50 == 1
                                  ? steps[(number >> 8) % COUNT(steps)]
                                  : (int64_t)(number >> 8) % 30;
            }
            struct ddds_uuid uuid;
            unsigned events = next_v7(generator, &uuid);
            bool grew = ddds_uuid_compare(&uuid, &last) > 0;
            if ((events & DDDS_UUID_RESET) != 0) {
                resets++;
            } else {
                assert_true(grew);
            }
            assert_true(lead(&uuid, &script) <= 10 * TICKS_PER_SECOND);
            assert_true(lead(&uuid, &script) > -TICKS_PER_MS);
            last = uuid;
        }
        assert_true(resets > 10);
        ddds_uuid_generator_free(generator);
    }
}

TEST(a_small_step_back_across_a_second_keeps_the_order)
{
    struct script script;
    begin_script(&script);
    ddds_uuid_generator *generator = generator_over(&script, defaults);
    struct ddds_uuid uuids[3];
    script.now = START + 105 * TICKS_PER_SECOND / 10;
    assert_int_equal(next_v7(generator, &uuids[0]), 0);
    script.now = START + 99 * TICKS_PER_SECOND / 10;
    assert_int_equal(next_v7(generator, &uuids[1]), DDDS_UUID_HELD);
    script.now = START + 106 * TICKS_PER_SECOND / 10;
    assert_int_equal(next_v7(generator, &uuids[2]), 0);
    assert_int_equal(ddds_uuid_compare(&uuids[0], &uuids[1]), -1);
    assert_int_equal(ddds_uuid_compare(&uuids[1], &uuids[2]), -1);
    ddds_uuid_generator_free(generator);
}

TEST(one_reading_from_2096_does_not_stay)
{
    struct script script;
    begin_script(&script);
    ddds_uuid_generator *generator = generator_over(&script, defaults);
    struct ddds_uuid uuid;
    struct ddds_uuid last;
    assert_int_equal(next_v7(generator, &uuid), 0);
    script.now = YEAR_2096;
    assert_int_equal(next_v7(generator, &uuid), 0);
    script.now = START + 1000;
    assert_int_equal(next_v7(generator, &last), DDDS_UUID_RESET);
    for (unsigned i = 0; i < 1000; i++) {
        script.now += 1000;
        assert_int_equal(next_v7(generator, &uuid), 0);
        assert_int_equal(ddds_uuid_compare(&last, &uuid), -1);
        assert_true(lead(&uuid, &script) <= 0);
        last = uuid;
    }
    ddds_uuid_generator_free(generator);
}

/* Ten thousand a second for 20 seconds after a step back by one second: the
 * time is held until the clock has caught up, and does not run away. */
TEST(after_a_step_back_the_time_does_not_run_away)
{
    struct script script;
    begin_script(&script);
    ddds_uuid_generator *generator = generator_over(&script, defaults);
    struct ddds_uuid last;
    next_v7(generator, &last);
    script.now -= TICKS_PER_SECOND;
    for (unsigned i = 0; i < 200000; i++) {
        struct ddds_uuid uuid;
        unsigned events = next_v7(generator, &uuid);
        assert_int_equal(events & DDDS_UUID_RESET, 0);
        assert_int_equal(ddds_uuid_compare(&last, &uuid), -1);
        assert_true(lead(&uuid, &script) <= TICKS_PER_SECOND + TICKS_PER_MS);
        if (i > 11000) {
            assert_true(lead(&uuid, &script) <= 0);
            assert_int_equal(events, 0);
        }
        last = uuid;
        script.now += 1000;
    }
    ddds_uuid_generator_free(generator);
}

/* A generator of version 7 by |method|. */
static ddds_uuid_generator *by_method(struct script *script,
                                      enum ddds_uuid_method method)
{
    struct ddds_uuid_generator_options options = {.size = sizeof options};
    options.method = method;
    return generator_over(script, options);
}

/* RFC 9562 section 6.2: the counter is in rand_a, or rand_b grows. */
TEST(the_other_methods_have_their_own_fields)
{
    static const struct {
        enum ddds_uuid_method method;
        enum entropy entropy;
        const char *expected[3]; /* two at one time, one a millisecond later */
    } cases[] = {
        {DDDS_UUID_METHOD_1,
         ONES,
         {"017f22e2-79b0-77ff-bfff-ffffffffffff",
          "017f22e2-79b0-7800-bfff-ffffffffffff",
          "017f22e2-79b1-77ff-bfff-ffffffffffff"}},
        {DDDS_UUID_METHOD_1,
         ZEROS,
         {"017f22e2-79b0-7000-8000-000000000000",
          "017f22e2-79b0-7001-8000-000000000000",
          "017f22e2-79b1-7000-8000-000000000000"}},
        {DDDS_UUID_METHOD_2,
         ONES,
         {"017f22e2-79b0-7fff-8000-000000001fff",
          "017f22e2-79b0-7fff-8001-000000001fff",
          "017f22e2-79b1-7fff-8000-000000001fff"}},
        {DDDS_UUID_METHOD_2,
         ZEROS,
         {"017f22e2-79b0-7000-8000-000000000000",
          "017f22e2-79b0-7000-8000-000000000001",
          "017f22e2-79b1-7000-8000-000000000000"}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct script script;
        begin_script(&script);
        script.entropy = cases[i].entropy;
        /* Within a millisecond, which these methods do not divide. */
        script.now += 9999;
        ddds_uuid_generator *generator = by_method(&script, cases[i].method);
        for (size_t j = 0; j < 3; j++) {
            struct ddds_uuid uuid;
            script.now += j == 2 ? TICKS_PER_MS : 0;
            assert_int_equal(next_v7(generator, &uuid), 0);
            assert_uuid(&uuid, cases[i].expected[j]);
        }
        ddds_uuid_generator_free(generator);
    }
}

TEST(the_other_methods_keep_the_order_under_a_frozen_clock)
{
    static const enum ddds_uuid_method methods[] = {DDDS_UUID_METHOD_1,
                                                    DDDS_UUID_METHOD_2};
    static const enum entropy sources[] = {RANDOM, ONES, ZEROS};
    enum { MANY = 40000, LEAST_PER_MS = 1024 };
    static struct ddds_uuid uuids[MANY];
    for (size_t i = 0; i < COUNT(methods) * COUNT(sources); i++) {
        struct script script;
        begin_script(&script);
        script.entropy = sources[i / COUNT(methods)];
        ddds_uuid_generator *generator =
            by_method(&script, methods[i % COUNT(methods)]);
        unsigned events;
        assert_int_equal(
            ddds_uuid_generate(generator, 7, uuids, MANY, &events, NULL),
            DDDS_OK);
        bool is_endless = script.entropy == ZEROS &&
                          methods[i % COUNT(methods)] == DDDS_UUID_METHOD_2;
        assert_int_equal((events & DDDS_UUID_AHEAD) == 0, is_endless);
        assert_int_equal(events & DDDS_UUID_RESET, 0);
        for (size_t j = 1; j < MANY; j++) {
            assert_int_equal(ddds_uuid_compare(&uuids[j - 1], &uuids[j]), -1);
        }
        assert_true(lead(&uuids[MANY - 1], &script) <=
                    MANY / LEAST_PER_MS * TICKS_PER_MS);
        /* A clock that is a little earlier is held. */
        script.now -= TICKS_PER_SECOND;
        assert_int_equal(next_v7(generator, &uuids[0]) & DDDS_UUID_HELD,
                         DDDS_UUID_HELD);
        assert_int_equal(ddds_uuid_compare(&uuids[MANY - 1], &uuids[0]), -1);
        ddds_uuid_generator_free(generator);
    }
}

TEST(a_method_that_there_is_not_is_refused)
{
    struct ddds_error error;
    struct ddds_uuid_generator_options options = {.size = sizeof options};
    options.method = (enum ddds_uuid_method)3;
    assert_null(ddds_uuid_generator_new(&options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
}

TEST(a_frozen_clock_is_run_ahead_of_by_little)
{
    static const enum entropy sources[] = {RANDOM, ONES, ZEROS};
    enum { MANY = 1000000 };
    struct ddds_uuid *uuids = malloc(MANY * sizeof *uuids);
    assert_non_null(uuids);
    for (size_t s = 0; s < COUNT(sources); s++) {
        struct script script;
        begin_script(&script);
        script.entropy = sources[s];
        ddds_uuid_generator *generator = generator_over(&script, defaults);
        unsigned events;
        assert_int_equal(
            ddds_uuid_generate(generator, 7, uuids, MANY, &events, NULL),
            DDDS_OK);
        assert_true((events & DDDS_UUID_AHEAD) != 0);
        assert_int_equal(events & DDDS_UUID_RESET, 0);
        for (size_t i = 1; i < MANY; i++) {
            assert_int_equal(ddds_uuid_compare(&uuids[i - 1], &uuids[i]), -1);
        }
        assert_true(lead(&uuids[MANY - 1], &script) <= TICKS_PER_MS);
        ddds_uuid_generator_free(generator);
    }
    free(uuids);
}

TEST(a_clock_that_v7_cannot_hold_is_an_error)
{
    static const int64_t times[] = {-1, INT64_MIN, INT64_MAX,
                                    INT64_C(2814749767106560000)};
    for (size_t i = 0; i < COUNT(times); i++) {
        struct script script;
        begin_script(&script);
        script.now = times[i];
        ddds_uuid_generator *generator = generator_over(&script, defaults);
        struct ddds_uuid uuid;
        assert_int_equal(ddds_uuid_generate(generator, 7, &uuid, 1, NULL, NULL),
                         DDDS_BAD_CLOCK);
        assert_true(ddds_uuid_equal(&uuid, ddds_uuid_nil()));
        script.now = 0;
        next_v7(generator, &uuid);
        ddds_uuid_generator_free(generator);
    }
}

/* ---- Failures and policies, for all versions ---------------------------- */

static const unsigned versions[] = {1, 6, 7};
static const unsigned with_v8[] = {1, 6, 7, 8};

/* RFC 9562 appendix B.1: custom_a and custom_b hold the time in 10 ns. */
TEST(a_v8_holds_the_time_and_random_bits)
{
    static const struct {
        int64_t now;
        enum entropy entropy;
        const char *expected;
    } cases[] = {
        {START, ZEROS, "2489e9ad-2ee2-8e00-8000-000000000000"},
        {START + 1, ONES, "2489e9ad-2ee2-8e0a-bfff-ffffffffffff"},
        {0, ZEROS, "00000000-0000-8000-8000-000000000000"},
        {-1, ZEROS, "ffffffff-ffff-8ff6-8000-000000000000"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct script script;
        begin_script(&script);
        script.now = cases[i].now;
        script.entropy = cases[i].entropy;
        ddds_uuid_generator *generator = generator_over(&script, defaults);
        struct ddds_uuid uuid;
        assert_int_equal(ddds_uuid_generate(generator, 8, &uuid, 1, NULL, NULL),
                         DDDS_OK);
        assert_uuid(&uuid, cases[i].expected);
        ddds_uuid_generator_free(generator);
    }
}

TEST(versions_that_no_generator_makes_are_refused)
{
    struct script script;
    begin_script(&script);
    ddds_uuid_generator *generator = generator_over(&script, defaults);
    for (unsigned version = 0; version < 300; version++) {
        struct ddds_uuid uuid = *ddds_uuid_max();
        struct ddds_error error;
        unsigned events = 0xff;
        if (version == 1 || (version >= 6 && version <= 8)) {
            continue;
        }
        assert_int_equal(
            ddds_uuid_generate(generator, version, &uuid, 1, &events, &error),
            DDDS_BAD_OPTION);
        assert_non_null(strstr(error.detail, "do not make version"));
        assert_int_equal(events, 0);
        assert_true(ddds_uuid_equal(&uuid, ddds_uuid_nil()));
    }
    ddds_uuid_generator_free(generator);
}

TEST(a_source_has_a_clock_and_entropy)
{
    for (int lacks_clock = 0; lacks_clock < 2; lacks_clock++) {
        struct script script;
        begin_script(&script);
        struct ddds_uuid_generator_options options = defaults;
        struct ddds_error error;
        options.source = &script.source;
        if (lacks_clock) {
            script.source.clock = NULL;
        } else {
            script.source.entropy = NULL;
        }
        assert_null(ddds_uuid_generator_new(&options, &error));
        assert_int_equal(error.status, DDDS_BAD_OPTION);
    }
}

TEST(without_clock_or_entropy_nothing_is_made)
{
    for (size_t v = 0; v < COUNT(with_v8); v++) {
        struct script script;
        begin_script(&script);
        ddds_uuid_generator *generator = generator_over(&script, defaults);
        struct ddds_uuid uuids[2000];
        struct ddds_error error;

        script.entropy = FAILING;
        memset(uuids, 1, sizeof uuids);
        assert_int_equal(ddds_uuid_generate(generator, with_v8[v], uuids, 2000,
                                            NULL, &error),
                         DDDS_NO_ENTROPY);
        assert_int_equal(error.status, DDDS_NO_ENTROPY);
        for (size_t i = 0; i < 2000; i++) {
            assert_true(ddds_uuid_equal(&uuids[i], ddds_uuid_nil()));
        }

        script.entropy = RANDOM;
        script.clock_fails = true;
        memset(uuids, 1, sizeof uuids);
        assert_int_equal(ddds_uuid_generate(generator, with_v8[v], uuids, 2000,
                                            NULL, &error),
                         DDDS_BAD_CLOCK);
        for (size_t i = 0; i < 2000; i++) {
            assert_true(ddds_uuid_equal(&uuids[i], ddds_uuid_nil()));
        }

        script.clock_fails = false;
        assert_int_equal(ddds_uuid_generate(generator, with_v8[v], uuids, 2000,
                                            NULL, &error),
                         DDDS_OK);
        for (size_t i = 0; i < 2000; i++) {
            assert_int_equal(ddds_uuid_get_version(&uuids[i]), with_v8[v]);
        }
        ddds_uuid_generator_free(generator);
    }
}

/* Step back by a minute, then do as the policy says. */
TEST(the_policy_decides_when_the_clock_went_back_far)
{
    static const struct {
        enum ddds_uuid_rollback rollback;
        ddds_status status;
        unsigned event;
    } cases[] = {
        {DDDS_UUID_ROLLBACK_RESET, DDDS_OK, DDDS_UUID_RESET},
        {DDDS_UUID_ROLLBACK_FAIL, DDDS_BAD_CLOCK, 0},
        {DDDS_UUID_ROLLBACK_WAIT, DDDS_BAD_CLOCK, 0},
    };
    for (size_t v = 0; v < COUNT(versions); v++) {
        for (size_t i = 0; i < COUNT(cases); i++) {
            struct script script;
            begin_script(&script);
            script.waiting_helps = true;
            ddds_uuid_generator *generator =
                rolled_back_over(&script, cases[i].rollback, 0);
            struct ddds_uuid first;
            struct ddds_uuid second;
            unsigned events;
            assert_int_equal(ddds_uuid_generate(generator, versions[v], &first,
                                                1, &events, NULL),
                             DDDS_OK);
            assert_int_equal(events, 0);
            script.now -= 60 * TICKS_PER_SECOND;
            assert_int_equal(ddds_uuid_generate(generator, versions[v], &second,
                                                1, &events, NULL),
                             cases[i].status);
            assert_int_equal(events, cases[i].event);
            assert_int_equal(script.waited, 0);
            /* Nothing is lost: when the clock is right again all is well. */
            script.now += 60 * TICKS_PER_SECOND + 1;
            assert_int_equal(ddds_uuid_generate(generator, versions[v], &second,
                                                1, &events, NULL),
                             DDDS_OK);
            assert_int_equal(events, 0);
            ddds_uuid_generator_free(generator);
        }
    }
}

TEST(waiting_ends_when_the_clock_is_back)
{
    for (size_t v = 0; v < COUNT(versions); v++) {
        struct script script;
        begin_script(&script);
        script.waiting_helps = true;
        ddds_uuid_generator *generator =
            rolled_back_over(&script, DDDS_UUID_ROLLBACK_WAIT, 1000);
        struct ddds_uuid first;
        struct ddds_uuid second;
        unsigned events;
        assert_int_equal(
            ddds_uuid_generate(generator, versions[v], &first, 1, NULL, NULL),
            DDDS_OK);
        script.now -= 5 * TICKS_PER_SECOND;
        assert_int_equal(ddds_uuid_generate(generator, versions[v], &second, 1,
                                            &events, NULL),
                         DDDS_OK);
        assert_int_equal(events, DDDS_UUID_HELD);
        assert_true(script.waited >= 3 * TICKS_PER_SECOND);
        assert_true(script.waited <= 5 * TICKS_PER_SECOND);
        if (v > 0) {
            assert_int_equal(ddds_uuid_compare(&first, &second), -1);
        }
        ddds_uuid_generator_free(generator);
    }
}

TEST(a_clock_that_stands_still_is_not_waited_for_for_ever)
{
    for (size_t v = 0; v < COUNT(versions); v++) {
        struct script script;
        begin_script(&script);
        ddds_uuid_generator *generator =
            rolled_back_over(&script, DDDS_UUID_ROLLBACK_WAIT, 1);
        struct ddds_uuid uuid;
        struct ddds_error error;
        assert_int_equal(
            ddds_uuid_generate(generator, versions[v], &uuid, 1, NULL, NULL),
            DDDS_OK);
        script.now -= TICKS_PER_SECOND;
        assert_int_equal(
            ddds_uuid_generate(generator, versions[v], &uuid, 1, NULL, &error),
            DDDS_BAD_CLOCK);
        assert_string_equal(error.detail, "the clock does not advance");
        script.source.wait = NULL;
        ddds_uuid_generator_free(generator);
        generator = rolled_back_over(&script, DDDS_UUID_ROLLBACK_WAIT, 1);
        assert_int_equal(
            ddds_uuid_generate(generator, versions[v], &uuid, 1, NULL, NULL),
            DDDS_OK);
        script.now -= TICKS_PER_SECOND;
        assert_int_equal(
            ddds_uuid_generate(generator, versions[v], &uuid, 1, NULL, &error),
            DDDS_BAD_CLOCK);
        assert_non_null(strstr(error.detail, "cannot be waited for"));
        ddds_uuid_generator_free(generator);
    }
}

TEST(the_versions_do_not_disturb_each_other)
{
    struct script alone;
    struct script together;
    begin_script(&alone);
    begin_script(&together);
    alone.entropy = together.entropy = ZEROS;
    ddds_uuid_generator *one = generator_over(&alone, defaults);
    ddds_uuid_generator *both = generator_over(&together, defaults);
    for (unsigned i = 0; i < 5000; i++) {
        struct ddds_uuid expected;
        struct ddds_uuid uuid;
        next_v7(one, &expected);
        assert_int_equal(ddds_uuid_generate(both, 1, &uuid, 1, NULL, NULL),
                         DDDS_OK);
        assert_int_equal(ddds_uuid_generate(both, 6, &uuid, 1, NULL, NULL),
                         DDDS_OK);
        next_v7(both, &uuid);
        assert_true(ddds_uuid_equal(&expected, &uuid));
    }
    ddds_uuid_generator_free(one);
    ddds_uuid_generator_free(both);
}

/* ---- Versions 1 and 6 --------------------------------------------------- */

TEST(a_random_node_has_the_multicast_bit)
{
    struct script script;
    begin_script(&script);
    script.step = 100000;
    unsigned char seen = 0;
    for (unsigned i = 0; i < 10000; i++) {
        ddds_uuid_generator *generator = generator_over(&script, defaults);
        struct ddds_uuid uuids[2];
        assert_int_equal(
            ddds_uuid_generate(generator, 1, &uuids[0], 1, NULL, NULL),
            DDDS_OK);
        assert_int_equal(
            ddds_uuid_generate(generator, 6, &uuids[1], 1, NULL, NULL),
            DDDS_OK);
        for (size_t j = 0; j < 2; j++) {
            struct ddds_uuid_fields fields = fields_of(&uuids[j]);
            assert_true(fields.has_sequence);
            assert_int_equal(fields.node[0] & 1, 1);
            seen |= fields.node[0];
        }
        ddds_uuid_generator_free(generator);
    }
    assert_int_equal(seen, 0xff);
}

TEST(a_given_node_is_used_as_it_is)
{
    struct script script;
    begin_script(&script);
    struct ddds_uuid_generator_options options = {
        .size = sizeof options,
        .has_node = true,
        .node = {0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6}};
    ddds_uuid_generator *generator = generator_over(&script, options);
    struct ddds_uuid uuids[10];
    assert_int_equal(ddds_uuid_generate(generator, 1, uuids, 5, NULL, NULL),
                     DDDS_OK);
    assert_int_equal(ddds_uuid_generate(generator, 6, uuids + 5, 5, NULL, NULL),
                     DDDS_OK);
    for (size_t i = 0; i < 10; i++) {
        assert_memory_equal(uuids[i].octets + 10, options.node, 6);
    }
    ddds_uuid_generator_free(generator);
}

TEST(v1_keeps_its_identity_while_time_goes_on)
{
    struct script script;
    begin_script(&script);
    script.step = 1;
    ddds_uuid_generator *generator = generator_over(&script, defaults);
    struct ddds_uuid first;
    int64_t last = INT64_MIN;
    for (unsigned i = 0; i < 10000; i++) {
        struct ddds_uuid uuid;
        assert_int_equal(ddds_uuid_generate(generator, 1, &uuid, 1, NULL, NULL),
                         DDDS_OK);
        first = i == 0 ? uuid : first;
        assert_memory_equal(uuid.octets + 8, first.octets + 8, 8);
        assert_true(time_of(&uuid) > last);
        last = time_of(&uuid);
    }
    ddds_uuid_generator_free(generator);
}

TEST(v1_takes_a_new_clock_sequence_when_the_clock_goes_back)
{
    static const enum entropy sources[] = {RANDOM, ONES, ZEROS};
    static const bool has_node[] = {false, true};
    for (size_t s = 0; s < COUNT(sources) * COUNT(has_node); s++) {
        struct script script;
        begin_script(&script);
        script.entropy = sources[s / 2];
        struct ddds_uuid_generator_options options = {
            .size = sizeof options, .has_node = has_node[s % 2]};
        ddds_uuid_generator *generator = generator_over(&script, options);
        uint16_t last = 0xffff;
        for (unsigned i = 0; i < 100; i++) {
            struct ddds_uuid uuid;
            unsigned events;
            assert_int_equal(
                ddds_uuid_generate(generator, 1, &uuid, 1, &events, NULL),
                DDDS_OK);
            assert_int_equal(events, i == 0 ? 0 : DDDS_UUID_RESET);
            assert_int_not_equal(fields_of(&uuid).sequence, last);
            last = fields_of(&uuid).sequence;
            script.now -= TICKS_PER_SECOND;
        }
        ddds_uuid_generator_free(generator);
    }
}

static int compare_uuids(const void *one, const void *other)
{
    return ddds_uuid_compare(one, other);
}

static void assert_no_duplicates(struct ddds_uuid *uuids, size_t count)
{
    qsort(uuids, count, sizeof *uuids, compare_uuids);
    for (size_t i = 1; i < count; i++) {
        assert_false(ddds_uuid_equal(&uuids[i - 1], &uuids[i]));
    }
}

/* The source gives nothing but zeros, so that it is the times alone that keep
 * UUIDs apart; the clock freezes and goes back, but not too far. */
TEST(times_alone_keep_v1_and_v6_apart)
{
    enum { MANY = 100000 };
    struct ddds_uuid *uuids = malloc(MANY * sizeof *uuids);
    assert_non_null(uuids);
    for (size_t v = 0; v < 2; v++) {
        struct script script;
        begin_script(&script);
        script.entropy = ZEROS;
        script.waiting_helps = true;
        ddds_uuid_generator *generator = generator_over(&script, defaults);
        uint64_t seed = 12;
        for (size_t done = 0; done < MANY;) {
            size_t batch = 1 + (size_t)(next_number(&seed) % 3000);
            batch = batch < MANY - done ? batch : MANY - done;
            unsigned events;
            assert_int_equal(ddds_uuid_generate(generator, versions[v],
                                                uuids + done, batch, &events,
                                                NULL),
                             DDDS_OK);
            assert_int_equal(events & DDDS_UUID_RESET, 0);
            for (size_t i = 1; v == 1 && i < batch; i++) {
                assert_int_equal(
                    ddds_uuid_compare(&uuids[done + i - 1], &uuids[done + i]),
                    -1);
            }
            done += batch;
            script.now += (int64_t)(next_number(&seed) % 60000) - 20000;
        }
        assert_no_duplicates(uuids, MANY);
        ddds_uuid_generator_free(generator);
    }
    free(uuids);
}

TEST(v1_and_v6_run_ahead_no_further_than_told)
{
    for (size_t v = 0; v < 2; v++) {
        struct script script;
        begin_script(&script);
        struct ddds_uuid_generator_options options = {
            .size = sizeof options,
            .ahead_us = 100,
            .rollback = DDDS_UUID_ROLLBACK_FAIL};
        ddds_uuid_generator *generator = generator_over(&script, options);
        struct ddds_uuid uuids[1002];
        unsigned events;
        assert_int_equal(ddds_uuid_generate(generator, versions[v], uuids, 1001,
                                            &events, NULL),
                         DDDS_OK);
        assert_int_equal(events, DDDS_UUID_AHEAD);
        assert_true(lead(&uuids[1000], &script) == 1000);
        struct ddds_error error;
        assert_int_equal(ddds_uuid_generate(generator, versions[v], uuids, 1,
                                            &events, &error),
                         DDDS_BAD_CLOCK);
        assert_non_null(strstr(error.detail, "too slow"));
        script.now += 1;
        assert_int_equal(
            ddds_uuid_generate(generator, versions[v], uuids, 1, &events, NULL),
            DDDS_OK);
        ddds_uuid_generator_free(generator);
    }
}

TEST(the_first_and_the_last_times_are_given_out)
{
    static const struct {
        unsigned version;
        int64_t first;
        int64_t last;
        int64_t shown; /* a v7 shows milliseconds */
    } cases[] = {
        {1, INT64_C(-122192928000000000), INT64_C(1030728576606846975),
         INT64_C(1030728576606846975)},
        {6, INT64_C(-122192928000000000), INT64_C(1030728576606846975),
         INT64_C(1030728576606846975)},
        {7, 0, INT64_C(2814749767106559999), INT64_C(2814749767106550000)},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct script script;
        begin_script(&script);
        ddds_uuid_generator *generator = generator_over(&script, defaults);
        struct ddds_uuid uuid;
        script.now = cases[i].first;
        assert_int_equal(ddds_uuid_generate(generator, cases[i].version, &uuid,
                                            1, NULL, NULL),
                         DDDS_OK);
        assert_true(time_of(&uuid) == cases[i].first);
        script.now = cases[i].last;
        assert_int_equal(ddds_uuid_generate(generator, cases[i].version, &uuid,
                                            1, NULL, NULL),
                         DDDS_OK);
        assert_true(time_of(&uuid) == cases[i].shown);
        script.now = cases[i].last + 1;
        assert_int_equal(ddds_uuid_generate(generator, cases[i].version, &uuid,
                                            1, NULL, NULL),
                         DDDS_BAD_CLOCK);
        ddds_uuid_generator_free(generator);
    }
}

/* However many are taken at the last time, none is out of range. */
TEST(no_time_comes_after_the_last)
{
    struct script script;
    begin_script(&script);
    script.waiting_helps = true;
    for (size_t v = 0; v < COUNT(versions); v++) {
        ddds_uuid_generator *generator = generator_over(&script, defaults);
        struct ddds_uuid uuids[512];
        struct ddds_uuid last = *ddds_uuid_nil();
        ddds_status status = DDDS_OK;
        script.now = versions[v] == 7 ? INT64_C(2814749767106559999)
                                      : INT64_C(1030728576606846974);
        for (int i = 0; status == DDDS_OK && i < 100; i++) {
            status = ddds_uuid_generate(generator, versions[v], uuids,
                                        v < 2 ? 1 : COUNT(uuids), NULL, NULL);
            assert_int_equal(ddds_uuid_compare(&last, &uuids[0]),
                             status == DDDS_OK ? -1 : 1);
            last = uuids[v < 2 ? 0 : COUNT(uuids) - 1];
        }
        assert_int_equal(status, DDDS_BAD_CLOCK);
        ddds_uuid_generator_free(generator);
    }
}

TEST(no_uuids_at_all_are_made_when_none_are_asked_for)
{
    struct script script;
    begin_script(&script);
    script.entropy = FAILING;
    ddds_uuid_generator *generator = generator_over(&script, defaults);
    for (size_t v = 0; v < COUNT(versions); v++) {
        assert_int_equal(
            ddds_uuid_generate(generator, versions[v], NULL, 0, NULL, NULL),
            DDDS_OK);
    }
    ddds_uuid_generator_free(generator);
    ddds_uuid_generator_free(NULL);
}
