/* The writer of JSON.
 *
 * SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "base/table.h"

/* One of everything; returns its length. */
static size_t write_all(char *bytes, size_t size)
{
    struct json json;
    ddds_json_begin(&json, bytes, size);
    ddds_json_open(&json, NULL, '{');
    ddds_json_string(&json, "text", "a\"b");
    ddds_json_string(&json, "none", NULL);
    ddds_json_open(&json, "list", '[');
    ddds_json_number(&json, NULL, 0);
    ddds_json_number(&json, NULL, UINT64_MAX);
    ddds_json_open(&json, NULL, '{');
    ddds_json_close(&json, '}');
    ddds_json_string(&json, NULL, "x");
    ddds_json_string(&json, NULL, "\xff"); /* is left out */
    ddds_json_open(&json, NULL, '[');
    ddds_json_close(&json, ']');
    ddds_json_close(&json, ']');
    ddds_json_bool(&json, "yes", true);
    ddds_json_bool(&json, "no", false);
    ddds_json_known(&json, "known", true, 7);
    ddds_json_known(&json, "unknown", false, 7);
    ddds_json_string(&json, "octets", "a\xff");
    ddds_json_span(&json, "span", (struct ddds_span){"a\0b", 3});
    ddds_json_close(&json, '}');
    return ddds_json_end(&json);
}

static const char all[] =
    "{\"text\":\"a\\\"b\",\"none\":null,"
    "\"list\":[0,18446744073709551615,{},\"x\",[]],"
    "\"yes\":true,\"no\":false,\"known\":7,\"unknown\":null,"
    "\"octets\":null,\"octets_hex\":\"61ff\",\"span\":\"a\\u0000b\"}";

TEST(values_follow_one_another)
{
    char memory[sizeof all];
    assert_int_equal(write_all(memory, sizeof memory), sizeof all - 1);
    assert_string_equal(memory, all);
}

/* Text that does not fit is left out, and nothing is written after the end. */
TEST(what_does_not_fit_is_counted)
{
    assert_int_equal(write_all(NULL, 0), sizeof all - 1);
    for (size_t size = 1; size < sizeof all; size++) {
        char memory[sizeof all];
        memset(memory, '?', sizeof memory);
        assert_int_equal(write_all(memory, size), sizeof all - 1);
        assert_string_equal(memory, "");
        assert_int_equal(memory[size], '?');
    }
}

TEST(strings_are_ascii)
{
    for (const char **row =
             table_rows("fixtures/tables/json.tsv", "Strings", 3);
         table_next(row);) {
        char memory[64];
        struct json json;
        ddds_json_begin(&json, memory, sizeof memory);
        ddds_json_string(&json, "n", row[0]);
        assert_true(ddds_json_end(&json) < sizeof memory);
        if (strncmp(memory, "\"n\":", 4) != 0 ||
            strcmp(memory + 4, row[1]) != 0) {
            fail_msg("%s: %s", row[2], memory);
        }
    }
}
