/* The builder of bounded strings.
 *
 * SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "base/assertions.h"

TEST(pieces_follow_one_another)
{
    char memory[64];
    struct text text;
    ddds_text_init(&text, memory, sizeof memory);
    assert_string_equal(memory, "");
    ddds_text_string(&text, "abc");
    ddds_text_char(&text, '-');
    ddds_text_add(&text, "defgh", 2);
    ddds_text_string(&text, "");
    ddds_text_number(&text, 17);
    ddds_text_escape(&text, 7);
    assert_string_equal(memory, "abc-de17\\007");
    assert_int_equal(text.length, 12);
    assert_false(text.failed);
}

TEST(the_string_may_fill_its_memory)
{
    char memory[5] = "????";
    struct text text;
    ddds_text_init(&text, memory, 4);
    ddds_text_string(&text, "abc");
    assert_false(text.failed);
    assert_string_equal(memory, "abc");
}

TEST(what_does_not_fit_fails_once_and_for_all)
{
    char memory[4];
    struct text text;
    ddds_text_init(&text, memory, sizeof memory);
    ddds_text_string(&text, "ab");
    ddds_text_string(&text, "cd");
    assert_true(text.failed);
    assert_string_equal(memory, "ab");
    ddds_text_char(&text, 'c');
    ddds_text_number(&text, 1);
    ddds_text_escape(&text, 1);
    assert_true(text.failed);
    assert_string_equal(memory, "ab");
    assert_int_equal(text.length, 2);
}

TEST(memory_for_a_nul_alone_holds_the_empty_string)
{
    char memory[1];
    struct text text;
    ddds_text_init(&text, memory, 1);
    ddds_text_string(&text, "");
    assert_false(text.failed);
    ddds_text_char(&text, 'a');
    assert_true(text.failed);
    assert_string_equal(memory, "");
}

TEST(absurd_lengths_do_not_wrap_round)
{
    char memory[4];
    struct text text;
    ddds_text_init(&text, memory, sizeof memory);
    ddds_text_char(&text, 'a');
    ddds_text_add(&text, "b", SIZE_MAX);
    assert_true(text.failed);
    assert_string_equal(memory, "a");
}

TEST(numbers_are_decimal)
{
    static const struct {
        uint64_t value;
        const char *expected;
    } cases[] = {
        {0, "0"},
        {9, "9"},
        {10, "10"},
        {65535, "65535"},
        {UINT64_C(4294967296), "4294967296"},
        {UINT64_MAX, "18446744073709551615"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char memory[32];
        struct text text;
        ddds_text_init(&text, memory, sizeof memory);
        ddds_text_number(&text, cases[i].value);
        assert_string_equal(memory, cases[i].expected);
    }
}

TEST(escapes_have_three_digits)
{
    for (unsigned octet = 0; octet < 256; octet++) {
        char memory[8];
        char expected[8];
        struct text text;
        ddds_text_init(&text, memory, sizeof memory);
        ddds_text_escape(&text, (unsigned char)octet);
        snprintf(expected, sizeof expected, "\\%03u", octet);
        assert_string_equal(memory, expected);
    }
}
