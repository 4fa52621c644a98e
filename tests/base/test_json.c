/* The writer of JSON.
 *
 * SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "base/assertions.h"

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
    static const struct {
        const char *text;
        const char *expected;
        const char *why;
    } rows[] = {
        {"", "\"\"", "empty"},
        {"urn:a:b", "\"urn:a:b\"", "as it is"},
        {"a/b~\x7f", "\"a/b~\x7f\"", "what need not be escaped is not"},
        {"\"\\", "\"\\\"\\\\\"", "what must be"},
        {"\b\t\n\f\r", "\"\\b\\t\\n\\f\\r\"", "short escapes"},
        {"\x01\x1f", "\"\\u0001\\u001F\"", "other controls"},
        {"\xc2\x85", "\"\\u0085\"", "a control of C1"},
        {"\xc3\xa9-", "\"\\u00E9-\"", "two octets"},
        {"\xe2\x80\xae", "\"\\u202E\"", "right-to-left override"},
        {"\xef\xbf\xbf", "\"\\uFFFF\"", "the last of three octets"},
        {"\xf0\x90\x80\x80", "\"\\uD800\\uDC00\"", "the first pair"},
        {"\xf4\x8f\xbf\xbf", "\"\\uDBFF\\uDFFF\"", "the last pair"},
        {"\xc0\x80", "null,\"n_hex\":\"c080\"", "an overlong form"},
        {"\xed\xa0\x80", "null,\"n_hex\":\"eda080\"", "a surrogate"},
        {"a\xe2\x80", "null,\"n_hex\":\"61e280\"", "cut short"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char memory[64];
        struct json json;
        ddds_json_begin(&json, memory, sizeof memory);
        ddds_json_string(&json, "n", rows[i].text);
        assert_true(ddds_json_end(&json) < sizeof memory);
        if (strncmp(memory, "\"n\":", 4) != 0 ||
            strcmp(memory + 4, rows[i].expected) != 0) {
            fail_msg("%s: %s", rows[i].why, memory);
        }
    }
}
