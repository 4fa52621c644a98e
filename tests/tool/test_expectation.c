/* Expectations: lines that can be read, lines that cannot, with the place and
 * what to write instead, and whether results are what they say.
 *
 * SPDX-License-Identifier: MIT */
#include "test/expectation.h"
#include "base/assertions.h"

static const struct ddds_options no_options = {.size = sizeof no_options};

static ddds_status parse(struct expectation *expectation, const char *line,
                         struct ddds_error *error)
{
    return expectation_parse(expectation, line, strlen(line), &no_options,
                             false, error);
}

static void lines_are_read(void **state)
{
    static const struct {
        const char *line;
        const char *input;
        enum expected_kind kind;
        const char *value;
    } rows[] = {
        {"urn:a:1 -> uri http://x/", "urn:a:1", EXPECTED_URI, "http://x/"},
        {"\turn:a:1\t->\turi\thttp://x/ \t", "urn:a:1", EXPECTED_URI,
         "http://x/"},
        {"urn:a:1->b -> uri x:y", "urn:a:1->b", EXPECTED_URI, "x:y"},
        {"\"a \\\"b\\\" \\\\c\" -> none bad_input", "a \"b\" \\c",
         EXPECTED_NONE, "BAD_INPUT"},
        {"\"->\" -> none BAD_INPUT", "->", EXPECTED_NONE, "BAD_INPUT"},
        {"\"\" -> none BAD_INPUT", "", EXPECTED_NONE, "BAD_INPUT"},
        {"a=b -> key A.Example.", "a=b", EXPECTED_KEY, "a.example"},
        {"x:y -> host Www.Example.COM.", "x:y", EXPECTED_HOST,
         "www.example.com"},
        {"x:y -> servers _Http._TCP.example.com", "x:y", EXPECTED_SERVERS,
         "_http._tcp.example.com"},
        {"x:y -> endpoint Www.Example.com.:0080", "x:y", EXPECTED_ENDPOINT,
         "www.example.com:80"},
        {"x:y -> endpoint \"A\\\\ b.example:1\"", "x:y", EXPECTED_ENDPOINT,
         "a\\032b.example:1"},
        {"x:y -> endpoint a\\032b.example:65535", "x:y", EXPECTED_ENDPOINT,
         "a\\032b.example:65535"},
        {"x:y -> protocol \"what is left\"", "x:y", EXPECTED_PROTOCOL,
         "what is left"},
        {"x:y#f -> uri http://x/#f", "x:y#f", EXPECTED_URI, "http://x/#f"},
        {"x:y -> uuid urn:uuid:F81D4FAE-7dec-11d0-a765-00a0c91e6bf6", "x:y",
         EXPECTED_UUID, "urn:uuid:F81D4FAE-7dec-11d0-a765-00a0c91e6bf6"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct expectation expectation;
        struct ddds_error error = {.detail = ""};
        if (parse(&expectation, rows[i].line, &error) != DDDS_OK) {
            fail_msg("%s: %s", rows[i].line, error.detail);
        }
        assert_string_equal(expectation.input, rows[i].input);
        assert_int_equal(expectation.kind, rows[i].kind);
        assert_string_equal(expectation.value, rows[i].value);
        assert_null(expectation.application);
        assert_null(expectation.todo);
    }
}

static void a_line_of_record_may_lack_its_result(void **state)
{
    static const struct {
        const char *line;
        size_t result; /* offset; 0: none */
        size_t service;
    } rows[] = {
        {"urn:a:1", 0, 0},
        {"  urn:a:1  service=I2C  ", 0, 19},
        {"urn:a:1 service=I2C ->  none NO_NAME", 24, 16},
    };
    static struct expectation expectation;
    struct ddds_error error = {.detail = ""};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(expectation_parse(&expectation, rows[i].line,
                                           strlen(rows[i].line), &no_options,
                                           true, &error),
                         DDDS_OK);
        assert_string_equal(expectation.input, "urn:a:1");
        assert_int_equal(expectation.result, rows[i].result);
        assert_int_equal(expectation.values[0], rows[i].service);
    }
    assert_int_equal(expectation_parse(&expectation, "urn:a:1 ->", 10,
                                       &no_options, true, &error),
                     DDDS_SYNTAX);
    assert_int_equal(parse(&expectation, "urn:a:1", &error), DDDS_SYNTAX);
}

