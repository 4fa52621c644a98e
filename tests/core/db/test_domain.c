/* Domain names.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/question.h>
#include <ddds/record.h>

#include "base/domain.h"
#include "base/table.h"

#define TABLE "fixtures/tables/domain.tsv"

/* ---- Presentation form ------------------------------------------------------
 */

TEST(names_have_one_spelling)
{
    for (const char **row = table_rows(TABLE, "Names", 3); table_next(row);) {
        char name[LIMIT_NAME_SIZE];
        struct ddds_error error = {.detail = ""};
        ddds_status status =
            ddds_domain_parse(row[0], strlen(row[0]), name, &error);
        if (status != DDDS_OK || strcmp(name, row[1]) != 0) {
            fail_msg("%s (%s): %s %s", row[0], row[2],
                     status == DDDS_OK ? name : "", error.detail);
        }
        /* A name that was written is read as the same name. */
        char again[LIMIT_NAME_SIZE];
        const char *text = name[0] == '\0' ? "." : name;
        assert_ok(ddds_domain_parse(text, strlen(text), again, NULL));
        assert_string_equal(again, name);
        /* The public function is that of C strings. */
        assert_ok(ddds_name_parse(row[0], again, NULL));
        assert_string_equal(again, name);
    }
}

TEST(names_that_are_none_are_refused_where_they_go_wrong)
{
    for (const char **row = table_rows(TABLE, "Invalid names", 3);
         table_next(row);) {
        char name[LIMIT_NAME_SIZE];
        struct ddds_error error;
        ddds_status status =
            ddds_domain_parse(row[0], strlen(row[0]), name, &error);
        if (status != DDDS_MALFORMED || error.offset != table_number(row[1])) {
            fail_msg("%s: %d at %zu", row[0], status, error.offset);
        }
        assert_string_equal(error.detail, row[2]);
        assert_int_equal(ddds_name_parse(row[0], name, NULL), DDDS_MALFORMED);
    }
}

TEST(the_length_ends_the_text)
{
    char name[LIMIT_NAME_SIZE];
    assert_ok(ddds_domain_parse("a.b.c", 3, name, NULL));
    assert_string_equal(name, "a.b");
    assert_int_equal(ddds_domain_parse("a\\032", 3, name, NULL),
                     DDDS_MALFORMED);
    assert_ok(ddds_domain_parse("a\0b", 3, name, NULL));
    assert_string_equal(name, "a\\000b");
}

TEST(escapes_make_the_longest_spelling)
{
    /* 250 octets that need four characters each. */
    char text[4 * 250 + 3 + 1] = "";
    char *at = text;
    for (int octet = 0; octet < 250; octet++) {
        if (octet == 63 || octet == 126 || octet == 189) {
            *at++ = '.';
        }
        at += snprintf(at, 5, "\\200");
    }
    char name[LIMIT_NAME_SIZE];
    assert_ok(ddds_domain_parse(text, strlen(text), name, NULL));
    assert_string_equal(name, text);
    unsigned char wire[LIMIT_NAME_WIRE];
    assert_int_equal(ddds_domain_write(name, wire), LIMIT_NAME_WIRE);
    assert_int_equal(ddds_domain_wire_length(name), LIMIT_NAME_WIRE);
    assert_int_equal(ddds_domain_wire_length(""), 1);
}

TEST(every_octet_survives_in_a_label)
{
    for (unsigned octet = 0; octet < 256; octet++) {
        const unsigned char wire[] = {2, 'x', (unsigned char)octet, 0};
        struct cursor cursor = ddds_cursor_over(wire, sizeof wire);
        char name[LIMIT_NAME_SIZE];
        assert_ok(ddds_domain_read(&cursor, name, NULL));

        char parsed[LIMIT_NAME_SIZE];
        assert_ok(ddds_domain_parse(name, strlen(name), parsed, NULL));
        assert_string_equal(parsed, name);
        assert_string_equal(ddds_domain_parent(name), "");

        unsigned char written[LIMIT_NAME_WIRE];
        assert_int_equal(ddds_domain_write(name, written), sizeof wire);
        bool is_upper = octet >= 'A' && octet <= 'Z';
        assert_int_equal(written[2], is_upper ? octet + 32 : octet);
    }
}

