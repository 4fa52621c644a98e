/* Applying expressions: outputs, their limits, captures, other readings.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "base/limits.h"
#include "base/table.h"

#define TABLE "fixtures/tables/rewrite.tsv"

static ddds_substitution *make(const char *field)
{
    struct ddds_error error;
    ddds_substitution *substitution = ddds_substitution_new(field, &error);
    if (substitution == NULL) {
        fail_msg("%s: %s", field, error.detail);
    }
    return substitution;
}

/* ---- Captures ----------------------------------------------------------- */

TEST(captures_point_into_the_subject)
{
    for (const char **row = table_rows(TABLE, "Captures", 3);
         table_next(row);) {
        ddds_substitution *substitution = make(row[0]);
        struct ddds_captures captures = DDDS_CAPTURES_INIT;
        char output[16];
        bool matched = false;
        const char *place = row[2];
        assert_ok(ddds_substitution_apply(substitution, row[1], output,
                                          sizeof output, &matched, &captures,
                                          NULL));
        assert_true(matched);
        for (unsigned group = 0; group < 10; group++) {
            long begin = -1;
            long end = -1;
            int length = *place == '-';
            sscanf(place, "(%ld,%ld)%n", &begin, &end, &length);
            place += length;
            assert_ptr_equal(captures.group[group].text,
                             begin < 0 ? NULL : row[1] + begin);
            assert_int_equal(captures.group[group].length, end - begin);
        }
        ddds_substitution_free(substitution);
    }
}

/* ---- Output -------------------------------------------------------------- */

TEST(an_output_that_does_not_fit_is_a_limit)
{
    ddds_substitution *substitution = make("!^(.*)$!<\\1>!");
    for (size_t size = 1; size < 10; size++) {
        char output[10];
        struct ddds_error error;
        bool matched = true;
        struct ddds_captures captures = DDDS_CAPTURES_INIT;
        memset(output, '#', sizeof output);
        ddds_status status = ddds_substitution_apply(
            substitution, "abcd", output, size, &matched, &captures, &error);
        assert_int_equal(captures.group[1].length, size < 7 ? 0 : 4);
        if (size < 7) {
            assert_int_equal(status, DDDS_LIMIT);
            assert_false(matched);
            assert_string_equal(output, "");
            assert_non_null(strstr(error.detail, "longer than"));
        } else {
            assert_ok(status);
            assert_true(matched);
            assert_string_equal(output, "<abcd>");
        }
        assert_true(size >= sizeof output || output[size] == '#');
    }
    ddds_substitution_free(substitution);
}

TEST(without_a_match_the_output_is_empty)
{
    static const char *const cases[][2] = {
        {"!^a$!x!", "b"},    /* no match */
        {"!^.*$!!", "b"},    /* an empty output */
        {"!^(.*)$!\\1!", ""} /* an empty output, from a group */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ddds_substitution *substitution = make(cases[i][0]);
        char output[4] = "old";
        bool matched = true;
        assert_ok(ddds_substitution_apply(substitution, cases[i][1], output,
                                          sizeof output, &matched, NULL, NULL));
        assert_false(matched);
        assert_string_equal(output, "");
        ddds_substitution_free(substitution);
    }
}

TEST(too_many_steps_are_a_limit)
{
    ddds_substitution *substitution = make("!^(a|aa)+$!x!");
    char subject[64];
    char output[8] = "old";
    struct ddds_error error;
    bool matched = true;
    memset(subject, 'a', sizeof subject);
    subject[sizeof subject - 2] = '!';
    subject[sizeof subject - 1] = '\0';
    assert_int_equal(ddds_substitution_apply(substitution, subject, output,
                                             sizeof output, &matched, NULL,
                                             &error),
                     DDDS_LIMIT);
    assert_false(matched);
    assert_string_equal(output, "");
    assert_int_equal(error.offset, DDDS_NO_OFFSET);
    assert_non_null(strstr(error.detail, "more steps"));
    ddds_substitution_free(substitution);
}

TEST(the_longest_outputs_fit)
{
    static char subject[LIMIT_OUTPUT_SIZE];
    static char output[LIMIT_OUTPUT_SIZE];
    bool matched = false;
    memset(subject, 'a', LIMIT_INPUT);
    ddds_substitution *whole = make("!^(.*)$!\\1!");
    assert_ok(ddds_substitution_apply(whole, subject, output, sizeof output,
                                      &matched, NULL, NULL));
    assert_string_equal(output, subject);
    ddds_substitution_free(whole);
    ddds_substitution *more = make("!^(.*)$!\\1x!");
    assert_int_equal(ddds_substitution_apply(more, subject, output,
                                             sizeof output, &matched, NULL,
                                             NULL),
                     DDDS_LIMIT);
    ddds_substitution_free(more);
}

/* No octet is written beyond |size|, not even if that is 0. */
TEST(outputs_that_do_not_fit)
{
    static const struct {
        const char *field;
        const char *subject;
        bool matches;
    } cases[] = {
        {"!^(.*)$!\\1!", "ab", true},
        {"!.*!ab!", "x", true},
        {"!^(a|ab)(c|bcd)!\\1\\2!", "abcd", true},
        {"!b!x!", "abbb", true},
        {"!^b!x!", "ab", false},
        {"!.*!!", "ab", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ddds_substitution *substitution = make(cases[i].field);
        const ddds_status expected = cases[i].matches ? DDDS_LIMIT : DDDS_OK;
        for (size_t size = 0; size < 2; size++) {
            char output[] = "old";
            bool matched = true;
            assert_int_equal(
                ddds_substitution_apply(substitution, cases[i].subject, output,
                                        size, &matched, NULL, NULL),
                expected);
            assert_false(matched);
            for (enum ddds_reading reading = DDDS_READING_SED;
                 reading <= DDDS_READING_PERL; reading++) {
                matched = true;
                assert_int_equal(ddds_substitution_apply_as(
                                     substitution, reading, cases[i].subject,
                                     output, size, &matched, NULL),
                                 expected);
                assert_false(matched);
            }
            assert_memory_equal(output, size == 0 ? "old" : "\0ld", 4);
        }
        ddds_substitution_free(substitution);
    }
}

/* The text that sed keeps must fit, too. */
TEST(a_kept_prefix_that_does_not_fit)
{
    ddds_substitution *substitution = make("!b!x!");
    char output[3] = "";
    bool matched = true;
    assert_int_equal(ddds_substitution_apply_as(substitution, DDDS_READING_SED,
                                                "aab", output, sizeof output,
                                                &matched, NULL),
                     DDDS_LIMIT);
    assert_false(matched);
    assert_string_equal(output, "");
    ddds_substitution_free(substitution);
}

/* ---- Other readings ------------------------------------------------------ */

TEST(others_read_the_same_expression_otherwise)
{
    for (const char **row = table_rows(TABLE, "Readings", 5);
         table_next(row);) {
        ddds_substitution *substitution = make(row[0]);
        char output[64];
        bool matched = false;
        ddds_substitution_apply(substitution, row[1], output, sizeof output,
                                &matched, NULL, NULL);
        assert_string_equal(output, row[2]);
        assert_ok(ddds_substitution_apply_as(substitution, DDDS_READING_SED,
                                             row[1], output, sizeof output,
                                             &matched, NULL));
        assert_string_equal(output, row[3]);
        assert_int_equal(matched, output[0] != '\0');
        assert_ok(ddds_substitution_apply_as(substitution, DDDS_READING_PERL,
                                             row[1], output, sizeof output,
                                             &matched, NULL));
        assert_string_equal(output, row[4]);
        ddds_substitution_free(substitution);
    }
}
