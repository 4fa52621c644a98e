/* Trees of EREs: where a match begins and ends, which groups may be missing,
 * what matches.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "check/sets/ere_tree.h"
#include "base/assertions.h"

static struct ere_tree tree;

TEST(anchors_bind_a_match_to_the_ends_of_the_string)
{
    static const struct {
        const char *ere;
        bool begin;
        bool end;
    } cases[] = {
        {"abc", false, false},      {"^abc", true, false},
        {"abc$", false, true},      {"^abc$", true, true},
        {".*", true, true},         {".*a", true, false},
        {"a.*", false, true},       {"a.+", false, true},
        {".+a", false, false},      {"a.?", false, false},
        {"a.{3,}", false, true},    {"a.{3}", false, false},
        {"a[^b]*", false, false},   {"^(.*)$", true, true},
        {"(^a)(b$)", true, true},   {"(.*)", true, true},
        {"a(b|c.*)", false, false}, {"a(b$|c.*)", false, true},
        {"^a|^b", true, false},     {"^a|b", false, false},
        {"^a$|^b$", true, true},    {"((^a|^b)c)|^d.*", true, false},
        {"(^a)+b", true, false},    {"(^a)*b", false, false},
        {"a(b$)?", false, false},   {"\\^a\\$", false, false},
        {"", false, false},         {"^a$|", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ddds_ere_tree_make(&tree, cases[i].ere, false);
        if (ddds_ere_tree_covers_begin(&tree) != cases[i].begin ||
            ddds_ere_tree_covers_end(&tree) != cases[i].end) {
            fail_msg("%s", cases[i].ere);
        }
    }
}

TEST(groups_know_where_they_stand_and_whether_they_must_take_part)
{
    static const struct {
        const char *ere;
        unsigned number;
        const char *text;
        bool is_optional;
    } cases[] = {
        {"(a)(b(c))", 1, "(a)", false},    {"(a)(b(c))", 2, "(b(c))", false},
        {"(a)(b(c))", 3, "(c)", false},    {"(a)?b", 1, "(a)", true},
        {"(a)*b", 1, "(a)", true},         {"(a)+b", 1, "(a)", false},
        {"(a){0,3}b", 1, "(a)", true},     {"(a){1,3}b", 1, "(a)", false},
        {"(a|b)c", 1, "(a|b)", false},     {"(a)|b", 1, "(a)", true},
        {"((a)|b)c", 1, "((a)|b)", false}, {"((a)|b)c", 2, "(a)", true},
        {"(x(y))?z", 2, "(y)", true},      {"[(](a)", 1, "(a)", false},
        {"\\((a)", 1, "(a)", false},       {"[[:alpha:](](a)", 1, "(a)", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ddds_ere_tree_make(&tree, cases[i].ere, false);
        const struct ere_node *group =
            ddds_ere_tree_group(&tree, cases[i].number);
        assert_non_null(group);
        assert_int_equal(group->end - group->begin, strlen(cases[i].text));
        assert_memory_equal(cases[i].ere + group->begin, cases[i].text,
                            strlen(cases[i].text));
        assert_int_equal(ddds_ere_tree_is_optional(&tree, group),
                         cases[i].is_optional);
    }
    ddds_ere_tree_make(&tree, "(a)", false);
    assert_null(ddds_ere_tree_group(&tree, 2));
}

TEST(repetitions_of_what_repeats_or_may_differ_are_nested)
{
    static const struct {
        const char *ere;
        const char *text; /* NULL: none */
    } cases[] = {
        {"(a+)+", "(a+)+"},       {"^x(a*)*$", "(a*)*"},
        {"(a|b)+", "(a|b)+"},     {"((a)(b)?)*", "((a)(b)?)*"},
        {"(a){2,}", NULL},        {"(ab)+", NULL},
        {"(a+)?", NULL},          {"(a+){3}", NULL},
        {"a+b+c+", NULL},         {"([^.]+[.])*", "([^.]+[.])*"},
        {"((a+)b)+", "((a+)b)+"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ddds_ere_tree_make(&tree, cases[i].ere, false);
        const struct ere_node *node = ddds_ere_tree_nested(&tree);
        assert_int_equal(node != NULL, cases[i].text != NULL);
        if (node != NULL) {
            assert_int_equal(node->end - node->begin, strlen(cases[i].text));
            assert_memory_equal(cases[i].ere + node->begin, cases[i].text,
                                strlen(cases[i].text));
        }
    }
}

/* Samples are strings that the expression matches: the matcher says so. */
TEST(samples_match)
{
    static const char *const eres[] = {
        "abc",
        "^\\+44(16|20)?([0-9]{3,5})(.*)$",
        "[^a-z]+",
        "[]x]+[^]]",
        "(tel|telephone|sip)s?:.*",
        "((a|b)(c|d)){2,3}",
        "^urn:cid:.+@([^.]+[.])(.*)$",
        "[[:upper:]][[:digit:]]*[[:punct:]]",
        "a{0}b{2,}",
        "(x(y(z)*)+)?w",
        "\\.\\*\\\\",
        "[A-C]{3}",
    };
    for (size_t i = 0; i < sizeof eres / sizeof eres[0]; i++) {
        char regexp[128];
        char memory[256];
        struct text sample;
        struct ddds_error error;
        snprintf(regexp, sizeof regexp, "!%s!x!", eres[i]);
        ddds_substitution *substitution = ddds_substitution_new(regexp, &error);
        assert_non_null(substitution);
        ddds_ere_tree_make(&tree, eres[i], false);
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
                fail_msg("%s: %s", eres[i], memory);
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
