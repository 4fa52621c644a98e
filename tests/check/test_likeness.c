/* Expressions that are like others: which are, and that they do what they would
 * do if they had been read by themselves.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/likeness.h"
#include "rule/substitution.h"
#include "base/table.h"

#define TABLE "fixtures/tables/likeness.tsv"

static bool are_alike(const char *other, const char *regexp)
{
    size_t length = strlen(other);
    return ddds_likeness_holds(other, length,
                               ddds_likeness_second(other, length), regexp,
                               strlen(regexp));
}

TEST(the_text_of_the_replacement_may_differ)
{
    struct table table;
    const char *row[3];
    table_open(&table, TABLE, "The text of the replacement may differ");
    while (table_fields(&table, row, 3)) {
        const char *other = row[0];
        const char *regexp = row[1];
        bool row_are_alike = strcmp(row[2], "yes") == 0;
        if (are_alike(other, regexp) != row_are_alike) {
            fail_msg("%s and %s", other, regexp);
        }
    }
}

static void check_output(const ddds_substitution *like, const char *regexp,
                         const char *input)
{
    char output[256];
    char expected[256];
    bool matched;
    bool should_match;
    ddds_substitution *whole = ddds_substitution_new(regexp, NULL);
    assert_non_null(whole);
    assert_ok(ddds_substitution_apply(whole, input, expected, sizeof expected,
                                      &should_match, NULL, NULL));
    assert_ok(ddds_substitution_apply(like, input, output, sizeof output,
                                      &matched, NULL, NULL));
    assert_int_equal(matched, should_match);
    assert_string_equal(output, expected);
    assert_string_equal(like->replacement, whole->replacement);
    assert_string_equal(like->flags, whole->flags);
    assert_string_equal(like->literal, whole->literal);
    assert_string_equal(like->ere, whole->ere);
    assert_int_equal(like->is_constant, whole->is_constant);
    ddds_substitution_free(whole);
}

/* One that matches all, a shape, and one that PCRE2 matches. */
TEST(they_produce_what_they_would_by_themselves)
{
    static const char *const pairs[][2] = {
        {"!^.*$!sip:a@example.com!", "!^.*$!mailto:info@example.net!"},
        {"!^(.*)$!sip:\\1@a!", "!^(.*)$!tel:\\1;ext=1!"},
        {"!^\\+44(.*)$!sip:\\1@a!", "!^\\+44(.*)$!sip:x\\1@b.example!"},
        {"!^\\+(1|44)(.*)$!a\\2\\1b!", "!^\\+(1|44)(.*)$!cd\\2\\1ef!"},
        {"!^(\\+4)*4(.+)$!\\2-!", "!^(\\+4)*4(.+)$!\\2 and \xc3\xa4!"},
    };
    static const char *const inputs[] = {"+441632960083", "+1", "+44\xc3\xa4",
                                         "x", "44"};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const char *regexp = pairs[i][1];
        size_t second = ddds_likeness_second(pairs[i][0], strlen(pairs[i][0]));
        assert_true(are_alike(pairs[i][0], regexp));
        ddds_substitution *model = ddds_substitution_new(pairs[i][0], NULL);
        assert_non_null(model);
        ddds_substitution *like = ddds_substitution_like(model, regexp, second);
        assert_non_null(like);
        for (size_t k = 0; k < sizeof inputs / sizeof inputs[0]; k++) {
            check_output(like, regexp, inputs[k]);
        }
        ddds_substitution_free(like);
        ddds_substitution_free(model);
    }
}