/* ---- Labels on the wire ------------------------------------------------ */

TEST(labels_are_read_and_written)
{
    for (const char **row = table_rows(TABLE, "Labels", 3); table_next(row);) {
        size_t length = table_number(row[1]);
        struct cursor cursor = ddds_cursor_over(row[0], length);
        char name[LIMIT_NAME_SIZE];
        assert_ok(ddds_domain_read(&cursor, name, NULL));
        assert_string_equal(name, row[2]);
        assert_int_equal(ddds_cursor_left(&cursor), 0);
        unsigned char wire[LIMIT_NAME_WIRE];
        assert_int_equal(ddds_domain_write(name, wire), length);
        assert_memory_equal(wire, row[0], length);
    }
}

TEST(a_read_stops_behind_the_name)
{
    struct cursor cursor = ddds_cursor_over("\1A\0\1b", 5);
    char name[LIMIT_NAME_SIZE];
    assert_ok(ddds_domain_read(&cursor, name, NULL));
    assert_string_equal(name, "a");
    assert_int_equal(ddds_cursor_left(&cursor), 2);
}

TEST(labels_that_are_wrong_fail_with_the_cursor)
{
    for (const char **row = table_rows(TABLE, "Invalid labels", 3);
         table_next(row);) {
        size_t length = table_number(row[1]);
        struct cursor cursor = ddds_cursor_over(row[0], length);
        char name[LIMIT_NAME_SIZE];
        struct ddds_error error;
        assert_int_equal(ddds_domain_read(&cursor, name, &error),
                         DDDS_MALFORMED);
        assert_string_equal(error.detail, row[2]);
        assert_true(cursor.failed);
    }
}

TEST(a_name_on_the_wire_has_255_octets_at_most)
{
    for (unsigned last = 61; last <= 62; last++) {
        unsigned char wire[260];
        memset(wire, 'a', sizeof wire);
        wire[0] = wire[64] = wire[128] = 63;
        wire[192] = (unsigned char)last;
        wire[192 + last + 1] = 0;
        struct cursor cursor = ddds_cursor_over(wire, 192 + last + 2);
        char name[LIMIT_NAME_SIZE];
        assert_int_equal(ddds_domain_read(&cursor, name, NULL),
                         last == 61 ? DDDS_OK : DDDS_MALFORMED);
    }
}

/* ---- Keys -------------------------------------------------------------- */

TEST(keys_are_names_of_letters_digits_hyphens_and_underscores)
{
    for (const char **row = table_rows(TABLE, "Keys", 2); table_next(row);) {
        char key[LIMIT_KEY_SIZE];
        struct ddds_error error = {.detail = ""};
        if (ddds_domain_parse_key(row[0], strlen(row[0]), key, &error) !=
            DDDS_OK) {
            fail_msg("%s: %s", row[0], error.detail);
        }
        assert_string_equal(key, row[1]);

        char same[LIMIT_NAME_SIZE];
        memcpy(same, row[0], strlen(row[0]) + 1);
        assert_ok(ddds_domain_parse_key(same, strlen(row[0]), same, NULL));
        assert_string_equal(same, row[1]);
    }
}

TEST(what_no_rule_may_ask_for_is_no_key)
{
    for (const char **row = table_rows(TABLE, "Invalid keys", 3);
         table_next(row);) {
        size_t offset = table_number(row[1]);
        char key[LIMIT_KEY_SIZE];
        struct ddds_error error;
        ddds_status status =
            ddds_domain_parse_key(row[0], strlen(row[0]), key, &error);
        if (status != DDDS_MALFORMED || error.offset != offset ||
            strstr(error.detail, row[2]) == NULL) {
            fail_msg("%s: %d at %zu: %s", row[0], status, error.offset,
                     error.detail);
        }
        char same[LIMIT_KEY_SIZE + 2];
        memcpy(same, row[0], strlen(row[0]) + 1);
        assert_int_equal(ddds_domain_parse_key(same, strlen(same), same, NULL),
                         DDDS_MALFORMED);

        char expected_end[32];
        snprintf(expected_end, sizeof expected_end, ", at %zu", offset);
        assert_non_null(strstr(error.detail, expected_end));
    }
}

