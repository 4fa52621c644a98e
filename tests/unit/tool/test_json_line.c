/* JSON that is composed in a line is what Jansson writes.
 *
 * SPDX-License-Identifier: MIT */
#include "print/json_line.h"

#include <stdlib.h>
#include <string.h>

#include "print/json_members.h"
#include "unit/assertions.h"

/* Compare both of the member "s", and of what follows it. */
static void compare(const char *text, size_t length)
{
    const struct ddds_span span = {text, length};
    struct line line;
    struct json_line json = {.line = &line};
    line_begin_text(&line);
    json_line_open(&json, NULL, '{');
    json_line_span(&json, "s", span);
    json_line_number(&json, "n", 4294967295U);
    json_line_close(&json, '}');
    char *composed = line_take(&line, &length);
    json_t *object = json_object();
    put_span(object, "s", span);
    put_number(object, "n", 4294967295U);
    char *written = make_json_text(object);
    assert_string_equal(composed, written);
    assert_int_equal(length, strlen(written));
    free(written);
    free(composed);
}

static void strings_are_escaped_as_jansson_does(void **state)
{
    static const char *const rows[] = {
        "",
        "urn:foo:a",
        "\"\\/\b\f\n\r\t\x01\x1f\x7f",
        "z\xc3\xbcrich \xe2\x82\xac",
        "\xf0\x9f\x98\x80\xef\xbf\xbf",
        "\xc3",             /* cut */
        "a\xff\"",          /* none */
        "\xc0\x80",         /* longer than needed */
        "\xed\xa0\x80",     /* half of a pair */
        "\xf4\x90\x80\x80", /* beyond the last character */
    };
    compare(NULL, 0);
    compare("a\0b", 3);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        compare(rows[i], strlen(rows[i]));
    }
    for (unsigned i = 0; i < 0x10000; i++) {
        const char octets[] = {(char)(i >> 8), (char)i};
        compare(octets, sizeof octets);
    }
}

static void values_are_separated(void **state)
{
    struct line line;
    size_t length;
    struct json_line json = {.line = &line};
    line_begin_text(&line);
    json_line_open(&json, NULL, '[');
    json_line_bool(&json, NULL, true);
    json_line_open(&json, NULL, '{');
    json_line_bool(&json, "no", false);
    json_line_null(&json, "null");
    json_line_known(&json, "unknown", false, 1);
    json_line_known(&json, "zero", true, 0);
    json_line_string(&json, "absent", NULL);
    json_line_close(&json, '}');
    json_line_open(&json, NULL, '[');
    json_line_close(&json, ']');
    json_line_tree(&json, NULL, json_pack("{s:i}", "a", 1));
    json_line_close(&json, ']');
    char *text = line_take(&line, &length);
    assert_string_equal(text, "[true,{\"no\":false,\"null\":null,"
                              "\"unknown\":null,\"zero\":0,\"absent\":null},"
                              "[],{\"a\":1}]");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_escaped_as_jansson_does),
        cmocka_unit_test(values_are_separated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
