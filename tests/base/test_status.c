/* Statuses and errors.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/status.h>

#include "base/error.h"
#include "base/table.h"

TEST(every_status_has_a_sentence_of_its_own)
{
    static const ddds_status all[] = {
#define STATUS(name, sentence) DDDS_##name,
        DDDS_STATUS_LIST(STATUS)
#undef STATUS
    };
    size_t count = sizeof all / sizeof *all;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(all[i], i);
        assert_true(strlen(ddds_status_text(all[i])) > 0);
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(ddds_status_text(all[i]),
                                    ddds_status_text(all[j]));
        }
    }
    assert_int_equal(DDDS_OK, 0);
    assert_string_equal(ddds_status_text(DDDS_OK), "success");
    assert_string_equal(ddds_status_text((ddds_status)1000), "unknown status");
}

TEST(the_version_is_that_of_the_header)
{
    assert_string_equal(ddds_version(), DDDS_VERSION);
}

TEST(an_error_holds_status_offset_and_detail)
{
    struct ddds_error error;
    assert_int_equal(
        ddds_error_set(&error, DDDS_SYNTAX, 7, "%s at %d", "it", 7),
        DDDS_SYNTAX);
    assert_int_equal(error.status, DDDS_SYNTAX);
    assert_int_equal(error.offset, 7);
    assert_string_equal(error.detail, "it at 7");
}

TEST(nobody_needs_to_want_the_error)
{
    assert_int_equal(ddds_error_set(NULL, DDDS_LIMIT, 0, "x"), DDDS_LIMIT);
    assert_int_equal(ddds_error_no_memory(NULL), DDDS_NO_MEMORY);
}

TEST(want_of_memory_has_no_offset)
{
    struct ddds_error error;
    assert_int_equal(ddds_error_no_memory(&error), DDDS_NO_MEMORY);
    assert_int_equal(error.status, DDDS_NO_MEMORY);
    assert_int_equal(error.offset, DDDS_NO_OFFSET);
    assert_string_equal(error.detail, "out of memory");
}

TEST(details_hold_no_control_characters)
{
    for (const char **row =
             table_rows("fixtures/tables/status.tsv", "Details", 2);
         table_next(row);) {
        struct ddds_error error;
        ddds_error_set(&error, DDDS_SYNTAX, 0, "%s", row[0]);
        assert_string_equal(error.detail, row[1]);
    }
}

TEST(long_details_are_cut_between_characters)
{
    struct ddds_error error;
    char text[2 * DDDS_DETAIL_SIZE];
    for (size_t length = DDDS_DETAIL_SIZE - 5; length < DDDS_DETAIL_SIZE + 5;
         length++) {
        memset(text, 'x', sizeof text);
        memcpy(text + length - 3, "\xe2\x82\xac", 4);
        ddds_error_set(&error, DDDS_SYNTAX, 0, "%s", text);
        if (length < DDDS_DETAIL_SIZE) {
            assert_string_equal(error.detail, text);
        } else if (length - 3 < DDDS_DETAIL_SIZE - 1) {
            assert_int_equal(strlen(error.detail), length - 3);
        } else {
            assert_int_equal(strlen(error.detail), DDDS_DETAIL_SIZE - 1);
        }
    }
}

TEST(octets_are_shown_as_themselves_or_in_decimal)
{
    static const struct {
        char octet;
        const char *expected;
    } cases[] = {
        {'a', "\"a\""},    {' ', "\" \""},        {'~', "\"~\""},
        {'\'', "\"'\""},   {'"', "'\"'"},         {'\n', "\\010"},
        {'\x7f', "\\127"}, {(char)0x80, "\\128"}, {(char)0xff, "\\255"},
        {'\0', "the end"}, {'%', "\"%\""},        {'\\', "\"\\\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char shown[ERROR_OCTET_SIZE];
        ddds_error_show(cases[i].octet, shown);
        assert_string_equal(shown, cases[i].expected);
    }
}

TEST(quotations_are_short_and_whole)
{
    char text[ERROR_QUOTED + 10];
    memset(text, 'x', sizeof text);
    assert_int_equal(ddds_error_quoted(text, 0), 0);
    assert_int_equal(ddds_error_quoted(text, ERROR_QUOTED), ERROR_QUOTED);
    assert_string_equal(ddds_error_ellipsis(ERROR_QUOTED), "");
    assert_int_equal(ddds_error_quoted(text, sizeof text), ERROR_QUOTED);
    assert_string_equal(ddds_error_ellipsis(sizeof text), "...");
    memcpy(text + ERROR_QUOTED - 2, "\xe2\x82\xac", 3);
    assert_int_equal(ddds_error_quoted(text, sizeof text), ERROR_QUOTED - 2);
    memcpy(text + ERROR_QUOTED - 3, "\xe2\x82\xacx", 4);
    assert_int_equal(ddds_error_quoted(text, sizeof text), ERROR_QUOTED);
    memset(text, 0x80, sizeof text);
    assert_int_equal(ddds_error_quoted(text, sizeof text), 0);
    assert_int_equal(ddds_error_quoted(text, SIZE_MAX), 0);
}
