/* Shapes: the expressions that have one, and those that are left to PCRE2. That
 * they match as PCRE2 does is compared in tests/core/differential/shapes.c.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "rule/shape.h"
#include "rule/substitution.h"
#include "base/table.h"

#define TABLE "fixtures/tables/shape.tsv"

/* A shape in memory of its own. */
struct kept {
    _Alignas(uint64_t) unsigned char memory[1024];
    const struct shape *shape;
};

static bool read_shape(const char *ere, bool ignore_case, struct kept *kept)
{
    struct shape_draft draft;
    if (!ddds_shape_read(ere, strlen(ere), ignore_case, &draft)) {
        return false;
    }
    assert_true(ddds_shape_size(&draft) <= sizeof kept->memory);
    kept->shape = ddds_shape_write(&draft, kept->memory);
    return true;
}

static enum shape_verdict match(const char *ere, const char *subject)
{
    struct kept kept;
    struct ddds_span groups[10];
    if (!read_shape(ere, false, &kept)) {
        fail_msg("%s is no shape", ere);
    }
    return ddds_shape_match(kept.shape, subject, strlen(subject), groups);
}

/* ---- Reading ------------------------------------------------------------ */

TEST(rows_of_literals_and_spans_are_shapes)
{
    for (const char **row = table_rows(TABLE, "Shapes", 1); table_next(row);) {
        struct kept kept;
        if (!read_shape(row[0], false, &kept)) {
            fail_msg("%s is no shape", row[0]);
        }
    }
}

TEST(all_others_are_left_to_the_reader)
{
    for (const char **row =
             table_rows(TABLE, "All others are left to the reader", 2);
         table_next(row);) {
        const char *ere = row[0];
        const char *why = row[1];
        struct kept kept;
        if (read_shape(ere, false, &kept)) {
            fail_msg("%s is a shape (%s)", ere, why);
        }
    }
}

/* ---- Matching ----------------------------------------------------------- */

TEST(what_is_not_ascii_is_left_to_pcre2)
{
    static const char *const words[] = {[SHAPE_MATCH] = "match",
                                        [SHAPE_NO_MATCH] = "no match",
                                        [SHAPE_UNSURE] = "unsure"};
    for (const char **row = table_rows(TABLE, "Verdicts", 4);
         table_next(row);) {
        const char *verdict = words[match(row[0], row[1])];
        if (strcmp(verdict, row[2]) != 0) {
            fail_msg("%s on %s (%s): %s for %s", row[0], row[1], row[3],
                     verdict, row[2]);
        }
    }
}

/* |count| times 'a', and |tail|. */
static char *many(size_t count, const char *tail)
{
    char *text = malloc(count + strlen(tail) + 1);
    assert_non_null(text);
    memset(text, 'a', count);
    memcpy(text + count, tail, strlen(tail) + 1);
    return text;
}

TEST(work_is_bounded)
{
    static const struct {
        const char *ere;
        size_t count;
        enum shape_verdict verdict;
    } cases[] = {
        {"^[^b]*c$", LIMIT_INPUT, SHAPE_NO_MATCH},
        {"^[^b]*[^c]$", LIMIT_INPUT, SHAPE_MATCH},
        {"^.*a[^c]$", 100, SHAPE_MATCH},
        {"^.*a[^a]*c$", LIMIT_SHAPE_WORK - 10, SHAPE_NO_MATCH},
        {"^.*a[^a]*c$", LIMIT_SHAPE_WORK + 10, SHAPE_UNSURE},
        {"a[^a]*c", LIMIT_SHAPE_WORK - 10, SHAPE_NO_MATCH},
        {"a[^a]*c", LIMIT_SHAPE_WORK + 30, SHAPE_UNSURE},
        {"^.*a.*c$", 200, SHAPE_UNSURE},
        {"^.*.*.*.*c$", 200, SHAPE_UNSURE},
        {"[a-z]+c", LIMIT_INPUT, SHAPE_UNSURE},
        {"[a-z]+!", LIMIT_INPUT, SHAPE_NO_MATCH},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *subject = many(cases[i].count, "b");
        enum shape_verdict verdict = match(cases[i].ere, subject);
        if (verdict != cases[i].verdict) {
            fail_msg("%s on %zu: %d for %d", cases[i].ere, cases[i].count,
                     (int)verdict, (int)cases[i].verdict);
        }
        free(subject);
    }
}

/* ---- Substitution expressions ------------------------------------------- */

/* A program is made when the shape is unsure, and used again. */
TEST(programs_are_made_when_they_are_needed)
{
    static const struct {
        const char *subject;
        const char *output;
        bool has_program;
    } cases[] = {
        {"a:1", "1", false},       {"b", "", false},   {"a:1b:2c", "2", false},
        {"a:\u00e9:4", "4", true}, {"a:1", "1", true},
    };
    struct ddds_error error;
    ddds_substitution *substitution =
        ddds_substitution_new("!^.*:([0-9]+)!\\1!", &error);
    assert_non_null(substitution);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char output[16];
        bool matched = false;
        assert_ok(ddds_substitution_apply(substitution, cases[i].subject,
                                          output, sizeof output, &matched, NULL,
                                          &error));
        assert_string_equal(output, cases[i].output);
        assert_int_equal(atomic_load(&substitution->program) != NULL,
                         cases[i].has_program);
    }
    ddds_substitution_free(substitution);
}

/* Beyond the limit of the shape PCRE2 decides, and its limits hold. */
TEST(limits_are_those_of_pcre2)
{
    static const struct {
        const char *field;
        size_t count;
        ddds_status status;
    } cases[] = {
        {"!^[^b]*[^b]*z!x!", 120, DDDS_OK},
        {"!^[^b]*[^b]*[^b]*[^b]*z!x!", 240, DDDS_LIMIT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char output[8];
        bool matched = true;
        struct ddds_error error;
        char *subject = many(cases[i].count, "bz");
        ddds_substitution *substitution =
            ddds_substitution_new(cases[i].field, &error);
        assert_non_null(substitution);
        assert_non_null(substitution->shape);
        assert_int_equal(ddds_substitution_apply(substitution, subject, output,
                                                 sizeof output, &matched, NULL,
                                                 &error),
                         cases[i].status);
        assert_false(matched);
        ddds_substitution_free(substitution);
        free(subject);
    }
}
