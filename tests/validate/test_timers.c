/* The heap of timers, beside a list that is searched.
 *
 * SPDX-License-Identifier: MIT */
#include "seed.h"
#include "base/assertions.h"
#include "validate/timers.h"

enum { TIMERS = 200, STEPS = 20000 };

static struct timer all[TIMERS];
static uint64_t due[TIMERS]; /* 0: not set */

/* The time that is next by the list; UINT64_MAX if none is. */
static uint64_t search(void)
{
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < TIMERS; i++) {
        if (due[i] != 0 && due[i] < next) {
            next = due[i];
        }
    }
    return next;
}

TEST(the_next_is_first)
{
    struct timers timers = {0};
    uint64_t random = take_seed(27);
    memset(all, 0, sizeof all);
    memset(due, 0, sizeof due);
    for (size_t i = 0; i < TIMERS; i++) {
        assert_true(ddds_timers_reserve(&timers));
    }
    for (unsigned step = 0; step < STEPS; step++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        size_t one = (size_t)(random >> 33) % TIMERS;
        uint64_t time = 1 + (random >> 50);
        if ((random >> 40) % 3 > 0) {
            ddds_timers_set(&timers, &all[one], time);
            due[one] = time;
        } else if ((random >> 42) % 2 > 0) {
            ddds_timers_stop(&timers, &all[one]);
            due[one] = 0;
        } else {
            uint64_t next = search();
            struct timer *taken = ddds_timers_take(&timers, time);
            assert_int_equal(taken != NULL, next <= time);
            if (taken != NULL) {
                assert_int_equal(due[taken - all], next);
                due[taken - all] = 0;
            }
        }
        assert_true(ddds_timers_next(&timers) == search());
    }
    ddds_timers_free(&timers);
}

TEST(an_empty_heap_has_no_next)
{
    struct timers timers = {0};
    struct timer timer = {0};
    ddds_timers_stop(&timers, &timer);
    assert_true(ddds_timers_next(&timers) == UINT64_MAX);
    assert_null(ddds_timers_take(&timers, UINT64_MAX));
    ddds_timers_free(&timers);
}
