/* "Did you mean".
 *
 * SPDX-License-Identifier: MIT */
#include "base/nearest.h"
#include "base/assertions.h"

TEST(distances_count_slips)
{
    const struct {
        const char *word;
        const char *other;
        size_t distance;
    } rows[] = {
        {"", "", 0},           {"root", "root", 0},  {"ROOT", "root", 0},
        {"rot", "root", 1},    {"rooot", "root", 1}, {"roat", "root", 1},
        {"orot", "root", 1},   {"rto", "root", 2},   {"", "root", 4},
        {"root", "", 4},       {"abcd", "dcba", 3},  {"flgas", "flags", 1},
        {"ordre", "order", 1}, {"ca", "abc", 3},     {"kitten", "sitting", 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t distance = ddds_nearest_distance(
            rows[i].word, strlen(rows[i].word), rows[i].other);
        if (distance != rows[i].distance) {
            fail_msg("%s, %s: %zu", rows[i].word, rows[i].other, distance);
        }
    }
}

TEST(only_so_many_octets_of_the_word_count)
{
    assert_int_equal(ddds_nearest_distance("rootless", 4, "root"), 0);
}

TEST(long_words_are_no_slips)
{
    char text[NEAREST_LENGTH + 2];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_int_equal(ddds_nearest_distance(text, NEAREST_LENGTH + 1, "a"),
                     NEAREST_LENGTH + 1);
    assert_int_equal(ddds_nearest_distance("a", 1, text), NEAREST_LENGTH + 1);
    assert_int_equal(ddds_nearest_distance(text, NEAREST_LENGTH, text + 1), 0);
}

TEST(the_longer_the_word_the_more_slips_are_likely)
{
    assert_true(ddds_nearest_is_likely(4, 1));
    assert_false(ddds_nearest_is_likely(4, 2));
    assert_true(ddds_nearest_is_likely(9, 3));
    assert_false(ddds_nearest_is_likely(9, 4));
    /* Nothing of it is left. */
    assert_false(ddds_nearest_is_likely(1, 1));
}
