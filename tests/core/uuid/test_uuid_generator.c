/* lib/core/uuid/generator.c, under clocks that freeze, step and lie, and under
 * entropy of only ones, only zeros, or none.
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

static struct script script;
static ddds_uuid_generator *generator;

static bool scripted_clock(void *context, int64_t *ticks)
{
    *ticks = script.now;
    script.now += script.step;
    return !script.clock_fails;
}

static bool scripted_entropy(void *context, unsigned char *octets,
                             size_t length)
{
    for (size_t i = 0; i < length; i++) {
        octets[i] = script.entropy == ONES ? 0xff
                    : script.entropy == ZEROS
                        ? 0
                        : (unsigned char)next_number(&script.seed);
    }
    return script.entropy != FAILING;
}

static void scripted_wait(void *context, int64_t ticks)
{
    script.waited += ticks;
    script.now += script.waiting_helps ? ticks : 0;
}

static void begin_script(void)
{
    script = (struct script){
        .now = START,
        .seed = 10,
        .source = {.size = sizeof(struct ddds_uuid_source),
                   NULL,
                   scripted_clock,
                   scripted_entropy,
                   scripted_wait},
    };
}

static int set_up(void **state)
{
    begin_script();
    return 0;
}

static int tear_down(void **state)
{
    ddds_uuid_generator_free(generator);
    generator = NULL;
    return 0;
}

FIXTURES(.set_up = set_up, .tear_down = tear_down);

/* Go on with a new generator. */
static void renew(struct ddds_uuid_generator_options options)
{
    tear_down(NULL);
    options.source = &script.source;
    generator = ddds_uuid_generator_new(&options, NULL);
    assert_non_null(generator);
}

/* Continue with a generator that treats a clock that went back by
 * |rollback|. */
static void use_rollback(enum ddds_uuid_rollback rollback, unsigned tolerance)
{
    struct ddds_uuid_generator_options options = {.size = sizeof options};
    options.rollback = rollback;
    options.tolerance_ms = tolerance;
    renew(options);
}

static const struct ddds_uuid_generator_options defaults = {
    .size = sizeof defaults};

/* Make |count| UUIDs of |version|, which must be there; what happened. */
static unsigned make(unsigned version, struct ddds_uuid *uuids, size_t count)
{
    unsigned events;
    assert_ok(
        ddds_uuid_generate(generator, version, uuids, count, &events, NULL));
    return events;
}

static void assert_fails(unsigned version, size_t count, ddds_status status,
                         const char *detail)
{
    struct ddds_uuid uuids[2000];
    struct ddds_error error;
    unsigned events;
    memset(uuids, 1, sizeof uuids);
    assert_int_equal(
        ddds_uuid_generate(generator, version, uuids, count, &events, &error),
        status);
    assert_int_equal(error.status, status);
    assert_int_equal(events, 0);
    assert_non_null(strstr(error.detail, detail));
    for (size_t i = 0; i < count; i++) {
        assert_true(ddds_uuid_equal(&uuids[i], ddds_uuid_nil()));
    }
}

static void assert_order(const struct ddds_uuid *uuids, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        assert_int_equal(ddds_uuid_compare(&uuids[i - 1], &uuids[i]), -1);
    }
}

/* The next v7; what happened. */
static unsigned next_v7(struct ddds_uuid *uuid)
{
    unsigned events = make(7, uuid, 1);
    assert_int_equal(ddds_uuid_get_version(uuid), 7);
    return events;
}

/* How far the time within |uuid| is ahead of the script's. */
static int64_t lead(const struct ddds_uuid *uuid)
{
    return time_of(uuid) - script.now;
}

/* ---- Version 7 ---------------------------------------------------------- */

TEST(a_v7_holds_time_fraction_counter_and_random_bits)
{
    script.entropy = ONES;
    /* RFC 9562 section 6.2, method 3: 0.4567 ms are 1870 of 4096. */
    const char *time = "2023-01-01T12:34:56.1234567Z";
    assert_ok(ddds_uuid_time_parse(time, strlen(time), &script.now, NULL));
    renew(defaults);
    struct ddds_uuid uuids[2];
    assert_int_equal(make(7, uuids, 2), 0);
    /* The counter begins with a zero bit, however the rest of it is drawn. */
    assert_uuid(&uuids[0], "01856d53-f1fb-774e-9fff-ffffffffffff");
    assert_uuid(&uuids[1], "01856d53-f1fb-774e-a000-ffffffffffff");
}

