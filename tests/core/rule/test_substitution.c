/* Substitution expressions: their parts, and their outputs for strings.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "rule/substitution.h"
#include "base/table.h"

#define PARTS "fixtures/tables/substitution-parts.tsv"

/* ---- The table --------------------------------------------------------- */

/* A row of fixtures/tables/substitution.tsv. */
struct row {
    char *field;
    char *subject;
    char *output;
    char *why;
};

static bool next_row(FILE *table, char *line, int size, struct row *row)
{
    while (fgets(line, size, table) != NULL) {
        char **fields[] = {&row->field, &row->subject, &row->output, &row->why};
        char *next = line;
        size_t count = 0;
        while (next != NULL && count < 4) {
            *fields[count++] = next;
            next = strchr(next, count < 4 ? '\t' : '\n');
            if (next != NULL) {
                *next++ = '\0';
            }
        }
        if (count == 4) {
            return true;
        }
    }
    return false;
}

static void check_refusal(const struct row *row)
{
    struct ddds_error error;
    bool is_limit = strcmp(row->subject, "!limit") == 0;
    ddds_substitution *substitution = ddds_substitution_new(row->field, &error);
    if (substitution != NULL) {
        fail_msg("%s is accepted (%s)", row->field, row->why);
    }
    if (error.status != (is_limit ? DDDS_LIMIT : DDDS_MALFORMED) ||
        strstr(error.detail, row->why) == NULL ||
        (!is_limit && error.offset != strtoul(row->output, NULL, 10))) {
        fail_msg("%s: %zu for %s: %s", row->field, error.offset, row->output,
                 error.detail);
    }
}

static void check_output(const struct row *row)
{
    struct ddds_error error;
    char output[256];
    bool matched = false;
    bool matches = strcmp(row->output, "-") != 0;
    ddds_substitution *substitution = ddds_substitution_new(row->field, &error);
    if (substitution == NULL) {
        fail_msg("%s (%s): %s", row->field, row->why, error.detail);
    }
    assert_ok(ddds_substitution_apply(substitution, row->subject, output,
                                      sizeof output, &matched, NULL, &error));
    if (matched != matches || strcmp(output, matches ? row->output : "") != 0) {
        fail_msg("%s on %s (%s): %s for %s", row->field, row->subject, row->why,
                 output, row->output);
    }
    ddds_substitution_free(substitution);
}

TEST(the_table_holds)
{
    char line[1024];
    struct row row;
    unsigned rows = 0;
    FILE *table = fopen("fixtures/tables/substitution.tsv", "r");
    assert_non_null(table);
    for (; next_row(table, line, sizeof line, &row); rows++) {
        if (row.subject[0] == '!' && row.subject[1] != '!') {
            check_refusal(&row);
        } else {
            check_output(&row);
        }
    }
    fclose(table);
    assert_true(rows > 150);
}

/* ---- Fields that no table can hold -------------------------------------- */

TEST(octets_that_are_no_text_are_refused)
{
    for (const char **row = table_rows(PARTS, "Octets", 3); table_next(row);) {
        struct ddds_error error;
        assert_null(ddds_substitution_new(row[0], &error));
        assert_int_equal(error.status, DDDS_MALFORMED);
        assert_int_equal(error.offset, table_number(row[1]));
        assert_non_null(strstr(error.detail, row[2]));
    }
}

TEST(control_characters_are_characters)
{
    static const char *const cases[][3] = {
        {"\t^a\tx\t", "a", "x"},
        {"!^a\tb$!\n!", "a\tb", "\n"},
        {"!\x01!x!", "\x01", "x"},
        {"!^[\x01-\x1f]$!x!", "\x1f", "x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_output(&(struct row){
            (char *)(uintptr_t)cases[i][0], (char *)(uintptr_t)cases[i][1],
            (char *)(uintptr_t)cases[i][2], (char *)(uintptr_t) "control"});
    }
}

TEST(a_field_is_no_longer_than_a_character_string)
{
    char field[LIMIT_STRING + 2];
    struct ddds_error error;
    memset(field, 'a', sizeof field);
    field[0] = field[200] = field[LIMIT_STRING - 1] = '!';
    field[LIMIT_STRING] = '\0';
    ddds_substitution *substitution = ddds_substitution_new(field, &error);
    assert_non_null(substitution);
    ddds_substitution_free(substitution);

    field[LIMIT_STRING - 1] = 'a';
    field[LIMIT_STRING] = '!';
    field[LIMIT_STRING + 1] = '\0';
    assert_null(ddds_substitution_new(field, &error));
    assert_int_equal(error.status, DDDS_LIMIT);
    assert_int_equal(error.offset, LIMIT_STRING);
}

/* However long the field, the reason is not cut off. */
TEST(details_quote_no_more_than_they_must)
{
    char field[LIMIT_STRING + 1];
    struct ddds_error error;
    memset(field, 'a', LIMIT_STRING);
    field[0] = field[100] = field[200] = field[LIMIT_STRING - 1] = '!';
    field[LIMIT_STRING] = '\0';
    assert_null(ddds_substitution_new(field, &error));
    assert_non_null(
        strstr(error.detail, "has more than three delimiters, at 254"));
}

TEST(nobody_needs_to_know_why)
{
    assert_null(ddds_substitution_new("!a!b", NULL));
    ddds_substitution_free(NULL);
}

/* ---- What they are made of ----------------------------------------------- */

TEST(parts_are_those_of_the_field)
{
    for (const char **row = table_rows(PARTS, "Parts", 7); table_next(row);) {
        struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
        ddds_substitution *substitution = ddds_substitution_new(row[0], NULL);
        assert_non_null(substitution);
        ddds_substitution_split(substitution, &parts);
        assert_string_equal(parts.delimiter, row[1]);
        assert_string_equal(parts.ere, row[2]);
        assert_string_equal(parts.replacement, row[3]);
        assert_string_equal(parts.flags, row[4]);
        assert_int_equal(parts.groups, table_number(row[5]));
        assert_string_equal(ddds_substitution_pattern(substitution), row[6]);
        ddds_substitution_free(substitution);
    }
}

/* RFC 4848 section 2.2 allows nothing else. */
TEST(constant_rules_are_known_as_such)
{
    static const struct {
        const char *field;
        bool matches_all;
        bool is_constant;
    } cases[] = {
        {"!.*!http://x/!", true, true},   {"!^.*$!http://x/!i", true, true},
        {"!(.*)!x!", true, true},         {"!^(.*)$!\\1!", true, false},
        {"!^.+$!x!", false, true},        {"!^(a)$!\\1!", false, false},
        {"!^((.*))$!\\2!", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ddds_substitution *substitution =
            ddds_substitution_new(cases[i].field, NULL);
        assert_non_null(substitution);
        assert_int_equal(substitution->matches_all, cases[i].matches_all);
        assert_int_equal(substitution->is_constant, cases[i].is_constant);
        ddds_substitution_free(substitution);
    }
}
