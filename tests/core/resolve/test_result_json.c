/* Results as JSON that does not fit, and structs of show.h that are shorter
 * than in this version. fixtures/conformance test the output for each kind of
 * result.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/ddds.h>

#include "resolve/wording.h"
#include "base/assertions.h"

static const char zone[] = "$ORIGIN urn.arpa.\n$TTL 60\n@ SOA n h 1 2 3 4 5\n"
                           "first NAPTR 1 1 \"u\" \"http+I2L\" "
                           "\"!^urn:first:(.*)$!http://x/\\\\1!\" .\n";

static ddds_database *zones;

static int load(void **state)
{
    zones = ddds_memory_new(NULL);
    return ddds_memory_load_text(zones, "zone", zone, sizeof zone - 1, NULL,
                                 NULL) != DDDS_OK;
}

static int unload(void **state)
{
    ddds_database_free(zones);
    return 0;
}

static ddds_resolution *resolve(const char *input)
{
    ddds_resolution *done = ddds_resolve(zones, NULL, input, NULL, NULL);
    assert_non_null(done);
    return done;
}

/* With memory of just that size, a write after it is seen. */
TEST(what_does_not_fit_is_left_out)
{
    ddds_resolution *done = resolve("urn:first:1");
    const struct ddds_result *result = ddds_resolution_result(done);
    size_t length = ddds_result_json(result, DDDS_SHOW_TRACE, NULL, 0);
    for (size_t size = 1; size <= length + 1; size++) {
        char *text = malloc(size);
        assert_non_null(text);
        assert_int_equal(ddds_result_json(result, DDDS_SHOW_TRACE, text, size),
                         length);
        assert_int_equal(strlen(text), size > length ? length : 0);
        free(text);
    }
    ddds_resolution_free(done);
}

TEST(a_refusal_looks_like_a_result)
{
    char text[512];
    struct ddds_error error;
    ddds_error_set(&error, DDDS_BAD_INPUT, 4, "found \"\xc3\xa9\"");
    size_t length = ddds_refusal_json("urn:\xff", ddds_application_urn(),
                                      &error, text, sizeof text);
    assert_string_equal(
        text, "{\"schema\":\"ddds.resolve/1\",\"input\":null,"
              "\"input_hex\":\"75726e3aff\",\"app\":\"urn\",\"urn\":null,"
              "\"status\":\"bad_input\",\"reason\":{\"code\":\"BAD_INPUT\","
              "\"at\":null,\"detail\":\"found \\\"\\u00E9\\\"\"},"
              "\"results\":[],\"trace\":null,\"queries\":0,\"note\":null}");
    assert_int_equal(length, strlen(text));
    assert_int_equal(
        ddds_refusal_json("urn:\xff", ddds_application_urn(), &error, NULL, 0),
        length);
}

/* Functions that are missing are not called, and a struct without a size is
 * refused. */
TEST(the_struct_may_grow)
{
    struct ddds_show none = DDDS_SHOW_INIT;
    struct ddds_show unset = {0};
    ddds_resolution *done =
        ddds_resolve(zones, NULL, "urn:first:1", NULL, NULL);
    assert_non_null(done);
    const struct ddds_result *result = ddds_resolution_result(done);
    assert_ok(ddds_show_result(result, DDDS_SHOW_TRACE, &none, NULL));
    assert_int_equal(ddds_show_result(result, 0, &unset, NULL),
                     DDDS_BAD_OPTION);
    none.size = offsetof(struct ddds_show, outcome);
    assert_ok(ddds_show_result(result, DDDS_SHOW_TRACE, &none, NULL));
    ddds_resolution_free(done);
}

TEST(words_are_those_of_the_schema)
{
    assert_string_equal(ddds_reason_class_name(DDDS_CLASS_LIMITED), "limit");
    assert_string_equal(ddds_reason_class_name((enum ddds_reason_class)77),
                        "temporary");
    assert_string_equal(ddds_wording_rcode(DDDS_REPLY_NAME_TOO_LONG),
                        "YXDOMAIN");
    assert_null(ddds_wording_rcode(DDDS_REPLY_TIMEOUT));
    assert_string_equal(ddds_wording_types(DDDS_ASK_ADDRESSES), "A+AAAA");
    assert_string_equal(ddds_wording_types(DDDS_ASK_RECORDS), "?");
}

FIXTURES(.begin = load, .end = unload);
