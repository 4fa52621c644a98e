/* Origins from the names of zone files, and names without an origin.
 *
 * SPDX-License-Identifier: MIT */
#include "base/table.h"
#include "zones/origin_guess.h"

#define TABLE "fixtures/tables/origin-guess.tsv"

TEST(a_name_suggests_an_origin_or_none)
{
    for (const char **row =
             table_rows(TABLE, "A name suggests an origin or none", 2);
         table_next(row);) {
        const char *path = row[0];
        const char *origin = row[1];
        char name[DDDS_NAME_SIZE] = "unset";
        print_message("%s\n", path);
        assert_int_equal(origin_guess(path, name), origin[0] != '\0');
        assert_string_equal(name, origin);
    }
}

TEST(long_names_are_not_guessed)
{
    char path[600];
    char name[DDDS_NAME_SIZE];
    snprintf(path, sizeof path, "db.%064d.example.com", 1);
    assert_false(origin_guess(path, name));
    snprintf(path, sizeof path, "db.%063d.example.com", 1);
    assert_true(origin_guess(path, name));
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    for (size_t i = 50; i < sizeof path; i += 50) {
        path[i] = '.';
    }
    assert_false(origin_guess(path, name));
    path[255] = '\0';
    assert_false(origin_guess(path, name));
}

TEST(zone_files_are_known_by_what_is_around)
{
    assert_true(origin_guess_is_zone_name("a/db.local"));
    assert_true(origin_guess_is_zone_name("x.zone"));
    assert_true(origin_guess_is_zone_name("x.zone.signed"));
    assert_false(origin_guess_is_zone_name("example.com"));
    assert_false(origin_guess_is_zone_name("README.md"));
    assert_false(origin_guess_is_zone_name("db"));
    assert_false(origin_guess_is_zone_name(".zone"));
    assert_false(origin_guess_is_zone_name("notes.txt"));
    assert_false(origin_guess_is_zone_name("x.zone.bak"));
}
