/* Expectations: valid lines, and invalid lines, with the place and the correct
 * form. Conformance test-kinds holds results against them.
 *
 * SPDX-License-Identifier: MIT */
#include "test/expectation.h"
#include "base/table.h"

#define TABLE "fixtures/tables/expectation.tsv"

static const struct ddds_options no_options = {.size = sizeof no_options};

static ddds_status parse(struct expectation *expectation, const char *line,
                         struct ddds_error *error)
{
    return expectation_parse(expectation, line, strlen(line), &no_options,
                             false, error);
}

TEST(lines_are_read)
{
    static const char *const kinds[] = {
        [EXPECTED_URI] = "uri",           [EXPECTED_SERVERS] = "servers",
        [EXPECTED_ENDPOINT] = "endpoint", [EXPECTED_HOST] = "host",
        [EXPECTED_PROTOCOL] = "protocol", [EXPECTED_UUID] = "uuid",
        [EXPECTED_KEY] = "key",           [EXPECTED_NONE] = "none"};
    for (const char **row = table_rows(TABLE, "Lines", 4); table_next(row);) {
        struct expectation expectation;
        struct ddds_error error = {.detail = ""};
        if (parse(&expectation, row[0], &error) != DDDS_OK) {
            fail_msg("%s: %s", row[0], error.detail);
        }
        assert_string_equal(expectation.input, row[1]);
        assert_string_equal(kinds[expectation.kind], row[2]);
        assert_string_equal(expectation.value, row[3]);
        assert_null(expectation.application);
        assert_null(expectation.todo);
    }
}

TEST(a_line_of_record_may_lack_its_result)
{
    static struct expectation expectation;
    struct ddds_error error = {.detail = ""};
    for (const char **row = table_rows(TABLE, "Lines of record", 3);
         table_next(row);) {
        assert_ok(expectation_parse(&expectation, row[0], strlen(row[0]),
                                    &no_options, true, &error));
        assert_string_equal(expectation.input, "urn:a:1");
        assert_int_equal(expectation.result, table_number(row[1]));
        assert_int_equal(expectation.values[0], table_number(row[2]));
    }
    assert_int_equal(expectation_parse(&expectation, "urn:a:1 ->", 10,
                                       &no_options, true, &error),
                     DDDS_SYNTAX);
    assert_int_equal(parse(&expectation, "urn:a:1", &error), DDDS_SYNTAX);
}

TEST(keys_become_options)
{
    struct expectation expectation;
    assert_ok(
        parse(&expectation,
              "x:y service=I2L,I2R protocol=thttp app=uri root=a.example "
              "own-host=b.example,c.example dns=yes all=yes no-q=yes "
              "no-addresses=yes require-ad tied "
              "max-hops=3 max-queries=7 todo=\"not \\\"yet\\\"\" -> key a.b",
              NULL));
    const struct ddds_options *options = &expectation.options;
    assert_string_equal(options->services, "I2L,I2R");
    assert_string_equal(options->protocols, "thttp");
    assert_string_equal(options->roots, "a.example");
    assert_string_equal(options->own_hosts, "b.example,c.example");
    assert_true(options->dns && options->all && options->no_q &&
                options->no_addresses && options->require_authenticated);
    assert_true(expectation.is_tied);
    assert_int_equal(options->max_hops, 3);
    assert_int_equal(options->max_queries, 7);
    assert_string_equal(expectation.todo, "not \"yet\"");
    assert_ptr_equal(expectation.application, ddds_application_uri());
}

TEST(what_a_line_does_not_say_stays)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .services = "I2C",
                                         .protocols = "rcds",
                                         .all = true,
                                         .max_hops = 2};
    static const char line[] = "x:y service=N2L all=no -> key a.b";
    struct expectation expectation;
    assert_ok(expectation_parse(&expectation, line, sizeof line - 1, &options,
                                false, NULL));
    assert_string_equal(expectation.options.services, "N2L");
    assert_string_equal(expectation.options.protocols, "rcds");
    assert_false(expectation.options.all);
    assert_int_equal(expectation.options.max_hops, 2);
}

TEST(bad_lines_are_refused_where_they_fail)
{
    for (const char **row =
             table_rows(TABLE, "Bad lines are refused where they fail", 3);
         table_next(row);) {
        const char *line = row[0];
        size_t offset = table_number(row[1]);
        const char *detail = row[2];
        struct expectation expectation;
        struct ddds_error error = {.detail = ""};
        assert_int_equal(parse(&expectation, line, &error), DDDS_SYNTAX);
        if (error.offset != offset || strstr(error.detail, detail) == NULL) {
            fail_msg("%s: %s at %zu", line, error.detail, error.offset);
        }
    }
}

TEST(lines_have_limits)
{
    static char line[EXPECTATION_SIZE];
    struct expectation expectation;
    struct ddds_error error;
    memset(line, 'a', sizeof line - 1);
    assert_int_equal(parse(&expectation, line, &error), DDDS_SYNTAX);
    assert_non_null(strstr(error.detail, "longer than 8198 octets"));
    memcpy(line + sizeof line - 13, " -> uri x:y", 12);
    assert_ok(parse(&expectation, line, &error));
    assert_int_equal(strlen(expectation.input), sizeof line - 13);

    static const char nul[] = "x:y\0 -> uri a";
    assert_int_equal(expectation_parse(&expectation, nul, sizeof nul - 1,
                                       &no_options, false, &error),
                     DDDS_SYNTAX);
    assert_int_equal(error.offset, 3);
}

TEST(comments_are_blank)
{
    assert_true(expectation_is_blank("", 0));
    assert_true(expectation_is_blank(" \t", 2));
    assert_true(expectation_is_blank("# x", 3));
    assert_true(expectation_is_blank("  # x", 5));
    assert_false(expectation_is_blank("a # x", 5));
}
