/* Trees of EREs: where a match begins and ends, which groups may be missing,
 * what matches.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "check/sets/ere_tree.h"
#include "base/table.h"

#define TABLE "fixtures/tables/ere-tree.tsv"

static struct ere_tree tree;

static bool is_yes(const char *word)
{
    return strcmp(word, "yes") == 0;
}

/* Check that |node| is the piece |text| of |ere|. */
static void assert_piece(const struct ere_node *node, const char *ere,
                         const char *text)
{
    assert_int_equal(node->end - node->begin, strlen(text));
    assert_memory_equal(ere + node->begin, text, strlen(text));
}

TEST(anchors_bind_a_match_to_the_ends_of_the_string)
{
    for (const char **row = table_rows(TABLE, "Anchors", 3); table_next(row);) {
        ddds_ere_tree_make(&tree, row[0], false);
        if (ddds_ere_tree_covers_begin(&tree) != is_yes(row[1]) ||
            ddds_ere_tree_covers_end(&tree) != is_yes(row[2])) {
            fail_msg("%s", row[0]);
        }
    }
}

TEST(groups_know_where_they_stand_and_whether_they_must_take_part)
{
    for (const char **row = table_rows(TABLE, "Groups", 4); table_next(row);) {
        ddds_ere_tree_make(&tree, row[0], false);
        const struct ere_node *group =
            ddds_ere_tree_group(&tree, (unsigned)table_number(row[1]));
        assert_non_null(group);
        assert_piece(group, row[0], row[2]);
        assert_int_equal(ddds_ere_tree_is_optional(&tree, group),
                         is_yes(row[3]));
    }
    ddds_ere_tree_make(&tree, "(a)", false);
    assert_null(ddds_ere_tree_group(&tree, 2));
}

TEST(repetitions_of_what_repeats_or_may_differ_are_nested)
{
    for (const char **row = table_rows(TABLE, "Nested repetitions", 2);
         table_next(row);) {
        ddds_ere_tree_make(&tree, row[0], false);
        const struct ere_node *node = ddds_ere_tree_nested(&tree);
        assert_int_equal(node != NULL, row[1] != NULL);
        if (node != NULL) {
            assert_piece(node, row[0], row[1]);
        }
    }
}

/* Samples are strings that the expression matches: the matcher says so. */
TEST(samples_match)
{
    for (const char **row = table_rows(TABLE, "Samples", 1); table_next(row);) {
        char regexp[128];
        char memory[256];
        struct text sample;
        struct ddds_error error;
        snprintf(regexp, sizeof regexp, "!%s!x!", row[0]);
        ddds_substitution *substitution = ddds_substitution_new(regexp, &error);
        assert_non_null(substitution);
        ddds_ere_tree_make(&tree, row[0], false);
        for (unsigned number = 0; number < 8; number++) {
            char output[16];
            bool matched = false;
            ddds_text_init(&sample, memory, sizeof memory);
            ddds_ere_tree_sample(&tree, number, &sample);
            assert_false(sample.failed);
            assert_ok(ddds_substitution_apply(substitution, memory, output,
                                              sizeof output, &matched, NULL,
                                              NULL));
            if (!matched) {
                fail_msg("%s: %s", row[0], memory);
            }
        }
        ddds_substitution_free(substitution);
    }
}

TEST(samples_take_every_branch)
{
    bool seen[3] = {false, false, false};
    ddds_ere_tree_make(&tree, "a|b|c", false);
    for (unsigned number = 0; number < 3; number++) {
        char memory[8];
        struct text sample;
        ddds_text_init(&sample, memory, sizeof memory);
        ddds_ere_tree_sample(&tree, number, &sample);
        assert_int_equal(sample.length, 1);
        seen[memory[0] - 'a'] = true;
    }
    assert_true(seen[0] && seen[1] && seen[2]);
}

/* The deepest and the longest that the reader takes. */
TEST(the_largest_expressions_have_trees)
{
    char ere[LIMIT_STRING + 1] = "";
    char memory[512];
    struct text sample;
    for (int i = 0; i < LIMIT_GROUP_DEPTH; i++) {
        strncat(ere, "(", sizeof ere - strlen(ere) - 1);
    }
    strncat(ere, "a", sizeof ere - strlen(ere) - 1);
    for (int i = 0; i < LIMIT_GROUP_DEPTH; i++) {
        strncat(ere, ")+", sizeof ere - strlen(ere) - 1);
    }
    ddds_ere_tree_make(&tree, ere, true);
    ddds_text_init(&sample, memory, sizeof memory);
    ddds_ere_tree_sample(&tree, 0, &sample);
    assert_string_equal(memory, "a");
    assert_non_null(ddds_ere_tree_nested(&tree));
    size_t length = 0;
    while (length + 3 <= LIMIT_STRING) {
        memcpy(ere + length, "(a)", 3);
        length += 3;
    }
    ere[length] = '\0';
    ddds_ere_tree_make(&tree, ere, false);
    assert_true(tree.count <= ERE_NODES);
    assert_non_null(ddds_ere_tree_group(&tree, LIMIT_STRING / 3));
}

TEST(what_comes_before_a_piece_is_written_and_it_many_times)
{
    char memory[256];
    struct text pump;
    ddds_text_init(&pump, memory, sizeof memory);
    ddds_ere_tree_make(&tree, "^x(y(a+)+)z", false);
    const struct ere_node *node = ddds_ere_tree_nested(&tree);
    assert_non_null(node);
    ddds_ere_tree_before(&tree, node, &pump);
    assert_string_equal(memory, "xy");
    ddds_ere_tree_repeat(&tree, ere_child(&tree, node), 8, &pump);
    assert_string_equal(memory, "xyaaaaaaaa");
}
