/* In which order to try servers: RFC 2782.
 *
 * SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "engine/servers.h"

/* Chance, the same each time: xorshift64*. */
static uint32_t draw(void *context)
{
    uint64_t *state = context;
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)((*state * UINT64_C(0x2545f4914f6cdd1d)) >> 32);
}

static uint32_t draw_least(void *context)
{
    (void)context;
    return 0;
}

static uint32_t draw_most(void *context)
{
    (void)context;
    return UINT32_MAX;
}

/* Order servers of the weights given, all of one priority; their ports say
 * which is which. */
static void order(const uint16_t *weights, size_t count,
                  uint32_t (*chance)(void *context), void *context,
                  struct ddds_srv *servers)
{
    for (size_t i = 0; i < count; i++) {
        servers[i] = (struct ddds_srv){1, weights[i], (uint16_t)i, "a"};
    }
    ddds_servers_order(servers, count, chance, context);
}

static void assert_ports(const struct ddds_srv *servers, const char *ports)
{
    for (size_t i = 0; ports[i] != '\0'; i++) {
        assert_int_equal(servers[i].port, ports[i] - '0');
    }
}

static void without_chance_the_heavier_comes_first(void **state)
{
    (void)state;
    struct ddds_srv servers[] = {
        {2, 9, 0, "a"}, {1, 10, 1, "a"}, {1, 70, 2, "a"}, {1, 20, 3, "a"},
        {0, 0, 4, "a"}, {2, 9, 5, "a"},  {0, 0, 6, "a"},
    };
    ddds_servers_order(servers, 7, NULL, NULL);
    assert_ports(servers, "4623105");
}

static void none_and_one_are_in_order(void **state)
{
    (void)state;
    uint64_t seed = 1;
    struct ddds_srv server = {1, 1, 7, "a"};
    ddds_servers_order(NULL, 0, draw, &seed);
    ddds_servers_order(&server, 1, draw, &seed);
    assert_int_equal(server.port, 7);
}

/* Draws 0 for the shuffle of three servers and the most afterwards. */
static uint32_t draw_most_later(void *context)
{
    unsigned *drawn = context;
    return (*drawn)++ < 2 ? 0 : UINT32_MAX;
}

/* The weightless stand first in the running sum, so that they have the number
 * 0 to themselves; the highest number is the last one's. */
static void the_ends_of_chance(void **state)
{
    (void)state;
    const uint16_t weights[] = {10, 0, 70};
    struct ddds_srv servers[3];
    order(weights, 3, draw_least, NULL, servers);
    assert_ports(servers, "102");
    unsigned drawn = 0;
    order(weights, 3, draw_most_later, &drawn, servers);
    assert_ports(servers, "201");
}

/* How often, of |rounds|, each server came first. */
static void count_first(const uint16_t *weights, size_t count, int rounds,
                        unsigned *first)
{
    uint64_t seed = 0x123456789;
    for (int i = 0; i < rounds; i++) {
        struct ddds_srv servers[8];
        order(weights, count, draw, &seed, servers);
        first[servers[0].port]++;
    }
}

/* RFC 2782's draw over records in random order. A number is drawn from 0 to the
 * sum, both included; the first record in the order has one number more than
 * its weight, and each of those with a weight is first as often as the others.
 * Records of weight 0 are before them: if there are some, the extra number is
 * theirs. Four standard deviations of 100000 rounds are at most 633. */
