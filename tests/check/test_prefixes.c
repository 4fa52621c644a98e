/* Rules that may match a common string, by the octets that their strings begin
 * with.
 *
 * SPDX-License-Identifier: MIT */
#include "check/keys/prefixes.h"

#include "seed.h"
#include "base/assertions.h"

TEST(an_automaton_knows_what_its_strings_begin_with)
{
    static const struct {
        const char *ere;
        bool ignores_case;
        const char *prefix;
    } cases[] = {
        {"^urn:foo:(.*)$", false, "urn:foo:"},
        {"^URN:Foo:a?b", true, "urn:foo:"},
        {"^URN:[fF]oo:a?b", false, "urn:foo:"},
        {"^(urn:(foo:))bar", false, "urn:foo:bar"},
        {"^(a|ab)c", false, "a"},
        {"^(ab|ac)", false, "a"},
        {"^([aA]b|Ab)", false, ""},
        {"^ab|^ac", false, "a"},
        {"^ab|ac", false, ""},
        {"^a{3}", false, "aaa"},
        {"^a+b", false, "a"},
        {"^a*b", false, ""},
        {"^ab$", false, "ab"},
        {"^a(b|$)", false, "a"},
        {"a", false, ""},
        {"^", false, ""},
        {"^\\+44.", false, "+44"},
        {"^[ab]", false, ""},
        {"^$^a", false, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena;
        char prefix[AUTOMATON_PREFIX];
        ddds_arena_init(&arena, NULL, 0);
        size_t length = ddds_automaton_prefix(
            ddds_automaton_new(&arena, cases[i].ere, cases[i].ignores_case),
            prefix);
        assert_int_equal(length, strlen(cases[i].prefix));
        assert_memory_equal(prefix, cases[i].prefix, length);
        ddds_arena_free(&arena);
    }
}

static uint64_t random_state;

static unsigned random_below(unsigned limit)
{
    random_state = random_state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(random_state >> 33) % limit;
}

/* A prefix of letters a and b, which "^PREFIX." has; NULL in the place of one in
 * eight. */
static const struct automaton *make_random(struct arena *arena, char *ere)
{
    size_t length = random_below(6);
    ere[0] = '^';
    for (size_t i = 1; i <= length; i++) {
        ere[i] = (char)('a' + (int)random_below(2));
    }
    ere[length + 1] = '.';
    ere[length + 2] = '\0';
    return random_below(8) == 0 ? NULL : ddds_automaton_new(arena, ere, false);
}

static bool may_share(const struct automaton *one,
                      const struct automaton *other)
{
    char prefixes[2][AUTOMATON_PREFIX];
    size_t first = one != NULL ? ddds_automaton_prefix(one, prefixes[0]) : 0;
    size_t second =
        other != NULL ? ddds_automaton_prefix(other, prefixes[1]) : 0;
    return memcmp(prefixes[0], prefixes[1], first < second ? first : second) ==
           0;
}

/* All pairs of up to forty rules. */
static void compare_pairs(struct arena *arena, size_t count)
{
    const struct automaton *automata[40];
    struct prefixes prefixes;
    char ere[16];
    assert_true(ddds_prefixes_begin(&prefixes, arena, count));
    for (size_t i = 0; i < count; i++) {
        automata[i] = make_random(arena, ere);
        ddds_prefixes_add(&prefixes, i, automata[i]);
    }
    ddds_prefixes_sort(&prefixes);
    for (size_t i = 0; i < count; i++) {
        size_t next = 0;
        ddds_prefixes_find(&prefixes, i, automata[i]);
        for (size_t k = 0; k < i; k++) {
            if (may_share(automata[i], automata[k])) {
                assert_true(next < prefixes.found_count);
                assert_int_equal(prefixes.found[next++], k);
            }
        }
        assert_int_equal(next, prefixes.found_count);
    }
}

TEST(all_that_may_share_a_string_are_found)
{
    random_state = take_seed(1);
    for (int i = 0; i < 200; i++) {
        struct arena arena;
        ddds_arena_init(&arena, NULL, 0);
        compare_pairs(&arena, 1 + random_below(40));
        ddds_arena_free(&arena);
    }
}