static void keys_become_options(void **state)
{
    struct expectation expectation;
    assert_int_equal(
        parse(&expectation,
              "x:y service=I2L,I2R protocol=thttp app=uri root=a.example "
              "own-host=b.example,c.example dns=yes all=yes no-q=yes "
              "no-addresses=yes require-ad tied "
              "max-hops=3 max-queries=7 todo=\"not \\\"yet\\\"\" -> key a.b",
              NULL),
        DDDS_OK);
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

static void what_a_line_does_not_say_stays(void **state)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .services = "I2C",
                                         .protocols = "rcds",
                                         .all = true,
                                         .max_hops = 2};
    static const char line[] = "x:y service=N2L all=no -> key a.b";
    struct expectation expectation;
    assert_int_equal(expectation_parse(&expectation, line, sizeof line - 1,
                                       &options, false, NULL),
                     DDDS_OK);
    assert_string_equal(expectation.options.services, "N2L");
    assert_string_equal(expectation.options.protocols, "rcds");
    assert_false(expectation.options.all);
    assert_int_equal(expectation.options.max_hops, 2);
}

static void bad_lines_are_refused_where_they_fail(void **state)
{
    static const struct {
        const char *line;
        size_t offset;
        const char *detail; /* a piece of it */
    } rows[] = {
        {"", 0, "write INPUT -> KIND VALUE"},
        {"-> uri x", 0, "missing input"},
        {"x:y", 3, "write -> KIND VALUE"},
        {"x:y ->", 6, "after \"->\" write one of uri, servers, endpoint"},
        {"x:y -> URI x", 7, "unknown kind of result \"URI\""},
        {"x:y -> uri", 10, "after \"uri\" write a URI"},
        {"x:y -> protocol \"\"", 16, "after \"protocol\" write the output"},
        {"x:y -> uri a b", 13, "in double quotes"},
        {"x:y -> uri a # b", 13, "a line of its own"},
        {"x:y -> uri a-> uri b", 15, "in double quotes"},
        {"x:y-> uri a", 6, "unknown key \"uri\""},
        {"x:y ->uri a", 4, "put a blank before and after"},
        {"x:y service=a->uri a", 4, "put a blank before and after"},
        {"x:y colour=red -> uri a", 4, "unknown key \"colour=red\""},
        {"x:y servic=a -> uri a", 4,
         "write KEY=VALUE with one of "
         "service, protocol"},
        {"x:y services=a -> uri a", 4, "unknown key"},
        {"x:y \"service=a\" -> uri a", 4, "unknown key"},
        {"x:y service -> uri a", 4, "write service=VALUE, without blanks"},
        {"x:y service= I2C -> uri a", 4, "write service=VALUE"},
        {"x:y service=a service=b -> uri a", 14, "with commas between"},
        {"x:y dns=yes dns=no -> uri a", 12, "dns is given twice"},
        {"x:y app=nope -> uri a", 8, "unknown application \"nope\""},
        {"x:y dns=1 -> uri a", 8, "write yes or no"},
        {"x:y tied= -> uri a", 4, "write tied=VALUE"},
        {"x:y max-hops=0 -> uri a", 13, "from 1 to 1000"},
        {"x:y max-hops=1001 -> uri a", 13, "from 1 to 1000"},
        {"x:y max-queries=-1 -> uri a", 16, "from 1 to 100000"},
        {"x:y max-queries=99999999999999999999 -> uri a", 16, "from 1 to"},
        {"x:y -> endpoint www.example.com", 16, "write HOST:PORT"},
        {"x:y -> endpoint :80", 16, "write HOST:PORT"},
        {"x:y -> endpoint a:http", 16, "write HOST:PORT"},
        {"x:y -> endpoint a:80x", 16, "write HOST:PORT"},
        {"x:y -> endpoint a:65536", 16, "write HOST:PORT"},
        {"x:y -> endpoint a:-1", 16, "write HOST:PORT"},
        {"x:y -> endpoint a..:1", 16, "write HOST:PORT"},
        {"x:y -> endpoint .:1", 16, "write HOST:PORT"},
        {"x:y -> host http://a/", 12, "write a domain name"},
        {"x:y -> key a..b", 11, "write a domain name"},
        {"x:y -> uuid f81d4fae", 12, "write a UUID"},
        {"x:y -> none NOPE", 12,
         "unknown reason code \"NOPE\"; write one of NO_NAME"},
        {"x:y -> none RESOLVED", 12, "unknown reason code"},
        {"\"x:y -> uri a", 0, "the closing quote is missing"},
        {"\"x\\y\" -> uri a", 2, "for a backslash"},
        {"\"x\\", 2, "for a backslash"},
        {"\"x\"y -> uri a", 3, "expected a blank after the closing quote"},
        {"x:y todo=\"a\"b -> uri a", 12, "expected a blank after the closing"},
        {"x:y todo=\"a -> uri a", 9, "the closing quote is missing"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct expectation expectation;
        struct ddds_error error = {.detail = ""};
        assert_int_equal(parse(&expectation, rows[i].line, &error),
                         DDDS_SYNTAX);
        if (error.offset != rows[i].offset ||
            strstr(error.detail, rows[i].detail) == NULL) {
            fail_msg("%s: %s at %zu", rows[i].line, error.detail, error.offset);
        }
    }
}

static void lines_have_limits(void **state)
{
    static char line[EXPECTATION_SIZE];
    struct expectation expectation;
    struct ddds_error error;
    memset(line, 'a', sizeof line - 1);
    assert_int_equal(parse(&expectation, line, &error), DDDS_SYNTAX);
    assert_non_null(strstr(error.detail, "longer than 8198 octets"));
    memcpy(line + sizeof line - 13, " -> uri x:y", 12);
    assert_int_equal(parse(&expectation, line, &error), DDDS_OK);
    assert_int_equal(strlen(expectation.input), sizeof line - 13);

    static const char nul[] = "x:y\0 -> uri a";
    assert_int_equal(expectation_parse(&expectation, nul, sizeof nul - 1,
                                       &no_options, false, &error),
                     DDDS_SYNTAX);
    assert_int_equal(error.offset, 3);
}

static void comments_are_blank(void **state)
{
    assert_true(expectation_is_blank("", 0));
    assert_true(expectation_is_blank(" \t", 2));
    assert_true(expectation_is_blank("# x", 3));
    assert_true(expectation_is_blank("  # x", 5));
    assert_false(expectation_is_blank("a # x", 5));
}

/* ---- Results ----------------------------------------------------------- */

static struct ddds_step steps[] = {
    {.kind = DDDS_ASK_RULES, .name = "foo.urn.arpa"},
    {.kind = DDDS_ASK_SERVERS, .name = "_x._tcp.example"},
};
static struct ddds_endpoint endpoints[] = {
    {.host = "a.example", .has_port = true, .port = 80},
    {.host = "b.example", .has_port = true, .port = 8080},
};
static struct ddds_endpoint host = {.host = "h.example"};
static struct ddds_outcome outcomes[] = {
    {.kind = DDDS_OUTCOME_SERVERS,
     .output = "_x._tcp.example",
     .endpoints = endpoints,
     .endpoint_count = 2},
    {.kind = DDDS_OUTCOME_URI, .output = "x:y", .uri = "x:y?q"},
    {.kind = DDDS_OUTCOME_HOST,
     .output = "h.example",
     .endpoints = &host,
     .endpoint_count = 1},
    {.kind = DDDS_OUTCOME_PROTOCOL, .output = "left"},
    {.kind = DDDS_OUTCOME_UUID, .output = "urn:uuid:"},
};

static struct ddds_result result_of(size_t first, size_t count)
{
    struct ddds_result result = {.outcomes = outcomes + first,
                                 .outcome_count = count,
                                 .steps = steps,
                                 .step_count = 2};
    result.reason = count > 0 ? DDDS_REASON_RESOLVED : DDDS_REASON_NO_SERVERS;
    result.at = count > 0 ? NULL : "_x._tcp.example";
    return result;
}

static const struct {
    const char *expected;
    size_t first;
    size_t count;
    bool holds;
    const char *got;
    const char *reason;
} checks[] = {
    {"servers _x._tcp.example", 0, 1, true, "servers _x._tcp.example", NULL},
    {"servers a.example", 0, 1, false, "servers _x._tcp.example",
     "it resolved to different servers"},
    {"endpoint b.example:8080", 0, 1, true, NULL, NULL},
    {"endpoint b.example:80", 0, 1, false,
     "endpoint a.example:80, endpoint b.example:8080",
     "it resolved to different endpoints"},
    {"endpoint b.exampl:8080", 0, 1, false, NULL, NULL},
    {"endpoint h.example:0", 2, 1, false, "host h.example",
     "it resolved to a different kind of result"},
    {"host h.example", 2, 1, true, NULL, NULL},
    {"host a.example", 0, 1, false, "servers _x._tcp.example", NULL},
    {"uri x:y?q", 1, 1, true, NULL, NULL},
    {"uri x:y", 1, 1, false, "uri x:y?q", "it resolved to a different URI"},
    {"protocol left", 3, 1, true, NULL, NULL},
    {"protocol right", 3, 1, false, "protocol left", NULL},
    {"uuid 00000000-0000-0000-0000-000000000000", 4, 1, true, NULL, NULL},
    {"uuid 00000000-0000-0000-0000-000000000001", 4, 1, false, NULL, NULL},
    {"protocol left", 0, 5, true, NULL, NULL},
    {"key foo.urn.arpa", 0, 1, true, NULL, NULL},
    {"key _x._tcp.example", 0, 1, false, "key foo.urn.arpa",
     "the walk did not go through that key"},
    {"none NO_SERVERS", 0, 0, true, NULL, NULL},
    {"none NO_SERVERS", 0, 1, false, "servers _x._tcp.example", "it resolved"},
    {"none NO_NAME", 0, 0, false, "none NO_SERVERS",
     "no server offers the service at _x._tcp.example"},
    {"uri x:y", 0, 0, false, "none NO_SERVERS", NULL},
};

static void check_text(void (*print)(FILE *, const struct expectation *,
                                     const struct ddds_result *),
                       const struct expectation *expectation,
                       const struct ddds_result *result, const char *wanted)
{
    char text[256] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    print(out, expectation, result);
    fclose(out);
    if (wanted != NULL) {
        assert_string_equal(text, wanted);
    }
}

static void results_are_held_against_it(void **state)
{
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        struct expectation expectation;
        char line[128];
        struct ddds_result result = result_of(checks[i].first, checks[i].count);
        snprintf(line, sizeof line, "x:y -> %s", checks[i].expected);
        assert_int_equal(parse(&expectation, line, NULL), DDDS_OK);
        if (expectation_holds(&expectation, &result) != checks[i].holds) {
            fail_msg("row %zu: %s", i, checks[i].expected);
        }
        check_text(expectation_print_got, &expectation, &result, checks[i].got);
        check_text(expectation_print_reason, &expectation, &result,
                   checks[i].reason);
    }
}

static void refusals_are_held_against_it(void **state)
{
    struct expectation expectation;
    assert_int_equal(parse(&expectation, "x -> none BAD_INPUT", NULL), DDDS_OK);
    assert_true(expectation_holds_of_refusal(&expectation));
    assert_int_equal(parse(&expectation, "x -> none NO_NAME", NULL), DDDS_OK);
    assert_false(expectation_holds_of_refusal(&expectation));
    assert_int_equal(parse(&expectation, "x -> uri BAD_INPUT", NULL), DDDS_OK);
    assert_false(expectation_holds_of_refusal(&expectation));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(a_line_of_record_may_lack_its_result),
        cmocka_unit_test(keys_become_options),
        cmocka_unit_test(what_a_line_does_not_say_stays),
        cmocka_unit_test(bad_lines_are_refused_where_they_fail),
        cmocka_unit_test(lines_have_limits),
        cmocka_unit_test(comments_are_blank),
        cmocka_unit_test(results_are_held_against_it),
        cmocka_unit_test(refusals_are_held_against_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
