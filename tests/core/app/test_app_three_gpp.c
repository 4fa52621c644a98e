/* The 3GPP application: TS 29.303, and the names of TS 23.003.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "base/limits.h"
#include "core/start.h"
#include "base/table.h"

#define TABLE "fixtures/tables/app-three-gpp.tsv"

static const struct ddds_application *const application =
    &ddds_policy_three_gpp;

TEST(visited_countries_list_hosts)
{
    struct table table;
    const char *row[2];
    table_open(&table, TABLE, "Visited countries list hosts");
    while (table_fields(&table, row, 2)) {
        const char *key = row[0];
        bool is_list = strcmp(row[1], "yes") == 0;
        print_message("%s\n", key);
        assert_int_equal(application->lists_hosts(application, key), is_list);
    }
}

TEST(names_are_their_own_first_keys)
{
    struct table table;
    const char *row[3];
    table_open(&table, TABLE, "Names are their own first keys");
    while (table_fields(&table, row, 3)) {
        const char *input = row[0];
        const char *key = row[1];
        const char *why = row[2];
        struct started started;
        start_with(application, input, NULL, &started);
        if (started.status != DDDS_OK || strcmp(started.aus, key) != 0 ||
            strcmp(started.start.key, key) != 0) {
            fail_msg("%s (%s): %s %s", input, why, started.start.key,
                     started.error.detail);
        }
    }
}

TEST(names_that_are_almost_right_are_refused)
{
    struct table table;
    const char *row[3];
    table_open(&table, TABLE, "Names that are almost right are refused");
    while (table_fields(&table, row, 3)) {
        const char *input = row[0];
        size_t offset = table_number(row[1]);
        const char *detail = row[2];
        struct started started;
        start_with(application, input, NULL, &started);
        if (detail == NULL) {
            assert_int_equal(started.status, DDDS_OK);
            continue;
        }
        if (started.status != DDDS_BAD_INPUT ||
            started.error.offset != offset ||
            strstr(started.error.detail, detail) == NULL) {
            fail_msg("%s: %d at %zu: %s", input, started.status,
                     started.error.offset, started.error.detail);
        }
    }
}

/* Identifiers whose names conformance 3gpp-identifiers does not show in full:
 * the string that rules are applied to is the name, too. */
TEST(identifiers_become_names)
{
    struct table table;
    const char *row[2];
    table_open(&table, TABLE, "Identifiers become names");
    while (table_fields(&table, row, 2)) {
        const char *input = row[0];
        const char *key = row[1];
        struct started started;
        start_with(application, input, NULL, &started);
        if (started.status != DDDS_OK || strcmp(started.aus, key) != 0 ||
            strcmp(started.start.key, key) != 0) {
            fail_msg("%s: %s %s", input, started.start.key,
                     started.error.detail);
        }
    }
}

/* As long as an input may be, and such that every octet could begin the rest of
 * an expression. */
TEST(a_long_identifier_is_refused)
{
    static const char *const parts[] = {"a", "a.", ".mnc01", "@001-01"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char input[LIMIT_INPUT + 1] = "apn:";
        size_t length = strlen(parts[i]);
        for (size_t at = 4; at + length < sizeof input; at += length) {
            memcpy(input + at, parts[i], length);
        }
        struct started started;
        start_with(application, input, NULL, &started);
        assert_int_equal(started.status, DDDS_BAD_INPUT);
    }
}

/* TS 29.303 section 4.3.2: |near| is what the client named. */
TEST(common_labels_are_counted)
{
    static const struct {
        const char *host;
        const char *near;
        unsigned closeness;
    } rows[] = {
        {"topon.s5.gw1.east.example", "topon.s11.gw2.east.example", 2},
        {"topon.s5.gw1.east.example", "topon.s11.gw1.west.example", 1},
        {"topon.s5.gw1.east.example", "topon.s11.gw1.east.example",
         DDDS_COLLOCATED},
        {"topoff.s5.gw1.east.example", "topon.s11.gw1.east.example",
         DDDS_COLLOCATED},
        {"gw1.east.example", "topoff.s11.gw1.east.example", DDDS_COLLOCATED},
        {"gw1.east.example", "gw1.east.example", DDDS_COLLOCATED},
        {"topon.s5.gw1.east.example", "gw2.east.example", 2},
        {"topon.s5.gw1.east.example", "example", 1},
        {"topon.s5.gw1.east.example", "a.test", 0},
        {"topon.s5.gw1.east.example", "gw2.least.example", 1},
        {"gw1.east.example", "topon.s11.gw2.east.example", 0},
        {"topoff.s5.gw1.east.example", "topon.s11.gw2.east.example", 0},
        {"topon.s5.gw1.east.example", "topoff.s11.gw2.east.example", 0},
        {"topon.s5.example", "topon.s11.a.example", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        print_message("%s %s\n", rows[i].host, rows[i].near);
        assert_int_equal(
            application->closeness(application, rows[i].host, rows[i].near),
            rows[i].closeness);
    }
}

TEST(a_node_has_several_names)
{
    static const struct {
        const char *one;
        const char *other;
        bool is_same;
    } cases[] = {
        {"topon.s11.gw.example", "topoff.s4.gw.example", true},
        {"topon.s11.gw.example", "gw.example", true},
        {"gw.example", "gw.example", true},
        {"topon.s11.gw1.example", "topon.s11.gw2.example", false},
        {"topoff.gw.example", "topon.gw.example", true},
        {"toponx.s11.gw.example", "gw.example", false},
        {"topon.", "topoff.", false},
        {"topon", "topoff", false},
        {"s11.gw.example", "s4.gw.example", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(application->is_same_node(application, cases[i].one,
                                                   cases[i].other),
                         cases[i].is_same);
        assert_int_equal(application->is_same_node(application, cases[i].other,
                                                   cases[i].one),
                         cases[i].is_same);
    }
}

TEST(the_policy_is_that_of_the_standard)
{
    assert_string_equal(application->name, "3gpp");
    assert_string_equal(application->flags, "SA");
    assert_false(application->order_closes);
    assert_true(application->preference_is_weight);
    assert_int_equal(application->regexp, DDDS_REGEXP_NONE);
    assert_null(application->root);
    assert_non_null(application->is_offered);
}

/* TS 29.303 annex B: which records a protocol finds. */
TEST(one_value_in_common_is_enough)
{
    struct table table;
    const char *row[3];
    table_open(&table, TABLE, "One value in common is enough");
    while (table_fields(&table, row, 3)) {
        const char *row_wanted = row[0];
        const char *row_offered = row[1];
        bool row_is_offered = strcmp(row[2], "yes") == 0;
        print_message("%s finds %s\n", row_wanted, row_offered);
        struct ddds_span wanted = {row_wanted, strlen(row_wanted)};
        struct ddds_span offered = {row_offered, strlen(row_offered)};
        assert_int_equal(application->is_offered(application, wanted, offered),
                         row_is_offered);
    }
}
