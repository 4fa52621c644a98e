/* The table of codes: what users write into their pipelines.
 *
 * SPDX-License-Identifier: MIT */
#include "check/report/codes.h"
#include "base/assertions.h"

TEST(codes_are_l_and_three_digits_in_order)
{
    const char *before = "";
    for (size_t i = 0; i < CHECK_CODES; i++) {
        const char *code = ddds_check_code_at(i)->code;
        assert_int_equal(strlen(code), 4);
        assert_int_equal(code[0], 'L');
        assert_int_equal(strspn(code + 1, "0123456789"), 3);
        assert_true(strcmp(before, code) < 0);
        before = code;
    }
    assert_null(ddds_check_code_at(CHECK_CODES));
    assert_null(ddds_check_code_at(SIZE_MAX));
}

static void check_sentence(const char *sentence)
{
    size_t length = strlen(sentence);
    assert_true(length > 0);
    assert_int_not_equal(sentence[length - 1], '.');
    assert_null(strchr(sentence, '\n'));
    assert_null(strstr(sentence, "  "));
}

TEST(every_code_says_what_why_and_what_it_does)
{
    for (size_t i = 0; i < CHECK_CODES; i++) {
        const struct ddds_check_code *code = ddds_check_code_at(i);
        check_sentence(code->title);
        check_sentence(code->why);
        check_sentence(code->consequence);
        assert_true(code->severity <= DDDS_ERROR);
    }
}

TEST(codes_are_found_in_either_case)
{
    assert_string_equal(ddds_check_code_find("L204")->code, "L204");
    assert_string_equal(ddds_check_code_find("l204")->code, "L204");
    assert_null(ddds_check_code_find("L99"));
    assert_null(ddds_check_code_find("L2044"));
    assert_null(ddds_check_code_find(""));
}

TEST(severities_have_names)
{
    assert_string_equal(ddds_severity_text(DDDS_INFO), "info");
    assert_string_equal(ddds_severity_text(DDDS_WARNING), "warning");
    assert_string_equal(ddds_severity_text(DDDS_ERROR), "error");
    assert_string_equal(ddds_severity_text((enum ddds_severity)3),
                        "unknown severity");
}