TEST(each_uuid_has_its_own_random_octets)
{
    script.step = 10;
    renew(defaults);
    /* The octets of the source: two, then six for each UUID. */
    uint64_t seed = script.seed;
    enum { MANY = 3000 };
    static struct ddds_uuid uuids[MANY];
    make(7, uuids, MANY);
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
}

/* A clock that does everything: freezes, small and large steps both ways,
 * across seconds and days. */
TEST(v7_grows_strictly_unless_it_says_reset)
{
    static const enum entropy sources[] = {RANDOM, ONES, ZEROS};
    for (size_t s = 0; s < COUNT(sources); s++) {
        begin_script();
        script.entropy = sources[s];
        renew(defaults);
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
            unsigned events = next_v7(&uuid);
            bool grew = ddds_uuid_compare(&uuid, &last) > 0;
            if ((events & DDDS_UUID_RESET) != 0) {
                resets++;
            } else {
                assert_true(grew);
            }
            assert_true(lead(&uuid) <= 10 * TICKS_PER_SECOND);
            assert_true(lead(&uuid) > -TICKS_PER_MS);
            last = uuid;
        }
        assert_true(resets > 10);
    }
}

TEST(a_small_step_back_across_a_second_keeps_the_order)
{
    renew(defaults);
    struct ddds_uuid uuids[3];
    script.now = START + 105 * TICKS_PER_SECOND / 10;
    assert_int_equal(next_v7(&uuids[0]), 0);
    script.now = START + 99 * TICKS_PER_SECOND / 10;
    assert_int_equal(next_v7(&uuids[1]), DDDS_UUID_HELD);
    script.now = START + 106 * TICKS_PER_SECOND / 10;
    assert_int_equal(next_v7(&uuids[2]), 0);
    assert_int_equal(ddds_uuid_compare(&uuids[0], &uuids[1]), -1);
    assert_int_equal(ddds_uuid_compare(&uuids[1], &uuids[2]), -1);
}

TEST(one_reading_from_2096_does_not_stay)
{
    renew(defaults);
    struct ddds_uuid uuid;
    struct ddds_uuid last;
    assert_int_equal(next_v7(&uuid), 0);
    script.now = YEAR_2096;
    assert_int_equal(next_v7(&uuid), 0);
    script.now = START + 1000;
    assert_int_equal(next_v7(&last), DDDS_UUID_RESET);
    for (unsigned i = 0; i < 1000; i++) {
        script.now += 1000;
        assert_int_equal(next_v7(&uuid), 0);
        assert_int_equal(ddds_uuid_compare(&last, &uuid), -1);
        assert_true(lead(&uuid) <= 0);
        last = uuid;
    }
}

/* Ten thousand a second for 20 seconds after a step back by one second: the
 * time is held until the clock has caught up, and does not run away. */
TEST(after_a_step_back_the_time_does_not_run_away)
{
    renew(defaults);
    struct ddds_uuid last;
    next_v7(&last);
    script.now -= TICKS_PER_SECOND;
    for (unsigned i = 0; i < 200000; i++) {
        struct ddds_uuid uuid;
        unsigned events = next_v7(&uuid);
        assert_int_equal(events & DDDS_UUID_RESET, 0);
        assert_int_equal(ddds_uuid_compare(&last, &uuid), -1);
        assert_true(lead(&uuid) <= TICKS_PER_SECOND + TICKS_PER_MS);
        if (i > 11000) {
            assert_true(lead(&uuid) <= 0);
            assert_int_equal(events, 0);
        }
        last = uuid;
        script.now += 1000;
    }
}

