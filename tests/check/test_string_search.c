/* Strings that some expressions match and others do not.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "check/judge/automaton.h"
#include "check/judge/string_search.h"
#include "seed.h"
#include "base/assertions.h"

/* Search for a string that all of |all| match, and none of |others|; both are
 * lists that NULL ends. */
/* Do those of |terms| match |string| that must, and no others? */
static void compare_matches(const struct search_term *terms, size_t count,
                            const char *string)
{
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(ddds_automaton_matches(terms[i].automaton, string),
                         terms[i].must_match);
    }
}

static enum string_search_result search(const char *const *all,
                                        const char *const *others,
                                        char string[SEARCH_STRING_SIZE])
{
    struct arena arena;
    struct search_term terms[SEARCH_EXPRESSIONS + 1];
    size_t count = 0;
    uint64_t left = 1000000;
    ddds_arena_init(&arena, NULL, 0);
    for (; *all != NULL; all++) {
        terms[count++] =
            (struct search_term){ddds_automaton_new(&arena, *all, false), true};
    }
    for (; *others != NULL; others++) {
        terms[count++] = (struct search_term){
            ddds_automaton_new(&arena, *others, false), false};
    }
    enum string_search_result result =
        ddds_string_search(terms, count, string, &left, &arena.failed);
    assert_false(arena.failed);
    if (result == STRING_FOUND) {
        compare_matches(terms, count, string);
    }
    ddds_arena_free(&arena);
    return result;
}

TEST(the_shortest_string_is_found_or_there_is_none)
{
    static const struct {
        const char *all[4];
        const char *others[4];
        const char *string; /* NULL: none */
    } cases[] = {
        {{"^urn:foo:.+$", "^urn:foo:[0-9]"}, {NULL}, "urn:foo:1"},
        {{"^"}, {"$^"}, "a"},
        {{"$^"}, {NULL}, ""},
        {{"$^", "."}, {NULL}, NULL},
        {{"^.*a.{12}$", "^.*b.{13}$", "^[^ab]*$"}, {NULL}, NULL},
        {{"^urn:foo:.+$", "^urn:fooo:"}, {NULL}, NULL},
        {{"^urn:foo:.+$", "^urn:foo$"}, {NULL}, NULL},
        {{"^urn:foo:.+$", "foo"}, {NULL}, "urn:foo:a"},
        {{"^urn:foo:.+$"}, {"^urn:foo:[0-9]"}, "urn:foo:a"},
        {{"^urn:foo:.+$"}, {"^urn:foo:"}, NULL},
        {{"^urn:foo:.+$"}, {"^urn:foo:[0-9]", "^urn:foo:[^0-9]"}, NULL},
        {{"^urn:foo:.+$"},
         {"^urn:foo:[0-9]*$", "^urn:foo:[^0-9]*$"},
         "urn:foo:a1"},
        {{"^\\+44[0-9]{1,3}$", "^\\+44[0-9]{5}"}, {NULL}, NULL},
        {{"^\\+44[0-9]{1,3}$", "^\\+44[0-9]{3}"}, {NULL}, "+44111"},
        {{"^\\+44[0-9]{1,3}$", "^([0-9])+44"}, {NULL}, NULL},
        {{"^(a|bb)*$", "^.{5}$"}, {"a"}, NULL},
        {{"^(a|bb)*$", "^.{6}$"}, {"a"}, "bbbbbb"},
        {{"^(a|bb)+c?$", "b"}, {"bb$"}, "bba"},
        {{"^x(^a|b)$"}, {NULL}, "xb"},
        {{"^a$|^b$"}, {"a"}, "b"},
        {{"a$b"}, {NULL}, NULL},
        {{"^$"}, {NULL}, ""},
        {{"^.$"}, {"[a-z]"}, "1"},
        {{"^(a{2}){3}$"}, {NULL}, "aaaaaa"},
        {{"^(a{0,2}b){2}$"}, {"^b"}, "abb"},
        {{"^a{0}b$"}, {NULL}, "b"},
        {{"(^|/)b(/|$)", "^.{3}$"}, {"/b/", "^b"}, "a/b"},
        {{"^(|a)b$"}, {"a"}, "b"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char string[SEARCH_STRING_SIZE];
        enum string_search_result result =
            search(cases[i].all, cases[i].others, string);
        if (result != (cases[i].string == NULL ? STRING_NONE : STRING_FOUND) ||
            (cases[i].string != NULL && strcmp(string, cases[i].string) != 0)) {
            fail_msg("case %zu: %d \"%s\"", i, (int)result, string);
        }
    }
}

/* Of strings that cannot match any more, none is followed: this search takes
 * some 2300 units of work, and 4500 with them. */
TEST(what_is_hopeless_is_not_followed)
{
    struct arena arena;
    uint64_t left = 3500;
    ddds_arena_init(&arena, NULL, 0);
    const struct search_term terms[] = {
        {ddds_automaton_new(&arena, "^urn:foo:[a-z0-9]+$", false), true},
        {ddds_automaton_new(&arena, "o.*f|[a-z]+:[0-9]|x{3}", false), false},
        {ddds_automaton_new(&arena, "^urn:foo:[b-z]+$", false), false},
    };
    assert_int_equal(ddds_string_search(terms, 3, NULL, &left, &arena.failed),
                     STRING_FOUND);
    ddds_arena_free(&arena);
}

TEST(letter_case_is_ignored_if_the_flag_says_so)
{
    struct arena arena;
    uint64_t left = 1000000;
    ddds_arena_init(&arena, NULL, 0);
    for (int ignores_case = 0; ignores_case < 2; ignores_case++) {
        struct search_term terms[] = {
            {ddds_automaton_new(&arena, "^urn:foo:.*$", false), true},
            {ddds_automaton_new(&arena, "^URN:FOO:", ignores_case != 0), true},
        };
        assert_int_equal(
            ddds_string_search(terms, 2, NULL, &left, &arena.failed),
            ignores_case ? STRING_FOUND : STRING_NONE);
    }
    ddds_arena_free(&arena);
}

TEST(what_is_too_large_is_unknown)
{
    static const char *const none[] = {NULL};
    static const char *const copies[] = {"^((a|b){31}c{0,31}){31}$", NULL};
    static const char *const combinations[] = {"^.*a.{12}$", "^.*b.{13}$",
                                               "^.*c.{14}$", NULL};
    /* The repetitions leave few states to the pieces of the branch. */
    static const char *const pieces[] = {
        "((((((((aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "){255}){255}){255}){255}){255}){255}){255}){255}",
        NULL};
    static const char *const utf8[] = {"\xc3\xa9", NULL};
    const char *many[SEARCH_EXPRESSIONS + 2];
    for (size_t i = 0; i <= SEARCH_EXPRESSIONS; i++) {
        many[i] = "a";
    }
    many[SEARCH_EXPRESSIONS + 1] = NULL;
    assert_int_equal(search(copies, none, NULL), STRING_UNKNOWN);
    assert_int_equal(search(combinations, none, NULL), STRING_UNKNOWN);
    assert_int_equal(search(pieces, none, NULL), STRING_UNKNOWN);
    assert_int_equal(search(utf8, none, NULL), STRING_UNKNOWN);
    assert_int_equal(search(many, none, NULL), STRING_UNKNOWN);
}