TEST(a_replacement_is_a_name_and_not_the_root)
{
    static const struct {
        const char *text;
        const char *fault; /* NULL: none */
    } cases[] = {
        {"_sip._udp.example.com.", NULL},
        {"a b.example", NULL},
        {".", "it is empty"},
        {"192.0.2.1", "it is an IP address"},
        {"a..b", "a label is empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[LIMIT_NAME_SIZE];
        struct ddds_error error;
        ddds_status status = ddds_domain_parse_replacement(
            cases[i].text, strlen(cases[i].text), name, &error);
        assert_int_equal(status == DDDS_OK, cases[i].fault == NULL);
        assert_true(status == DDDS_OK ||
                    strstr(error.detail, cases[i].fault) != NULL);
    }
}

TEST(every_octet_is_legal_in_a_key_or_not)
{
    static const char legal[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    for (unsigned octet = 0; octet < 256; octet++) {
        const char text[3] = {'a', (char)octet, 'b'};
        char key[LIMIT_KEY_SIZE];
        bool expected =
            octet == '.' || memchr(legal, (int)octet, sizeof legal - 1) != NULL;
        assert_int_equal(ddds_domain_parse_key(text, 3, key, NULL) == DDDS_OK,
                         expected);
    }
}

TEST(a_huge_text_is_no_key)
{
    static char text[100000];
    memset(text, 'a', sizeof text);
    char key[LIMIT_KEY_SIZE];
    char name[LIMIT_NAME_SIZE];
    struct ddds_error error;
    assert_int_equal(ddds_domain_parse_key(text, sizeof text, key, &error),
                     DDDS_MALFORMED);
    assert_non_null(strstr(error.detail, "aaa...\" is not a valid domain name: "
                                         "it is longer than 255 octets"));
    assert_int_equal(ddds_domain_parse(text, sizeof text, name, &error),
                     DDDS_MALFORMED);
    assert_non_null(strstr(error.detail, "longer than 63"));
}

/* ---- Questions --------------------------------------------------------- */

TEST(a_parent_has_one_label_fewer)
{
    for (const char **row = table_rows(TABLE, "Parents", 2); table_next(row);) {
        const char *parent = ddds_domain_parent(row[0]);
        assert_int_equal(parent == NULL, row[1] == NULL);
        assert_true(parent == NULL || strcmp(parent, row[1]) == 0);
    }
}

TEST(names_lie_within_their_ancestors)
{
    for (const char **row = table_rows(TABLE, "Ancestors", 3);
         table_next(row);) {
        print_message("%s within %s\n", row[0], row[1]);
        assert_int_equal(ddds_domain_is_within(row[0], row[1]),
                         strcmp(row[2], "yes") == 0);
    }
}

TEST(a_copy_never_overflows)
{
    char copy[LIMIT_NAME_SIZE];
    char name[LIMIT_NAME_SIZE + 10];
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = '\0';
    ddds_domain_copy(copy, name);
    assert_int_equal(strlen(copy), LIMIT_NAME_SIZE - 1);
    ddds_domain_copy(copy, "a.example");
    assert_string_equal(copy, "a.example");
}

/* As the headers promise of all outputs. */
TEST(what_fails_leaves_the_output_alone)
{
    static const char *const wrong[] = {"", "abc..d", "abc.d\\999",
                                        "\xc3\xa9..d", "abc.d e."};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        bool has_space = strchr(wrong[i], ' ') != NULL;
        char key[DDDS_KEY_SIZE] = "as it was";
        char name[DDDS_NAME_SIZE] = "as it was";
        assert_int_equal(ddds_key_parse(wrong[i], key, NULL), DDDS_MALFORMED);
        assert_string_equal(key, "as it was");
        assert_int_equal(ddds_name_parse(wrong[i], name, NULL) == DDDS_OK,
                         has_space);
        assert_string_equal(name, has_space ? "abc.d\\032e" : "as it was");
        memcpy(name, "as it was", sizeof "as it was");
        assert_int_equal(ddds_name_parse_idn(wrong[i], name, NULL) == DDDS_OK,
                         has_space);
        assert_string_equal(name, has_space ? "abc.d\\032e" : "as it was");
    }
}
