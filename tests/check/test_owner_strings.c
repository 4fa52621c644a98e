/* Which strings come to an owner name.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/owner_strings.h"
#include "base/table.h"

TEST(the_owner_says_which_strings_come)
{
    for (const char **row =
             table_rows("fixtures/tables/owner-strings.tsv", "Strings", 5);
         table_next(row);) {
        const struct ddds_check_options options = {
            .size = sizeof options,
            .application = ddds_application_find(row[0]),
            .roots = row[1],
        };
        struct ddds_error error;
        struct owner_strings strings;
        ddds_check *check = ddds_check_new(&options, &error);
        assert_non_null(check);
        bool is_first_key = ddds_owner_strings_find(check, row[2], &strings);
        const char *some = row[4] != NULL ? row[4] : row[3];
        char eres[2][OWNER_ERE_SIZE] = {"", ""};
        ddds_owner_strings_ere(&strings, eres[0]);
        if (strings.some[0] != '\0') {
            memcpy(strings.all, strings.some, sizeof strings.all);
            ddds_owner_strings_ere(&strings, eres[1]);
        }
        if (is_first_key != (row[3] != NULL) ||
            (is_first_key &&
             (strcmp(eres[0], row[3]) != 0 || strcmp(eres[1], some) != 0))) {
            fail_msg("%s: %d %s %s", row[2], is_first_key, eres[0], eres[1]);
        }
        ddds_check_free(check);
    }
}

TEST(invalid_roots_are_refused)
{
    static const char *const roots[] = {"nid:", "a..b", "tel:x=example.com"};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        const struct ddds_check_options options = {.size = sizeof options,
                                                   .roots = roots[i]};
        struct ddds_error error;
        assert_null(ddds_check_new(&options, &error));
        assert_int_equal(error.status, DDDS_BAD_OPTION);
    }
}
