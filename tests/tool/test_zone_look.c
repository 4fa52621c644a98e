/* Texts that look like zone files, and others.
 *
 * SPDX-License-Identifier: MIT */
#include "base/table.h"
#include "zones/zone_look.h"

TEST(a_text_looks_like_a_zone_file_or_not)
{
    for (const char **row =
             table_rows("fixtures/tables/zone-look.tsv", "Texts", 2);
         table_next(row);) {
        print_message("%s\n", row[0]);
        assert_int_equal(zone_look(row[0], strlen(row[0])),
                         strcmp(row[1], "yes") == 0 ? ZONE_LOOK_ZONE
                                                    : ZONE_LOOK_OTHER);
    }
    assert_int_equal(zone_look("a A 192.0.2.1\n\0", 15), ZONE_LOOK_BINARY);
}

TEST(includes_are_found)
{
    static const char text[] =
        "$TTL 1\n$INCLUDE a.inc sub ; c\n$include \"b\"\n"
        " $INCLUDE no\n$INCLUDE\n$INCLUDE end";
    static const char *const wanted[] = {"a.inc", "b", "end"};
    const char *at = text;
    const char *end = text + sizeof text - 1;
    size_t length = 0;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        const char *path = zone_look_include(&at, end, &length);
        assert_non_null(path);
        assert_int_equal(length, strlen(wanted[i]));
        assert_memory_equal(path, wanted[i], length);
    }
    assert_null(zone_look_include(&at, end, &length));
}