static void servers_come_first_in_proportion_to_their_weights(void **state)
{
    (void)state;
    static const struct {
        size_t count;
        uint16_t weights[4];
        double expected[4];
    } cases[] = {
        {3,
         {10, 20, 70},
         {(10 + 1 / 3.0) / 101, (20 + 1 / 3.0) / 101, (70 + 1 / 3.0) / 101}},
        {2, {1, 3}, {1.5 / 5, 3.5 / 5}},
        {4, {1, 1, 1, 1}, {0.25, 0.25, 0.25, 0.25}},
        {2, {0, 0}, {0.5, 0.5}},
        {3, {0, 0, 1}, {0.25, 0.25, 0.5}},
        {3, {0, 1, 3}, {1 / 5.0, 1 / 5.0, 3 / 5.0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned first[4] = {0};
        count_first(cases[i].weights, cases[i].count, 100000, first);
        for (size_t j = 0; j < cases[i].count; j++) {
            double difference = first[j] - 100000 * cases[i].expected[j];
            if (difference < -633 || difference > 633) {
                fail_msg("case %zu, server %zu: first %u times", i, j,
                         first[j]);
            }
        }
    }
}

static void the_weightless_have_a_small_chance(void **state)
{
    (void)state;
    const uint16_t weights[] = {100, 0};
    unsigned first[2] = {0};
    count_first(weights, 2, 100000, first);
    /* One number of 101, more or less four standard deviations. */
    assert_true(first[1] > 990 - 126 && first[1] < 990 + 126);
}

static void the_heaviest_weights_do_not_overflow(void **state)
{
    (void)state;
    enum { MANY = 256 };
    static struct ddds_srv servers[MANY];
    static uint16_t weights[MANY];
    memset(weights, 0xff, sizeof weights);
    order(weights, MANY, draw_least, NULL, servers);
    assert_int_equal(servers[0].port, 0);
    order(weights, MANY, draw_most, NULL, servers);
    /* The shuffle moves the last server to the front; the draw takes the last
     * of the shuffled ones. */
    assert_int_equal(servers[0].port, MANY - 2);
}

/* The cost of ordering grows with the square, so that only some are: the best.
 */
static void the_lowest_priorities_are_selected(void **state)
{
    (void)state;
    const struct ddds_srv all[] = {
        {3, 0, 0, "a"}, {2, 0, 1, "a"}, {3, 0, 2, "a"},
        {1, 0, 3, "a"}, {2, 0, 4, "a"}, {1, 0, 5, "a"},
    };
    const char *const selected[] = {"", "3", "35", "351", "3514", "35140"};
    for (size_t most = 0; most < 6; most++) {
        struct ddds_srv servers[6];
        memcpy(servers, all, sizeof all);
        ddds_servers_select(servers, 6, most);
        assert_ports(servers, selected[most]);
    }
    struct ddds_srv servers[6];
    memcpy(servers, all, sizeof all);
    ddds_servers_select(servers, 6, 6);
    assert_memory_equal(servers, all, sizeof all);
}

/* Over generated sets: no server is lost or doubled, priorities ascend,
 * and without randomness weights descend and ties stay. */
static void every_set_keeps_its_servers(void **state)
{
    (void)state;
    uint64_t seed = 42;
    for (int round = 0; round < 5000; round++) {
        struct ddds_srv servers[12];
        size_t count = draw(&seed) % 13;
        bool by_chance = draw(&seed) % 2 == 0;
        unsigned seen = 0;
        for (size_t i = 0; i < count; i++) {
            servers[i] = (struct ddds_srv){(uint16_t)(draw(&seed) % 3),
                                           (uint16_t)(draw(&seed) % 4 * 5),
                                           (uint16_t)i, "a"};
        }
        ddds_servers_order(servers, count, by_chance ? draw : NULL, &seed);
        for (size_t i = 0; i < count; i++) {
            const struct ddds_srv *before = &servers[i > 0 ? i - 1 : 0];
            seen |= 1u << servers[i].port;
            assert_true(before->priority <= servers[i].priority);
            bool is_tie = i > 0 && before->priority == servers[i].priority;
            if (is_tie && !by_chance) {
                assert_true(before->weight > servers[i].weight ||
                            (before->weight == servers[i].weight &&
                             before->port < servers[i].port));
            }
        }
        assert_int_equal(seen, (1u << count) - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_chance_the_heavier_comes_first),
        cmocka_unit_test(none_and_one_are_in_order),
        cmocka_unit_test(the_ends_of_chance),
        cmocka_unit_test(servers_come_first_in_proportion_to_their_weights),
        cmocka_unit_test(the_weightless_have_a_small_chance),
        cmocka_unit_test(the_heaviest_weights_do_not_overflow),
        cmocka_unit_test(the_lowest_priorities_are_selected),
        cmocka_unit_test(every_set_keeps_its_servers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
