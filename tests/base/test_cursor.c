/* The cursor over octets.
 *
 * SPDX-License-Identifier: MIT */
#include "base/cursor.h"
#include "base/assertions.h"

static const unsigned char octets[] = {0x01, 0xff, 0x02, 0x80, 0x00,
                                       0x00, 0x7f, 0xaa, 0xbb};

TEST(numbers_are_read_in_network_order)
{
    struct cursor cursor = ddds_cursor_over(octets, sizeof octets);
    assert_int_equal(ddds_cursor_left(&cursor), 9);
    assert_int_equal(ddds_cursor_u8(&cursor), 0x01);
    assert_int_equal(ddds_cursor_u16(&cursor), 0xff02);
    assert_int_equal(ddds_cursor_u32(&cursor), 0x8000007f);
    assert_int_equal(ddds_cursor_left(&cursor), 2);
    assert_ptr_equal(ddds_cursor_span(&cursor, 2), octets + 7);
    assert_int_equal(ddds_cursor_left(&cursor), 0);
    assert_false(cursor.failed);
}

TEST(a_read_past_the_end_fails_for_good)
{
    struct cursor cursor = ddds_cursor_over(octets, 3);
    assert_int_equal(ddds_cursor_u8(&cursor), 1);
    assert_null(ddds_cursor_span(&cursor, 3));
    assert_true(cursor.failed);
    assert_int_equal(ddds_cursor_left(&cursor), 0);
    assert_int_equal(ddds_cursor_u8(&cursor), 0);
    assert_int_equal(ddds_cursor_u16(&cursor), 0);
    assert_int_equal(ddds_cursor_u32(&cursor), 0);
    assert_null(ddds_cursor_span(&cursor, 0));
}

TEST(a_number_that_is_cut_off_fails)
{
    struct cursor two = ddds_cursor_over(octets, 1);
    assert_int_equal(ddds_cursor_u16(&two), 0);
    assert_true(two.failed);

    struct cursor four = ddds_cursor_over(octets, 3);
    (void)ddds_cursor_u32(&four);
    assert_true(four.failed);
}

TEST(nothing_can_be_read_from_nothing)
{
    struct cursor cursor = ddds_cursor_over(octets, 0);
    assert_int_equal(ddds_cursor_left(&cursor), 0);
    assert_ptr_equal(ddds_cursor_span(&cursor, 0), octets);
    assert_false(cursor.failed);
    (void)ddds_cursor_u8(&cursor);
    assert_true(cursor.failed);
}

TEST(absurd_lengths_do_not_wrap_round)
{
    struct cursor cursor = ddds_cursor_over(octets, sizeof octets);
    (void)ddds_cursor_u8(&cursor);
    assert_null(ddds_cursor_span(&cursor, SIZE_MAX));
    assert_true(cursor.failed);
}