/* Go on with a generator of version 7 by |method|. */
static void use_method(enum ddds_uuid_method method)
{
    struct ddds_uuid_generator_options options = {.size = sizeof options};
    options.method = method;
    renew(options);
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
        begin_script();
        script.entropy = cases[i].entropy;
        /* Within a millisecond, which these methods do not divide. */
        script.now += 9999;
        use_method(cases[i].method);
        for (size_t j = 0; j < 3; j++) {
            struct ddds_uuid uuid;
            script.now += j == 2 ? TICKS_PER_MS : 0;
            assert_int_equal(next_v7(&uuid), 0);
            assert_uuid(&uuid, cases[i].expected[j]);
        }
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
        begin_script();
        script.entropy = sources[i / COUNT(methods)];
        use_method(methods[i % COUNT(methods)]);
        unsigned events = make(7, uuids, MANY);
        bool is_endless = script.entropy == ZEROS &&
                          methods[i % COUNT(methods)] == DDDS_UUID_METHOD_2;
        assert_int_equal((events & DDDS_UUID_AHEAD) == 0, is_endless);
        assert_int_equal(events & DDDS_UUID_RESET, 0);
        assert_order(uuids, MANY);
        assert_true(lead(&uuids[MANY - 1]) <=
                    MANY / LEAST_PER_MS * TICKS_PER_MS);
        /* A clock that is a little earlier is held. */
        script.now -= TICKS_PER_SECOND;
        assert_int_equal(next_v7(&uuids[0]) & DDDS_UUID_HELD, DDDS_UUID_HELD);
        assert_int_equal(ddds_uuid_compare(&uuids[MANY - 1], &uuids[0]), -1);
    }
}

TEST(an_unknown_method_or_rollback_is_refused)
{
    struct ddds_error error;
    const struct ddds_uuid_generator_options rows[] = {
        {.size = sizeof rows[0], .method = (enum ddds_uuid_method)3},
        {.size = sizeof rows[0], .rollback = (enum ddds_uuid_rollback)3}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_null(ddds_uuid_generator_new(&rows[i], &error));
        assert_int_equal(error.status, DDDS_BAD_OPTION);
    }
}

TEST(a_frozen_clock_is_run_ahead_of_by_little)
{
    static const enum entropy sources[] = {RANDOM, ONES, ZEROS};
    enum { MANY = 1000000 };
    struct ddds_uuid *uuids = malloc(MANY * sizeof *uuids);
    assert_non_null(uuids);
    for (size_t s = 0; s < COUNT(sources); s++) {
        begin_script();
        script.entropy = sources[s];
        renew(defaults);
        unsigned events = make(7, uuids, MANY);
        assert_true((events & DDDS_UUID_AHEAD) != 0);
        assert_int_equal(events & DDDS_UUID_RESET, 0);
        assert_order(uuids, MANY);
        assert_true(lead(&uuids[MANY - 1]) <= TICKS_PER_MS);
    }
    free(uuids);
}

TEST(a_clock_that_v7_cannot_hold_is_an_error)
{
    static const int64_t times[] = {-1, INT64_MIN, INT64_MAX,
                                    INT64_C(2814749767106560000)};
    for (size_t i = 0; i < COUNT(times); i++) {
        begin_script();
        script.now = times[i];
        renew(defaults);
        struct ddds_uuid uuid;
        assert_fails(7, 1, DDDS_BAD_CLOCK, "");
        script.now = 0;
        next_v7(&uuid);
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
        begin_script();
        script.now = cases[i].now;
        script.entropy = cases[i].entropy;
        renew(defaults);
        struct ddds_uuid uuid;
        make(8, &uuid, 1);
        assert_uuid(&uuid, cases[i].expected);
    }
}

TEST(versions_that_no_generator_makes_are_refused)
{
    renew(defaults);
    for (unsigned version = 0; version < 300; version++) {
        if (version != 1 && (version < 6 || version > 8)) {
            assert_fails(version, 1, DDDS_BAD_OPTION, "do not make version");
        }
    }
}

