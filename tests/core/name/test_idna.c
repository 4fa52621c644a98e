/* Internationalized names: the pairs of RFC 9676 section 3.4 and more, by the
 * libidn2 of this system.
 *
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>

#include "base/limits.h"
#include "name/idna.h"
#include "base/table.h"

#define TABLE "fixtures/tables/idna.tsv"

static void need_library(void)
{
    if (dlopen("libidn2.so.0", RTLD_NOW) == NULL) {
        print_message("libidn2.so.0 is missing\n");
        skip();
    }
}

TEST(outputs_become_keys)
{
    need_library();
    for (const char **row = table_rows(TABLE, "Outputs become keys", 3);
         table_next(row);) {
        const char *output = row[0];
        char key[LIMIT_KEY_SIZE];
        struct ddds_error error = {.detail = ""};
        print_message("%s\n", output);
        ddds_status status =
            ddds_idna_parse_output(output, strlen(output), key, &error);
        if (row[1] != NULL) {
            assert_ok(status);
            assert_string_equal(key, row[1]);
        } else {
            assert_int_equal(status, DDDS_MALFORMED);
            assert_non_null(strstr(error.detail, row[2]));
        }
    }
}

TEST(people_write_names)
{
    need_library();
    for (const char **row = table_rows(TABLE, "People write names", 2);
         table_next(row);) {
        const char *text = row[0];
        char name[LIMIT_NAME_SIZE];
        ddds_status status =
            ddds_idna_parse_name(text, strlen(text), name, NULL);
        print_message("%s\n", text);
        assert_int_equal(status, row[1] != NULL ? DDDS_OK : DDDS_MALFORMED);
        if (row[1] != NULL) {
            assert_string_equal(name, row[1]);
        }
    }
}

TEST(offsets_are_those_of_the_text)
{
    static const struct {
        const char *key;
        size_t offset;
        const char *what;
    } rows[] = {
        {"b\xc3\xbc"
         "cher.exa mple",
         11, "after a label that becomes longer"},
        {"\xc3\xbc.\xce\xb5\xce\xbb.a..b", 10, "an empty label"},
        {"\xc3\xbc..b", 3, "an empty label after it"},
        {"\xc3\xbc\uff61\uff61"
         "b",
         5, "wide dots"},
        {"a b.\xc3\xbc", 1, "before it"},
        {"\xc3\xbc.example\\", 10, "at the end"},
    };
    need_library();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char key[LIMIT_KEY_SIZE];
        struct ddds_error error;
        print_message("%s: %s\n", rows[i].key, rows[i].what);
        assert_int_equal(
            ddds_idna_parse_key(rows[i].key, strlen(rows[i].key), key, &error),
            DDDS_MALFORMED);
        assert_int_equal(error.offset, rows[i].offset);
    }
}
