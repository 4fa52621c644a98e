/* Characters that are shown unchanged, in a locale with UTF-8 and without.
 *
 * SPDX-License-Identifier: MIT */
#include "text/printable.h"
#include "base/table.h"

#define TABLE "fixtures/tables/printable.tsv"

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

TEST(without_utf8_all_but_ascii_is_escaped)
{
    printable_set_utf8(false);
    check("", "", 0);
    check("plain \\ \" ~", "plain \\ \" ~", 11);
    check("\x1b[31m\x7f", "\\027[31m\\127", 12);
    check("b\xc3\xbc", "b\\195\\188", 9);
}

TEST(the_locale_says_whether_it_has_utf8)
{
    for (const char **row =
             table_rows(TABLE, "The locale says whether it has utf8", 4);
         table_next(row);) {
        static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
        for (size_t j = 0; j < 3; j++) {
            unsetenv(names[j]);
            assert_int_equal(row[j] != NULL ? setenv(names[j], row[j], 1) : 0,
                             0);
        }
        assert_int_equal(printable_locale_has_utf8(),
                         strcmp(row[3], "yes") == 0);
    }
}

TEST(with_utf8_visible_characters_are_shown)
{
    printable_set_utf8(true);
    for (const char **row =
             table_rows(TABLE, "With utf8 visible characters are shown", 4);
         table_next(row);) {
        check(row[0], row[1], table_number(row[2]));
    }
    printable_set_utf8(false);
}
