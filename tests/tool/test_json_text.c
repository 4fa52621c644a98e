/* JSON that is written into memory is what Jansson writes, also where it does
 * not fit into a line.
 *
 * SPDX-License-Identifier: MIT */
#include "print/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "print/json_members.h"
#include "base/assertions.h"

static size_t write_span(const void *subject, char *text, size_t size)
{
    struct json json;
    ddds_json_begin(&json, text, size);
    ddds_json_open(&json, NULL, '{');
    ddds_json_span(&json, "s", *(const struct ddds_span *)subject);
    ddds_json_number(&json, "n", 4294967295U);
    ddds_json_close(&json, '}');
    return ddds_json_end(&json);
}

/* Compare the values of the member "s", and the rest of the text. */
static void compare(const char *text, size_t length)
{
    const struct ddds_span span = {text, length};
    struct line line;
    line_begin_text(&line);
    line_add_json(&line, write_span, &span);
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

TEST(strings_are_escaped_as_jansson_does)
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

/* About as long as a line can be, and far longer. */
TEST(what_does_not_fit_is_written_again)
{
    static char text[3 * LINE_SIZE];
    memset(text, 'x', sizeof text);
    for (size_t length = LINE_SIZE - 64; length <= LINE_SIZE; length++) {
        compare(text, length);
    }
    compare(text, sizeof text);
}

TEST(members_of_the_input_are_added)
{
    static const struct {
        const char *given;
        const char *added;
    } cases[] = {
        {"{\"input\":\"i\",\"row\":7}", "\"row\":7"},
        {"{\"given\":2,\"input\":\"i\"}", "\"given\":2"},
        {"{\"s\":3,\"row\":7}", "\"row\":7,\"given\":{\"s\":3}"},
        {"{\"given\":2,\"s\":3}", "\"given\":{\"s\":3,\"given\":2}"},
        {"{\"s\":3,\"given\":{\"given\":4}}",
         "\"given\":{\"s\":3,\"given\":{\"given\":4}}"},
        {"{\"later\":5,\"row\":7}", "\"row\":7,\"given\":{\"later\":5}"},
    };
    const struct ddds_span span = {"a", 1};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char wanted[128];
        json_t *object = make_json_tree(write_span, &span);
        put_given(object, cases[i].given, "later");
        char *text = make_json_text(object);
        snprintf(wanted, sizeof wanted, "{\"s\":\"a\",\"n\":4294967295,%s}",
                 cases[i].added);
        assert_string_equal(text, wanted);
        free(text);
    }
}