TEST(a_source_has_a_clock_and_entropy)
{
    for (int lacks_clock = 0; lacks_clock < 2; lacks_clock++) {
        begin_script();
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
        begin_script();
        renew(defaults);
        struct ddds_uuid uuids[2000];
        script.entropy = FAILING;
        assert_fails(with_v8[v], 2000, DDDS_NO_ENTROPY, "");
        script.entropy = RANDOM;
        script.clock_fails = true;
        assert_fails(with_v8[v], 2000, DDDS_BAD_CLOCK, "");
        script.clock_fails = false;
        make(with_v8[v], uuids, 2000);
        for (size_t i = 0; i < 2000; i++) {
            assert_int_equal(ddds_uuid_get_version(&uuids[i]), with_v8[v]);
        }
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
            begin_script();
            script.waiting_helps = true;
            use_rollback(cases[i].rollback, 0);
            struct ddds_uuid first;
            struct ddds_uuid second;
            unsigned events;
            assert_int_equal(make(versions[v], &first, 1), 0);
            script.now -= 60 * TICKS_PER_SECOND;
            assert_int_equal(ddds_uuid_generate(generator, versions[v], &second,
                                                1, &events, NULL),
                             cases[i].status);
            assert_int_equal(events, cases[i].event);
            assert_int_equal(script.waited, 0);
            /* Nothing is lost: when the clock is right again all is well. */
            script.now += 60 * TICKS_PER_SECOND + 1;
            assert_int_equal(make(versions[v], &second, 1), 0);
        }
    }
}

TEST(waiting_ends_when_the_clock_is_back)
{
    for (size_t v = 0; v < COUNT(versions); v++) {
        begin_script();
        script.waiting_helps = true;
        use_rollback(DDDS_UUID_ROLLBACK_WAIT, 1000);
        struct ddds_uuid first;
        struct ddds_uuid second;
        make(versions[v], &first, 1);
        script.now -= 5 * TICKS_PER_SECOND;
        assert_int_equal(make(versions[v], &second, 1), DDDS_UUID_HELD);
        assert_true(script.waited >= 3 * TICKS_PER_SECOND);
        assert_true(script.waited <= 5 * TICKS_PER_SECOND);
        if (v > 0) {
            assert_int_equal(ddds_uuid_compare(&first, &second), -1);
        }
    }
}

TEST(a_clock_that_stands_still_is_not_waited_for_for_ever)
{
    for (size_t v = 0; v < COUNT(versions); v++) {
        begin_script();
        use_rollback(DDDS_UUID_ROLLBACK_WAIT, 1);
        struct ddds_uuid uuid;
        struct ddds_error error;
        make(versions[v], &uuid, 1);
        script.now -= TICKS_PER_SECOND;
        assert_int_equal(
            ddds_uuid_generate(generator, versions[v], &uuid, 1, NULL, &error),
            DDDS_BAD_CLOCK);
        assert_string_equal(error.detail, "the clock does not advance");
        script.source.wait = NULL;
        use_rollback(DDDS_UUID_ROLLBACK_WAIT, 1);
        make(versions[v], &uuid, 1);
        script.now -= TICKS_PER_SECOND;
        assert_fails(versions[v], 1, DDDS_BAD_CLOCK, "cannot be waited for");
    }
}

TEST(the_versions_do_not_disturb_each_other)
{
    enum { MANY = 5000 };
    static struct ddds_uuid alone[MANY];
    script.entropy = ZEROS;
    renew(defaults);
    for (size_t i = 0; i < MANY; i++) {
        next_v7(&alone[i]);
    }
    begin_script();
    script.entropy = ZEROS;
    renew(defaults);
    for (size_t i = 0; i < MANY; i++) {
        struct ddds_uuid uuid;
        make(1, &uuid, 1);
        make(6, &uuid, 1);
        next_v7(&uuid);
        assert_true(ddds_uuid_equal(&alone[i], &uuid));
    }
}

/* ---- Versions 1 and 6 --------------------------------------------------- */

TEST(a_random_node_has_the_multicast_bit)
{
    script.step = 100000;
    unsigned char seen = 0;
    for (unsigned i = 0; i < 10000; i++) {
        renew(defaults);
        struct ddds_uuid uuids[2];
        make(1, &uuids[0], 1);
        make(6, &uuids[1], 1);
        for (size_t j = 0; j < 2; j++) {
            struct ddds_uuid_fields fields = fields_of(&uuids[j]);
            assert_true(fields.has_sequence);
            assert_int_equal(fields.node[0] & 1, 1);
            seen |= fields.node[0];
        }
    }
    assert_int_equal(seen, 0xff);
}

