/* JSON that is written into memory is what Jansson writes, also where it does
 * not fit into a line.
 *
 * SPDX-License-Identifier: MIT */
#include "print/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "print/json_members.h"
#include "base/table.h"

#define TABLE "fixtures/tables/json-text.tsv"

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
    compare(NULL, 0);
    compare("a\0b", 3);
    for (const char **row = table_rows(TABLE, "Strings", 2); table_next(row);) {
        compare(row[0], strlen(row[0]));
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
    const struct ddds_span span = {"a", 1};
    for (const char **row = table_rows(TABLE, "Members", 2); table_next(row);) {
        char wanted[128];
        json_t *object = make_json_tree(write_span, &span);
        put_given(object, row[0], "later");
        char *text = make_json_text(object);
        snprintf(wanted, sizeof wanted, "{\"s\":\"a\",\"n\":4294967295,%s}",
                 row[1]);
        assert_string_equal(text, wanted);
        free(text);
    }
}
