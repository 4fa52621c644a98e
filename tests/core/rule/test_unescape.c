/* Fields as they are written in a zone file: lib/core/rule/unescape.c.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "base/table.h"

#define TABLE "fixtures/tables/unescape.tsv"

TEST(escapes_are_undone)
{
    for (const char **row = table_rows(TABLE, "Fields", 2); table_next(row);) {
        char field[DDDS_FIELD_SIZE];
        assert_ok(ddds_field_unescape(row[0], field, NULL));
        assert_string_equal(field, row[1]);
    }
}

TEST(what_is_no_field_is_refused_where_it_fails)
{
    for (const char **row = table_rows(TABLE, "Invalid fields", 3);
         table_next(row);) {
        char field[DDDS_FIELD_SIZE];
        struct ddds_error error;
        assert_int_equal(ddds_field_unescape(row[0], field, &error),
                         DDDS_MALFORMED);
        assert_int_equal(error.offset, table_number(row[1]));
        assert_non_null(strstr(error.detail, row[2]));
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