TEST(a_given_node_is_used_as_it_is)
{
    struct ddds_uuid_generator_options options = {
        .size = sizeof options,
        .has_node = true,
        .node = {0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6}};
    renew(options);
    struct ddds_uuid uuids[10];
    make(1, uuids, 5);
    make(6, uuids + 5, 5);
    for (size_t i = 0; i < 10; i++) {
        assert_memory_equal(uuids[i].octets + 10, options.node, 6);
    }
}

TEST(v1_keeps_its_identity_while_time_goes_on)
{
    script.step = 1;
    renew(defaults);
    struct ddds_uuid first;
    int64_t last = INT64_MIN;
    for (unsigned i = 0; i < 10000; i++) {
        struct ddds_uuid uuid;
        make(1, &uuid, 1);
        first = i == 0 ? uuid : first;
        assert_memory_equal(uuid.octets + 8, first.octets + 8, 8);
        assert_true(time_of(&uuid) > last);
        last = time_of(&uuid);
    }
}

TEST(v1_takes_a_new_clock_sequence_when_the_clock_goes_back)
{
    static const enum entropy sources[] = {RANDOM, ONES, ZEROS};
    static const bool has_node[] = {false, true};
    for (size_t s = 0; s < COUNT(sources) * COUNT(has_node); s++) {
        begin_script();
        script.entropy = sources[s / 2];
        struct ddds_uuid_generator_options options = {
            .size = sizeof options, .has_node = has_node[s % 2]};
        renew(options);
        uint16_t last = 0xffff;
        for (unsigned i = 0; i < 100; i++) {
            struct ddds_uuid uuid;
            unsigned events = make(1, &uuid, 1);
            assert_int_equal(events, i == 0 ? 0 : DDDS_UUID_RESET);
            assert_int_not_equal(fields_of(&uuid).sequence, last);
            last = fields_of(&uuid).sequence;
            script.now -= TICKS_PER_SECOND;
        }
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
        begin_script();
        script.entropy = ZEROS;
        script.waiting_helps = true;
        renew(defaults);
        uint64_t seed = 12;
        for (size_t done = 0; done < MANY;) {
            size_t batch = 1 + (size_t)(next_number(&seed) % 3000);
            batch = batch < MANY - done ? batch : MANY - done;
            unsigned events = make(versions[v], uuids + done, batch);
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
    }
    free(uuids);
}

TEST(v1_and_v6_run_ahead_no_further_than_told)
{
    for (size_t v = 0; v < 2; v++) {
        begin_script();
        struct ddds_uuid_generator_options options = {
            .size = sizeof options,
            .ahead_us = 100,
            .rollback = DDDS_UUID_ROLLBACK_FAIL};
        renew(options);
        struct ddds_uuid uuids[1002];
        assert_int_equal(make(versions[v], uuids, 1001), DDDS_UUID_AHEAD);
        assert_true(lead(&uuids[1000]) == 1000);
        assert_fails(versions[v], 1, DDDS_BAD_CLOCK, "too slow");
        script.now += 1;
        make(versions[v], uuids, 1);
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
        begin_script();
        renew(defaults);
        struct ddds_uuid uuid;
        script.now = cases[i].first;
        make(cases[i].version, &uuid, 1);
        assert_true(time_of(&uuid) == cases[i].first);
        script.now = cases[i].last;
        make(cases[i].version, &uuid, 1);
        assert_true(time_of(&uuid) == cases[i].shown);
        script.now = cases[i].last + 1;
        assert_fails(cases[i].version, 1, DDDS_BAD_CLOCK, "");
    }
}

/* However many are taken at the last time, none is out of range. */
TEST(no_time_comes_after_the_last)
{
    script.waiting_helps = true;
    for (size_t v = 0; v < COUNT(versions); v++) {
        renew(defaults);
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
    }
}

TEST(no_uuids_at_all_are_made_when_none_are_asked_for)
{
    script.entropy = FAILING;
    renew(defaults);
    for (size_t v = 0; v < COUNT(versions); v++) {
        make(versions[v], NULL, 0);
    }
    ddds_uuid_generator_free(NULL);
}
