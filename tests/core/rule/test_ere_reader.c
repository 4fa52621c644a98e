/* Reading EREs: what they become, what is refused and where.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "rule/ere_reader.h"
#include "rule/ere_scan.h"
#include "base/table.h"

#define TABLE "fixtures/tables/ere-reader.tsv"

/* ---- What they become --------------------------------------------------- */

TEST(nothing_of_perl_is_left_in_a_pattern)
{
    for (const char **row =
             table_rows(TABLE, "Nothing of Perl is left in a pattern", 3);
         table_next(row);) {
        struct ere_reading reading;
        struct ddds_error error;
        if (ddds_ere_read(row[0], strlen(row[0]), &reading, &error) !=
            DDDS_OK) {
            fail_msg("%s: %s", row[0], error.detail);
        }
        assert_int_equal(reading.length, strlen(row[1]));
        assert_memory_equal(reading.pattern, row[1], reading.length);
        assert_int_equal(reading.groups, table_number(row[2]));
    }
}

/* POSIX allows them, BIND does not. */
TEST(hyphens_that_bind_refuses_are_known)
{
    for (const char **row =
             table_rows(TABLE, "Hyphens that BIND refuses are known", 2);
         table_next(row);) {
        size_t at = table_number(row[1]);
        const char *field = row[0];
        assert_int_equal(ddds_ere_scan_hyphen(field, strlen(field)), at);
    }
}

TEST(what_is_known_of_an_expression_saves_work)
{
    for (const char **row =
             table_rows(TABLE, "What is known of an expression saves work", 3);
         table_next(row);) {
        struct ere_reading reading;
        char known[64];
        assert_ok(ddds_ere_read(row[0], strlen(row[0]), &reading, NULL));
        snprintf(known, sizeof known, "%s%s%s%s%s",
                 reading.is_anchored ? "anchored " : "",
                 reading.is_determined ? "determined " : "",
                 ddds_ere_matches_all(row[0], strlen(row[0])) ? "all " : "",
                 reading.has_alternatives ? "branches " : "",
                 reading.is_utf ? "utf " : "");
        if (strcmp(known, row[1]) != 0) {
            fail_msg("%s (%s): %s", row[0], row[2], known);
        }
    }
}

/* ---- What is refused ----------------------------------------------------- */

TEST(refusals_say_where_and_why)
{
    for (const char **row = table_rows(TABLE, "Refusals say where and why", 3);
         table_next(row);) {
        const char *ere = row[0];
        size_t offset = table_number(row[1]);
        const char *why = row[2];
        struct ere_reading reading;
        struct ddds_error error;
        ddds_status status = ddds_ere_read(ere, strlen(ere), &reading, &error);
        if (status != DDDS_MALFORMED || error.offset != offset ||
            strstr(error.detail, why) == NULL) {
            fail_msg("%s: %zu for %zu: %s", ere,
                     status == DDDS_OK ? 999 : error.offset, offset,
                     status == DDDS_OK ? "accepted" : error.detail);
        }
    }
}

TEST(repeated_repetitions_have_a_limit)
{
    static const struct {
        const char *ere;
        bool is_allowed;
    } cases[] = {
        {"(a{255}){255}", true}, /* a{255} is one piece that counts */
        {"((a{255}){255}){255}", false}, {"((a{1,100}){1,100}){1,100}", false},
        {"((a){32}){32}", true},         {"((a){32}){33}", false},
        {"((a){32}b){32}", false},       {"((a){31}b){32}", true},
        {"((ab|c){0,16}){0,16}", true},  {"(((a){255}){255}){255}", false},
        {"a{255}b{255}c{255}", true},    {"(abcd){255}", true},
        {"(abcde){255}", false},         {"(a{255}){4}", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ere_reading reading;
        struct ddds_error error;
        ddds_status status =
            ddds_ere_read(cases[i].ere, strlen(cases[i].ere), &reading, &error);
        if ((status == DDDS_OK) != cases[i].is_allowed) {
            fail_msg("%s", cases[i].ere);
        }
        if (status != DDDS_OK) {
            assert_int_equal(status, DDDS_LIMIT);
            assert_true(error.offset < strlen(cases[i].ere));
            assert_non_null(strstr(error.detail, "too often"));
        }
    }
}

TEST(groups_nest_only_so_deep)
{
    char ere[2 * (LIMIT_GROUP_DEPTH + 1) + 1];
    for (size_t depth = LIMIT_GROUP_DEPTH; depth <= LIMIT_GROUP_DEPTH + 1;
         depth++) {
        struct ere_reading reading;
        struct ddds_error error;
        memset(ere, '(', depth);
        ere[depth] = 'a';
        memset(ere + depth + 1, ')', depth);
        ddds_status status =
            ddds_ere_read(ere, 2 * depth + 1, &reading, &error);
        if (depth == LIMIT_GROUP_DEPTH) {
            assert_ok(status);
            assert_int_equal(reading.groups, LIMIT_GROUP_DEPTH);
        } else {
            assert_int_equal(status, DDDS_MALFORMED);
            assert_int_equal(error.offset, LIMIT_GROUP_DEPTH);
        }
    }
}

/* However long the expression, the reason is not cut off. */
TEST(details_quote_no_more_than_they_must)
{
    char ere[LIMIT_STRING];
    struct ere_reading reading;
    struct ddds_error error;
    memset(ere, 'a', sizeof ere);
    ere[200] = '\\';
    ere[201] = 'd';
    assert_int_equal(ddds_ere_read(ere, sizeof ere, &reading, &error),
                     DDDS_MALFORMED);
    assert_non_null(strstr(error.detail, "\\w is [[:alnum:]_]), at 200"));
}

/* Every octet that an expression could have, in both places: what is written
 * has room, and every expression ends. */
TEST(the_longest_patterns_fit)
{
    static const char *const pieces[] = {"-",           "[-]",    "[[:space:]]",
                                         "[[:cntrl:]]", "(a){0}", "(((a))){0}",
                                         "\\-",         "]"};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        char ere[LIMIT_STRING];
        size_t length = 0;
        struct ere_reading reading;
        while (length + strlen(pieces[i]) <= sizeof ere) {
            memcpy(ere + length, pieces[i], strlen(pieces[i]));
            length += strlen(pieces[i]);
        }
        assert_ok(ddds_ere_read(ere, length, &reading, NULL));
        assert_true(reading.length < ERE_PATTERN_SIZE);
    }
}
