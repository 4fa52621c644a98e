/* Fields as they are written in a zone file: lib/core/rule/unescape.c.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "base/assertions.h"

TEST(escapes_are_undone)
{
    static const struct {
        const char *text;
        const char *field;
    } cases[] = {
        {"", ""},
        {"\"\"", ""},
        {"u", "u"},
        {"\"!^(.*)$!\\\\1!\"", "!^(.*)$!\\1!"},
        {"!^(.*)$!\\\\1!", "!^(.*)$!\\1!"},
        {"\\065\\\"\\;", "A\";"},
        {"\\255", "\377"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char field[DDDS_FIELD_SIZE];
        assert_ok(ddds_field_unescape(cases[i].text, field, NULL));
        assert_string_equal(field, cases[i].field);
    }
}

TEST(what_is_no_field_is_refused_where_it_fails)
{
    static const struct {
        const char *text;
        size_t offset;
        const char *why; /* a piece of the detail */
    } cases[] = {
        {"sip:\\1@x", 4, "before a digit"},
        {"\"sip:\\1@x\"", 5, "before a digit"},
        {"\\256", 0, "before a digit"},
        {"a\\", 1, "at the end"},
        {"\"a\\\"", 2, "at the end"},
        {"a\\12", 1, "before a digit"},
        {"a\"b", 1, "quote"},
        {"\\000", 0, "NUL"},
        {"\"", 0, "quote"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char field[DDDS_FIELD_SIZE];
        struct ddds_error error;
        assert_int_equal(ddds_field_unescape(cases[i].text, field, &error),
                         DDDS_MALFORMED);
        assert_int_equal(error.offset, cases[i].offset);
        assert_non_null(strstr(error.detail, cases[i].why));
    }
}

TEST(a_field_has_at_most_255_octets)
{
    char text[257];
    char field[DDDS_FIELD_SIZE];
    struct ddds_error error;
    memset(text, 'a', 256);
    text[256] = '\0';
    assert_int_equal(ddds_field_unescape(text, field, &error), DDDS_MALFORMED);
    assert_int_equal(error.offset, 255);
    assert_ok(ddds_field_unescape(text + 1, field, &error));
    assert_string_equal(field, text + 1);
}
