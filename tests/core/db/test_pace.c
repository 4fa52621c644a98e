/* lib/core/db/dns/pace.c: when queries may be sent.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/pace.h"
#include "base/assertions.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

TEST(without_limits_all_are_sent)
{
    struct pace pace;
    struct paced query;
    ddds_pace_begin(&pace, 0, 0);
    for (unsigned i = 0; i < 100; i++) {
        assert_true(ddds_pace_admit(&pace, 0, &query, 7));
    }
    assert_true(ddds_pace_left(&pace, 7) == UINT64_MAX);
    assert_null(ddds_pace_take(&pace, UINT64_MAX / 1000));
}

/* Of queries that all come at the time 1000, the turns. */
static const struct {
    unsigned rate;
    unsigned server_rate;
    unsigned servers[4];
    uint64_t turns[4]; /* in microseconds */
} rows[] = {
    {100, 0, {0, 0, 0, 0}, {1000, 11000, 21000, 31000}},
    {100, 0, {0, 1, 2, 3}, {1000, 11000, 21000, 31000}},
    {0, 100, {0, 1, 0, 1}, {1000, 1000, 11000, 11000}},
    {0, 100, {0, 0, 0, 1}, {1000, 11000, 21000, 1000}},
    {1000, 100, {0, 0, 1, 1}, {1000, 11000, 12000, 22000}},
    {3, 0, {0, 0, 0, 0}, {1000, 334334, 667667, 1001001}},
    {1000000, 0, {0, 0, 0, 0}, {1000, 1001, 1002, 1003}},
};

TEST(turns_are_evenly_spaced)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct pace pace;
        struct paced queries[4];
        ddds_pace_begin(&pace, rows[i].rate, rows[i].server_rate);
        size_t waiting = 0;
        for (size_t k = 0; k < 4; k++) {
            bool is_sent =
                ddds_pace_admit(&pace, rows[i].servers[k], &queries[k], 1000);
            assert_int_equal(is_sent, rows[i].turns[k] == 1000);
            waiting += !is_sent;
        }
        for (size_t k = 0; k < 4; k++) {
            uint64_t turn = rows[i].turns[k];
            if (turn > 1000) {
                assert_null(ddds_pace_take(&pace, turn - 1));
                assert_int_equal(ddds_pace_left(&pace, turn - 1), 1);
                assert_int_equal(ddds_pace_left(&pace, turn), 0);
                assert_ptr_equal(ddds_pace_take(&pace, turn), &queries[k]);
                waiting--;
            }
        }
        assert_int_equal(waiting, 0);
        assert_true(ddds_pace_left(&pace, 0) == UINT64_MAX);
    }
}

/* A pause is not made up for by a burst. */
TEST(turns_that_pass_are_lost)
{
    struct pace pace;
    struct paced query;
    ddds_pace_begin(&pace, 100, 0);
    assert_true(ddds_pace_admit(&pace, 0, &query, 0));
    assert_true(ddds_pace_admit(&pace, 0, &query, 1000000));
    assert_false(ddds_pace_admit(&pace, 0, &query, 1000001));
    assert_int_equal(ddds_pace_left(&pace, 1000001), 9999);
    assert_ptr_equal(ddds_pace_take(&pace, 2000000), &query);
}
