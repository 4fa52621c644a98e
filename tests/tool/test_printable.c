/* What is shown as it is, in a locale with UTF-8 and without.
 *
 * SPDX-License-Identifier: MIT */
#include "text/printable.h"
#include "base/assertions.h"

static void check(const char *text, const char *expected, size_t columns)
{
    char *written = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    printable_write(out, text, strlen(text));
    fclose(out);
    if (strcmp(written, expected) != 0) {
        fail_msg("\"%s\", not \"%s\"", written, expected);
    }
    assert_int_equal(printable_columns(text, strlen(text)), columns);
    free(written);
}

static void without_utf8_all_but_ascii_is_escaped(void **state)
{
    printable_set_utf8(false);
    check("", "", 0);
    check("plain \\ \" ~", "plain \\ \" ~", 11);
    check("\x1b[31m\x7f", "\\027[31m\\127", 12);
    check("b\xc3\xbc", "b\\195\\188", 9);
}

static void the_locale_says_whether_it_has_utf8(void **state)
{
    static const struct {
        const char *all, *ctype, *lang;
        bool has_utf8;
    } rows[] = {
        {NULL, NULL, NULL, false},
        {NULL, NULL, "C", false},
        {NULL, NULL, "de_DE.UTF-8", true},
        {NULL, NULL, "de_DE.utf8@euro", true},
        {NULL, NULL, "de_DE.UTF-16", false},
        {NULL, NULL, "UTF-8", false},
        {NULL, "C.utf8", "C", true},
        {"C", "C.UTF-8", "C.UTF-8", false},
        {"", "", "C.UTF-8", true},
        {"xx_YY.UTF-8", NULL, NULL, true},
        {NULL, NULL, "de_DE.ISO-8859-1", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
        const char *const values[] = {rows[i].all, rows[i].ctype, rows[i].lang};
        for (size_t j = 0; j < 3; j++) {
            unsetenv(names[j]);
            assert_int_equal(
                values[j] != NULL ? setenv(names[j], values[j], 1) : 0, 0);
        }
        assert_int_equal(printable_locale_has_utf8(), rows[i].has_utf8);
    }
}

static void with_utf8_visible_characters_are_shown(void **state)
{
    static const struct {
        const char *text, *expected;
        size_t columns;
        const char *why;
    } rows[] = {
        {"b\xc3\xbc"
         "cher",
         "b\xc3\xbc"
         "cher",
         6, "a letter"},
        {"\xe6\x97\xa5\xe6\x9c\xac", "\xe6\x97\xa5\xe6\x9c\xac", 4, "wide"},
        {"e\xcc\x81", "e\xcc\x81", 1, "a combining accent"},
        {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80", 2, "outside the BMP"},
        {"\xe2\x80\x9cx\xe2\x80\x9d", "\xe2\x80\x9cx\xe2\x80\x9d", 3,
         "curly quotes"},
        {"\xc2\x9b"
         "31m",
         "\\194\\15531m", 11, "C1: CSI"},
        {"\xe2\x80\xae", "\\226\\128\\174", 12, "right-to-left override"},
        {"\xe2\x81\xa6", "\\226\\129\\166", 12, "left-to-right isolate"},
        {"\xe2\x80\x8b", "\\226\\128\\139", 12, "zero width space"},
        {"\xe2\x80\xa8", "\\226\\128\\168", 12, "line separator"},
        {"\xef\xbb\xbf", "\\239\\187\\191", 12, "byte order mark"},
        {"\xf3\xa0\x81\x81", "\\243\\160\\129\\129", 16, "a tag"},
        {"\xef\xbf\xbe", "\\239\\191\\190", 12, "a noncharacter"},
        {"\xc0\xaf", "\\192\\175", 8, "overlong"},
        {"\xe0\x80\xaf", "\\224\\128\\175", 12, "overlong"},
        {"\xed\xa0\x80", "\\237\\160\\128", 12, "a surrogate"},
        {"\xf4\x90\x80\x80", "\\244\\144\\128\\128", 16, "above U+10FFFF"},
        {"\xfc x", "\\252 x", 6, "Latin-1"},
        {"\xe6\x97", "\\230\\151", 8, "cut"},
        {"\xe6\x97x", "\\230\\151x", 9, "cut in the middle"},
        {"\n", "\\010", 4, "a control"},
    };
    printable_set_utf8(true);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check(rows[i].text, rows[i].expected, rows[i].columns);
    }
    printable_set_utf8(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_locale_says_whether_it_has_utf8),
        cmocka_unit_test(without_utf8_all_but_ascii_is_escaped),
        cmocka_unit_test(with_utf8_visible_characters_are_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
