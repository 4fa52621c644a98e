/* Tokens of expressions: kinds, and places in both texts.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/ere_scan.h"
#include "base/table.h"

#define TABLE "fixtures/tables/ere-scan.tsv"

/* A letter for each kind, in the order of enum ere_token_kind. */
static const char letters[] = "c\\.^()|*{[m-:n;]!";

/* The tokens of |text|, as letters. */
static const char *kinds_of(const char *text, const char *delimiter)
{
    static char kinds[128];
    struct ere_scan scan;
    struct ere_token token;
    size_t count = 0;
    ddds_ere_scan_begin(&scan, text, strlen(text), delimiter);
    while (ddds_ere_scan_next(&scan, &token)) {
        assert_true(count + 1 < sizeof kinds);
        kinds[count++] = letters[token.kind];
    }
    kinds[count] = '\0';
    return kinds;
}

TEST(every_token_has_its_kind)
{
    for (const char **row = table_rows(TABLE, "Every token has its kind", 2);
         table_next(row);) {
        const char *text = row[0];
        const char *kinds = row[1];
        assert_string_equal(kinds_of(text, ""), kinds);
    }
}

TEST(an_escaped_delimiter_is_a_character)
{
    for (const char **row =
             table_rows(TABLE, "An escaped delimiter is a character", 3);
         table_next(row);) {
        const char *text = row[0];
        const char *delimiter = row[1];
        const char *kinds = row[2];
        assert_string_equal(kinds_of(text, delimiter), kinds);
    }
}

TEST(tokens_have_places_in_both_texts)
{
    static const struct ere_token tokens[] = {
        {ERE_TOKEN_CHARACTER, 0, 2, 0, 1, 1, 1},
        {ERE_TOKEN_ESCAPE, 2, 2, 1, 2, 1, 1},
        {ERE_TOKEN_REPETITION, 4, 5, 3, 5, 2, 3},
        {ERE_TOKEN_BRACKET, 9, 2, 8, 2, 1, 1},
        {ERE_TOKEN_MEMBER, 11, 2, 10, 1, 1, 1},
        {ERE_TOKEN_BRACKET_END, 13, 1, 11, 1, 1, 1},
        {ERE_TOKEN_REPETITION, 14, 1, 12, 1, 0, ERE_NO_MOST},
    };
    const char text[] = "\\!\\.{2,3}[^\\!]*";
    struct ere_scan scan;
    struct ere_token token;
    ddds_ere_scan_begin(&scan, text, strlen(text), "!");
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        assert_true(ddds_ere_scan_next(&scan, &token));
        assert_int_equal(token.kind, tokens[i].kind);
        assert_int_equal(token.at, tokens[i].at);
        assert_int_equal(token.length, tokens[i].length);
        assert_int_equal(token.ere_at, tokens[i].ere_at);
        assert_int_equal(token.ere_length, tokens[i].ere_length);
        assert_int_equal(token.least, tokens[i].least);
        assert_int_equal(token.most, tokens[i].most);
    }
    assert_false(ddds_ere_scan_next(&scan, &token));
}

TEST(a_place_of_the_expression_is_one_of_the_field)
{
    /* The expression is "!\.b!": the delimiters lose their backslashes. */
    static const size_t places[] = {0, 2, 3, 4, 5, 7, 7};
    const char text[] = "\\!\\.b\\!";
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        assert_int_equal(ddds_ere_scan_place(text, strlen(text), "!", i),
                         places[i]);
    }
}

TEST(a_backslash_protects_a_delimiter)
{
    static const struct {
        const char *field;
        size_t places[4];
    } cases[] = {
        {"!a!b!", {2, 4, 5, 5}},
        {"!\\!!b!", {3, 5, 6, 6}},
        {"!\\\\!b!", {3, 5, 6, 6}},
        {"![\\!]!b!i", {5, 7, 9, 9}},
        {"!a\\", {3, 3, 3, 3}},
        {"\\a\\b\\", {2, 4, 5, 5}},
        {"!", {1, 1, 1, 1}},
        {"\xc2\xa6"
         "a\xc2\xa6\xc2\xa7\xc2\xa6",
         {3, 7, 9, 9}},
        {"\xc2\xa6\\\xc2\xa6\\\\\xc2\xa6\xc2", {7, 10, 10, 10}},
        {"\xa6"
         "a\xa6\xa6",
         {2, 3, 4, 4}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t at = 0;
        for (size_t j = 0; j < 4; j++) {
            at = ddds_ere_scan_delimiter(cases[i].field, strlen(cases[i].field),
                                         at + 1);
            assert_int_equal(at, cases[i].places[j]);
        }
    }
}

TEST(a_class_has_its_exact_name)
{
    assert_string_equal(ddds_ere_class_find("digit", 5)->pattern, "0-9");
    assert_string_equal(ddds_ere_class_find("xdigit", 6)->ranges, "09AFaf");
    assert_null(ddds_ere_class_find("digit", 4));
    assert_null(ddds_ere_class_find("digits", 6));
    assert_null(ddds_ere_class_find("DIGIT", 5));
    assert_null(ddds_ere_class_find("", 0));
}
