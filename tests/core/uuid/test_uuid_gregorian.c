/* lib/core/uuid/gregorian.c: ticks, the 60-bit count, and times as people write
 * them.
 *
 * SPDX-License-Identifier: MIT */
#include "base/table.h"
#include "core/uuid_testing.h"
#include <stdio.h>
#include <time.h>

#define TABLE "fixtures/tables/uuid-times.tsv"

#define LAST_GREGORIAN ((UINT64_C(1) << 60) - 1)
#define TICKS_PER_SECOND INT64_C(10000000)

TEST(the_count_begins_in_1582_and_ends_in_5236)
{
    uint64_t gregorian = 17;
    assert_ok(ddds_uuid_time_to_gregorian(INT64_C(-122192928000000000),
                                          &gregorian, NULL));
    assert_int_equal(gregorian, 0);
    assert_ok(ddds_uuid_time_to_gregorian(0, &gregorian, NULL));
    assert_true(gregorian == UINT64_C(0x01b21dd213814000));
    assert_true(ddds_uuid_time_from_gregorian(LAST_GREGORIAN) ==
                INT64_C(1030728576606846975));

    gregorian = 17;
    struct ddds_error error;
    assert_int_equal(ddds_uuid_time_to_gregorian(INT64_C(-122192928000000001),
                                                 &gregorian, &error),
                     DDDS_BAD_INPUT);
    assert_int_equal(ddds_uuid_time_to_gregorian(INT64_C(1030728576606846976),
                                                 &gregorian, &error),
                     DDDS_BAD_INPUT);
    assert_int_equal(ddds_uuid_time_to_gregorian(INT64_MAX, &gregorian, NULL),
                     DDDS_BAD_INPUT);
    assert_int_equal(ddds_uuid_time_to_gregorian(INT64_MIN, &gregorian, NULL),
                     DDDS_BAD_INPUT);
    assert_int_equal(gregorian, 17);
}

/* Through v1, v6 and text, as ticks and as a count. */
static void check_round_trip(uint64_t gregorian)
{
    static const unsigned char node[6] = {1, 2, 3, 4, 5, 6};
    int64_t ticks = ddds_uuid_time_from_gregorian(gregorian);
    uint64_t back;
    assert_ok(ddds_uuid_time_to_gregorian(ticks, &back, NULL));
    assert_true(back == gregorian);

    struct ddds_uuid v1;
    struct ddds_uuid v6;
    struct ddds_uuid again;
    int64_t read;
    assert_ok(ddds_uuid_make_timed(1, gregorian, 0x1234, node, &v1, NULL));
    assert_true(time_of(&v1) == ticks);
    assert_ok(ddds_uuid_convert(&v1, 6, &v6, NULL));
    assert_true(time_of(&v6) == ticks);
    assert_ok(ddds_uuid_convert(&v6, 1, &again, NULL));
    assert_true(ddds_uuid_equal(&v1, &again));

    char text[DDDS_UUID_TIME_SIZE];
    ddds_uuid_time_format(ticks, 7, text);
    assert_ok(ddds_uuid_time_parse(text, strlen(text), &read, NULL));
    assert_true(read == ticks);
}

TEST(times_survive_around_every_carry)
{
    /* Each multiple of 2^32 takes seven minutes; all of the first 70 years'
     * worth would be five million, so take steps. */
    for (uint64_t high = 0; high < UINT64_C(1) << 28; high += 9973) {
        uint64_t carry = high << 32;
        check_round_trip(carry);
        check_round_trip(carry + 1);
        if (carry > 0) {
            check_round_trip(carry - 1);
        }
    }
    for (unsigned bit = 0; bit < 60; bit++) {
        check_round_trip(UINT64_C(1) << bit);
        check_round_trip((UINT64_C(1) << bit) - 1);
    }
    check_round_trip(LAST_GREGORIAN);
    check_round_trip(LAST_GREGORIAN - 1);
}

TEST(random_times_survive)
{
    uint64_t seed = 6;
    for (unsigned round = 0; round < 50000; round++) {
        check_round_trip(next_number(&seed) & LAST_GREGORIAN);
    }
}

TEST(the_calendar_agrees_with_the_library_of_c)
{
    uint64_t seed = 7;
    for (unsigned round = 0; round < 50000; round++) {
        int64_t since_1582 =
            (int64_t)(next_number(&seed) % UINT64_C(250000000000));
        time_t seconds = (time_t)(since_1582 - INT64_C(12219292800));
        if (seconds != since_1582 - INT64_C(12219292800)) {
            continue; /* time_t has 32 bits */
        }
        struct tm tm;
        assert_non_null(gmtime_r(&seconds, &tm));
        char expected[64];
        snprintf(expected, sizeof expected, "%04d-%02d-%02dT%02d:%02d:%02dZ",
                 tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
                 tm.tm_min, tm.tm_sec);
        char text[DDDS_UUID_TIME_SIZE];
        ddds_uuid_time_format((int64_t)seconds * TICKS_PER_SECOND, 0, text);
        assert_string_equal(text, expected);
    }
}

static int64_t read_ticks(const char *field)
{
    return (int64_t)strtoll(field, NULL, 10);
}

TEST(times_are_written_with_the_digits_asked_for)
{
    for (const char **row = table_rows(TABLE, "Written", 3); table_next(row);) {
        char text[DDDS_UUID_TIME_SIZE];
        ddds_uuid_time_format(read_ticks(row[0]),
                              (unsigned)table_number(row[1]), text);
        assert_string_equal(text, row[2]);
    }
}

TEST(times_are_read_as_people_write_them)
{
    for (const char **row = table_rows(TABLE, "Read", 2); table_next(row);) {
        int64_t ticks = 17;
        struct ddds_error error;
        if (ddds_uuid_time_parse(row[0], strlen(row[0]), &ticks, &error) !=
            DDDS_OK) {
            fail_msg("%s", error.detail);
        }
        if (ticks != read_ticks(row[1])) {
            fail_msg("%s: %lld", row[0], (long long)ticks);
        }
    }
}

TEST(a_bad_time_is_refused_where_it_goes_wrong)
{
    for (const char **row = table_rows(TABLE, "Invalid", 2); table_next(row);) {
        int64_t ticks = 17;
        struct ddds_error error = {.status = DDDS_OK};
        assert_int_equal(
            ddds_uuid_time_parse(row[0], strlen(row[0]), &ticks, &error),
            DDDS_BAD_INPUT);
        if (error.offset != table_number(row[1])) {
            fail_msg("%s: %s", row[0], error.detail);
        }
        assert_int_equal(ticks, 17);
    }
}
