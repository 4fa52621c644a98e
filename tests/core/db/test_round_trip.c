/* The time after which an answer is overdue, from earlier round trips.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/round_trip.h"
#include "base/assertions.h"

enum { TIMES = 4 };

/* Milliseconds. */
static const struct {
    const char *about;
    unsigned times[TIMES]; /* each |repeated| times; 0: no more */
    unsigned repeated;
    unsigned least; /* timeout */
    unsigned most;
} rows[] = {
    {"the first time, and twice that: RFC 6298 section 2.2",
     {200},
     1,
     600,
     600},
    {"an average and four variations: section 2.3", {200, 280}, 1, 590, 590},
    {"always the same", {200}, 100, 200, 202},
    {"a near server: there is a least timeout", {1}, 10, 100, 100},
    {"less than a unit", {0, 0}, 1, 100, 100},
    {"one slow answer of many", {20, 20, 20, 900}, 1, 1000, 1100},
    {"forgotten after others", {900, 20, 20, 20}, 12, 100, 100},
    {"a server that becomes slow", {20, 400}, 30, 400, 460},
};

TEST(the_timeout_follows_the_answers)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct round_trip trip = {0};
        for (size_t k = 0; k < TIMES && (k == 0 || rows[i].times[k] > 0); k++) {
            for (unsigned n = 0; n < rows[i].repeated; n++) {
                ddds_round_trip_measure(&trip, 1000 * rows[i].times[k]);
            }
        }
        uint64_t timeout = ddds_round_trip_timeout(&trip);
        if (timeout < 1000 * rows[i].least || timeout > 1000 * rows[i].most) {
            fail_msg("%s: %llu", rows[i].about, (unsigned long long)timeout);
        }
    }
}

TEST(an_unknown_server_has_none)
{
    const struct round_trip trip = {0};
    assert_true(ddds_round_trip_timeout(&trip) == UINT64_MAX);
}