/* ---- Against the matcher ---------------------------------------------- */

static uint64_t random_state;

static unsigned random_below(unsigned limit)
{
    random_state = random_state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(random_state >> 33) % limit;
}

/* A random expression of a few characters. */
static void write_random(char ere[64])
{
    static const char *const pieces[] = {
        "a",  "b",     "c",     "[ab]",   "[^a]",     "a*",     "b+", "c?",
        ".",  "(a|b)", "(ab)*", "(a|bc)", "a{2}",     "b{0,2}", "^",  "$",
        ".*", "(^|c)", "(b|$)", "[a-c]+", "(a?b){2}", "c{1,}",
    };
    ere[0] = '\0';
    unsigned count = 1 + random_below(5);
    for (unsigned i = 0; i < count; i++) {
        strcat(ere, pieces[random_below(sizeof pieces / sizeof *pieces)]);
    }
}

/* Every string of at most five octets is accepted by the automaton if and
 * only if the matcher matches it. */
TEST(the_automaton_agrees_with_the_matcher)
{
    unsigned compared = 0;
    for (unsigned i = 0; i < 3000; i++) {
        char ere[64];
        char regexp[80];
        struct arena arena;
        struct ddds_error error;
        write_random(ere);
        snprintf(regexp, sizeof regexp, "!%s!x!", ere);
        ddds_substitution *substitution = ddds_substitution_new(regexp, &error);
        if (substitution == NULL) {
            continue;
        }
        ddds_arena_init(&arena, NULL, 0);
        const struct automaton *automaton =
            ddds_automaton_new(&arena, ere, false);
        assert_non_null(automaton);
        for (unsigned n = 0; n < 40; n++) {
            automaton_set sets[2][AUTOMATON_WORDS];
            char string[6];
            char output[8];
            bool matched;
            unsigned length = random_below(6);
            ddds_automaton_begin(automaton, sets[0]);
            for (unsigned k = 0; k < length; k++) {
                string[k] = (char)('a' + random_below(4));
                ddds_automaton_step(automaton, sets[k % 2],
                                    (unsigned char)string[k],
                                    sets[(k + 1) % 2]);
            }
            string[length] = '\0';
            assert_ok(ddds_substitution_apply(substitution, string, output,
                                              sizeof output, &matched, NULL,
                                              &error));
            if (ddds_automaton_accepts(automaton, sets[length % 2],
                                       length == 0) != matched) {
                fail_msg("%s on \"%s\": matched %d", ere, string, matched);
            }
            compared++;
        }
        ddds_substitution_free(substitution);
        ddds_arena_free(&arena);
    }
    assert_true(compared > 10000);
}

int main(void)
{
    random_state = take_seed(20261122);
    return unit_run("tests");
}
