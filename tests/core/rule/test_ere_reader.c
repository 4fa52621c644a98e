/* Reading EREs: what they become, what is refused and where.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "rule/ere_reader.h"
#include "rule/ere_scan.h"
#include "base/assertions.h"

/* ---- What they become --------------------------------------------------- */

static void nothing_of_perl_is_left_in_a_pattern(void **state)
{
    static const struct {
        const char *ere;
        const char *pattern;
        unsigned groups;
    } cases[] = {
        {"abc", "abc", 0},
        {"a b\tc", "a b\tc", 0},
        {"a#b", "a\\#b", 0},
        {"a-b/c:d@e", "a\\-b/c\\:d@e", 0},
        {"]}", "\\]\\}", 0},
        {"^(.*)$", "^(.*)$", 1},
        {"a|b", "a|b", 0},
        {"((a)|(b))*", "((a)|(b))*", 3},
        {"\\.\\*\\\\", "\\.\\*\\\\", 0},
        {"\\/\\!\\-", "/!\\-", 0},
        {"a{2}b{2,}c{2,3}", "a{2}b{2,}c{2,3}", 0},
        {"a{007}", "a{007}", 0},
        {"a{0}", "a{0}", 0},
        {"(a){0}", "(){0}", 1},
        {"x((a|b)c){0,0}y(z)", "x(){0}(){0}y(z)", 3},
        {"(a){0,1}", "(a){0,1}", 1},
        {"[abc]", "[abc]", 0},
        {"[^abc]", "[^abc]", 0},
        {"[]a]", "[\\]a]", 0},
        {"[^]a]", "[^\\]a]", 0},
        {"[a^]", "[a\\^]", 0},
        {"[a-]", "[a\\-]", 0},
        {"[-a]", "[\\-a]", 0},
        {"[a-c]", "[a-c]", 0},
        {"[a-cx-z]", "[a-cx-z]", 0},
        {"[+--]", "[\\+-\\-]", 0},
        {"[a-c-]", "[a-c\\-]", 0},
        {"[a-c[-]", "[a-c\\[\\-]", 0},
        {"[a-c[-^]", "[a-c\\[-\\^]", 0},
        {"[\\d]", "[\\\\d]", 0},
        {"[\\.-]", "[\\\\\\.\\-]", 0},
        {"[a\\]", "[a\\\\]", 0},
        {"[[]", "[\\[]", 0},
        {"[:alpha:]", "[\\:alpha\\:]", 0},
        {"[=a=]", "[\\=a\\=]", 0},
        {"[&~]", "[\\&\\~]", 0},
        {"[[:alnum:]]", "[0-9A-Za-z]", 0},
        {"[[:alpha:]]", "[A-Za-z]", 0},
        {"[[:blank:]]", "[ \\t]", 0},
        {"[[:cntrl:]]", "[\\x00-\\x1f\\x7f]", 0},
        {"[[:digit:]]", "[0-9]", 0},
        {"[[:graph:]]", "[!-~]", 0},
        {"[[:lower:]]", "[a-z]", 0},
        {"[[:print:]]", "[ -~]", 0},
        {"[[:punct:]]", "[!-\\/:-@\\[-`{-~]", 0},
        {"[[:space:]]", "[ \\x09-\\x0d]", 0},
        {"[[:upper:]]", "[A-Z]", 0},
        {"[[:xdigit:]]", "[0-9A-Fa-f]", 0},
        {"[^[:digit:]x]", "[^0-9x]", 0},
        {"[[:digit:]-]", "[0-9\\-]", 0},
        {"[[:digit:][:upper:]]", "[0-9A-Z]", 0},
        {"\u00e9*", "\u00e9*", 0},
        {"[\u00e0-\u00fc]", "[\u00e0-\u00fc]", 0},
        {"\U0010ffff", "\U0010ffff", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ere_reading reading;
        struct ddds_error error;
        if (ddds_ere_read(cases[i].ere, strlen(cases[i].ere), &reading,
                          &error) != DDDS_OK) {
            fail_msg("%s: %s", cases[i].ere, error.detail);
        }
        assert_int_equal(reading.length, strlen(cases[i].pattern));
        assert_memory_equal(reading.pattern, cases[i].pattern, reading.length);
        assert_int_equal(reading.groups, cases[i].groups);
    }
}

/* POSIX allows them, BIND does not. */
static void hyphens_that_bind_refuses_are_known(void **state)
{
    static const struct {
        const char *field;
        size_t at;
    } cases[] = {
        {"![a-c-]!x!", 5},
        {"!x[a-z0-9-]+!x!", 9},
        {"![a-c[-]!x!", 6},
        {"![a-c[-^]!x!", 6},
        {"![a-c-]|[a-c-]!x!", 5},
        {"![-a-c]!x!", DDDS_NO_OFFSET},
        {"![[:digit:]-]!x!", DDDS_NO_OFFSET},
        {"![a-]!x!", DDDS_NO_OFFSET},
        {"!a-c-!x!", DDDS_NO_OFFSET},
        {"!a!x[a-c-]!", DDDS_NO_OFFSET},
        {"![+--]!x!", DDDS_NO_OFFSET},
        {"![+-\\-]!x!", 5},
        /* BIND keeps the backslash before the delimiter. */
        {".[+-\\.-].x.", DDDS_NO_OFFSET},
        {".[+-\\.[-].x.", DDDS_NO_OFFSET},
        {".[+-\\.-]x[a-c-].x.", 13},
        {"\xc2\xa6[a-c-]\xc2\xa6x\xc2\xa6", 6},
        /* Of a character of several octets, the first ends BIND's range. */
        {"![+-\xc3\xa9-]!x!", DDDS_NO_OFFSET},
        {"![+-\xc3\xa9[-]!x!", DDDS_NO_OFFSET},
        {"![\xc3\xa9-\xc3\xbc-]!x!", DDDS_NO_OFFSET},
        /* BIND ignores a '[': the range is that of its neighbours. */
        {"~[a[-^]~x~", 4},
        {"~[z[:digit:][-a]~x~", 13},
        {"~[z]x[[-a]~x~", 7},
        {"~[z]x[-a]~x~", DDDS_NO_OFFSET},
        {"~[a[-b]~x~", DDDS_NO_OFFSET},
        {"~[[-^]~x~", DDDS_NO_OFFSET},
        {"~[]-a]~x~", DDDS_NO_OFFSET},
        {"~[Z-[A]~x~", 3},
        {"~[Z-[-]~x~", 3},
        {"~[Z-[a]~x~", DDDS_NO_OFFSET},
        {"~[+-[-]~x~", DDDS_NO_OFFSET},
        {"~[Z-[]~x~", DDDS_NO_OFFSET},
        {"~[[-a-]~x~", 5},
        {"~[+-[[:digit:]]~x~", 3},
        {"~[a-c[:digit:]-]~x~", 14},
        {"~[[:digit:]a-c-]~x~", 14},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *field = cases[i].field;
        assert_int_equal(ddds_ere_scan_hyphen(field, strlen(field)),
                         cases[i].at);
    }
}

static void what_is_known_of_an_expression_saves_work(void **state)
{
    enum { ANCHORED = 1, DETERMINED = 2, ALL = 4, BRANCHES = 8, UTF = 16 };
    static const struct {
        const char *ere;
        int known;
        const char *why;
    } cases[] = {
        {"abc", DETERMINED, "no choice at all"},
        {"^abc", ANCHORED | DETERMINED, ""},
        {"^a*", ANCHORED | DETERMINED, "the greatest number comes first"},
        {"a*b", 0, "what follows a repetition makes it choose"},
        {"^a*$", ANCHORED, "even an anchor"},
        {"^([^:]+)", ANCHORED | DETERMINED, "nothing follows it"},
        {"^(a*)b", ANCHORED, "something does, after the group"},
        {"^(ab)+", ANCHORED, "a group may end in several places"},
        {"^[ab]{2,3}", ANCHORED | DETERMINED, ""},
        {"a|b", BRANCHES, "alternatives are a choice"},
        {"(a|b)", 0, "in a group, too"},
        {"^a|^b", ANCHORED | BRANCHES, "both begin with an anchor"},
        {"^a|b", BRANCHES, "one does not"},
        {"a|^b", BRANCHES, ""},
        {"(^a)", DETERMINED, "an anchor in a group is not looked for"},
        {".*", ANCHORED | DETERMINED | ALL, "no later place has more"},
        {".*a|^b", ANCHORED | BRANCHES, ""},
        {".+a", 0, ""},
        {"^.*$", ANCHORED | ALL, "every string matches as a whole"},
        {"^(.*)$", ANCHORED | ALL, ""},
        {"(.*)", DETERMINED | ALL, ""},
        {".*$", ANCHORED | ALL, ""},
        {"^.*", ANCHORED | DETERMINED | ALL, ""},
        {"^((.*))$", ANCHORED, "two groups"},
        {"^.+$", ANCHORED, "not the empty string"},
        {"^(.*)$$", ANCHORED, ""},
        {"\u00e9", DETERMINED | UTF, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ere_reading reading;
        assert_int_equal(
            ddds_ere_read(cases[i].ere, strlen(cases[i].ere), &reading, NULL),
            DDDS_OK);
        int known =
            (reading.is_anchored ? ANCHORED : 0) |
            (reading.is_determined ? DETERMINED : 0) |
            (ddds_ere_matches_all(cases[i].ere, strlen(cases[i].ere)) ? ALL
                                                                      : 0) |
            (reading.has_alternatives ? BRANCHES : 0) |
            (reading.is_utf ? UTF : 0);
        if (known != cases[i].known) {
            fail_msg("%s (%s): %d for %d", cases[i].ere, cases[i].why, known,
                     cases[i].known);
        }
    }
}

/* ---- What is refused ----------------------------------------------------- */

static void refusals_say_where_and_why(void **state)
{
    static const struct {
        const char *ere;
        size_t offset;
        const char *why;
    } cases[] = {
        {"", 0, "is empty"},
        {"|a", 0, "empty alternative"},
        {"a|", 2, "empty alternative"},
        {"a||b", 2, "empty alternative"},
        {"()", 1, "empty alternative"},
        {"a(|b)", 2, "empty alternative"},
        {"a(b|)", 4, "empty alternative"},
        {"(a", 0, "never closes a parenthesis"},
        {"a(b(c)", 1, "never closes a parenthesis"},
        {"a)", 1, "closes a parenthesis"},
        {"(a))", 3, "closes a parenthesis"},
        {"*a", 0, "nothing before it"},
        {"+a", 0, "nothing before it"},
        {"{1}", 0, "nothing before it"},
        {"(*a)", 1, "nothing before it"},
        {"a|*b", 2, "nothing before it"},
        {"?a", 0, "nothing before it"},
        {"a|?b", 2, "nothing before it"},
        {"(?:a)b", 1, "Perl syntax"},
        {"(?i)a", 1, "Perl syntax"},
        {"(?=a)", 1, "Perl syntax"},
        {"(*UTF)a", 1, "nothing before it"},
        {"^*", 1, "repeats an anchor"},
        {"^+46(.*)$", 1, "repeats an anchor"},
        {"a$?", 2, "repeats an anchor"},
        {"^{2}", 1, "repeats an anchor"},
        {"a**", 2, "repeats a repetition"},
        {"a+?", 2, "repeats a repetition"},
        {"[[:digit:]]+?", 12, "repeats a repetition"},
        {"(.++)@", 3, "repeats a repetition"},
        {"a{1}{2}", 4, "repeats a repetition"},
        {"a{2}+", 4, "repeats a repetition"},
        {"a{", 1, "{m}"},
        {"a{x", 1, "{m}"},
        {"a{1", 1, "{m}"},
        {"a{1,", 1, "{m}"},
        {"a{,3}", 1, "{m}"},
        {"a{}", 1, "{m}"},
        {"a{1;2}", 1, "{m}"},
        {"a{-1}", 1, "{m}"},
        {"a{1,2,3}", 1, "{m}"},
        {"a{ 1}", 1, "{m}"},
        {"a{0255}", 1, "{m}"},
        {"a{256}", 1, "more than 255 times"},
        {"a{1,256}", 1, "more than 255 times"},
        {"a{999,}", 1, "more than 255 times"},
        {"a{2,1}", 1, "counts down"},
        {"a\\", 1, "lone backslash"},
        {"(a)\\1", 3, "back-reference"},
        {"\\0", 0, "back-reference"},
        {"\\d+", 0, "ordinary character"},
        {"\\w", 0, "ordinary character"},
        {"a\\Qb\\E", 1, "ordinary character"},
        {"\\K", 0, "ordinary character"},
        {"\\x41", 0, "ordinary character"},
        {"\\n", 0, "ordinary character"},
        {"\\<a", 0, "ordinary character"},
        {"a\\>", 1, "ordinary character"},
        {"\\`a", 0, "ordinary character"},
        {"a\\'", 1, "ordinary character"},
        {"\\ ", 0, "ordinary character"},
        {"\\\u00e9", 0, "ordinary character"},
        {"[", 0, "never closes a bracket"},
        {"a[b", 1, "never closes a bracket"},
        {"[]", 0, "never closes a bracket"},
        {"[^]", 0, "never closes a bracket"},
        {"[]a", 0, "never closes a bracket"},
        {"[[:alpha:]", 0, "never closes a bracket"},
        {"[a-", 0, "never closes a bracket"},
        {"[z-a]", 1, "runs backwards"},
        {"[a-Z]", 1, "runs backwards"},
        {"x[\u00fc-\u00e9]", 2, "runs backwards"},
        {"[\u00e9-z]", 1, "runs backwards"},
        {"[a-c-e]", 4, "right after a range"},
        {"[a-c-", 0, "never closes a bracket"},
        {"[a-c--]", 4, "right after a range"},
        {"[[:digit:]-z]", 10, "right after a range or a class"},
        {"[a-[:digit:]]", 3, "ends a range with a class"},
        {"[a-[.b.]]", 3, "ends a range with a class"},
        {"[[:foo:]]", 1, "no character class"},
        {"[[:]", 1, "no character class"},
        {"[[:alpha]]", 1, "no character class"},
        {"[[:Alpha:]]", 1, "no character class"},
        {"[[:alphax:]]", 1, "no character class"},
        {"[[=a=]]", 1, "equivalence class"},
        {"[[.a.]]", 1, "collating symbol"},
        {"[a[.hyphen.]]", 2, "collating symbol"},
        {"\xff", 0, "is not UTF-8"},
        {"a\x80", 1, "is not UTF-8"},
        {"a\xc3", 1, "is not UTF-8"},
        {"\xc0\xaf", 0, "is not UTF-8"},
        {"\xe0\x9f\xbf", 0, "is not UTF-8"},
        {"\xed\xa0\x80", 0, "is not UTF-8"},
        {"\xf0\x8f\xbf\xbf", 0, "is not UTF-8"},
        {"\xf4\x90\x80\x80", 0, "is not UTF-8"},
        {"\xf5\x80\x80\x80", 0, "is not UTF-8"},
        {"ab\xe2\x82", 2, "is not UTF-8"},
        {"\xe2\x28\xa1", 0, "is not UTF-8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ere_reading reading;
        struct ddds_error error;
        ddds_status status =
            ddds_ere_read(cases[i].ere, strlen(cases[i].ere), &reading, &error);
        if (status != DDDS_MALFORMED || error.offset != cases[i].offset ||
            strstr(error.detail, cases[i].why) == NULL) {
            fail_msg("%s: %zu for %zu: %s", cases[i].ere,
                     status == DDDS_OK ? 999 : error.offset, cases[i].offset,
                     status == DDDS_OK ? "accepted" : error.detail);
        }
    }
}

static void repeated_repetitions_have_a_limit(void **state)
{
    static const struct {
        const char *ere;
        bool is_allowed;
    } cases[] = {
        {"(a{255}){255}", true}, /* a{255} is one piece that counts */
        {"((a{255}){255}){255}", false}, {"((a{1,100}){1,100}){1,100}", false},
        {"((a){32}){32}", true},         {"((a){32}){33}", false},
        {"((a){32}b){32}", false},       {"((a){31}b){32}", true},
        {"((ab|c){0,16}){0,16}", true},  {"(((a){255}){255}){255}", false},
        {"a{255}b{255}c{255}", true},    {"(abcd){255}", true},
        {"(abcde){255}", false},         {"(a{255}){4}", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ere_reading reading;
        struct ddds_error error;
        ddds_status status =
            ddds_ere_read(cases[i].ere, strlen(cases[i].ere), &reading, &error);
        if ((status == DDDS_OK) != cases[i].is_allowed) {
            fail_msg("%s", cases[i].ere);
        }
        if (status != DDDS_OK) {
            assert_int_equal(status, DDDS_LIMIT);
            assert_true(error.offset < strlen(cases[i].ere));
            assert_non_null(strstr(error.detail, "too often"));
        }
    }
}

static void groups_nest_only_so_deep(void **state)
{
    char ere[2 * (LIMIT_GROUP_DEPTH + 1) + 1];
    for (size_t depth = LIMIT_GROUP_DEPTH; depth <= LIMIT_GROUP_DEPTH + 1;
         depth++) {
        struct ere_reading reading;
        struct ddds_error error;
        memset(ere, '(', depth);
        ere[depth] = 'a';
        memset(ere + depth + 1, ')', depth);
        ddds_status status =
            ddds_ere_read(ere, 2 * depth + 1, &reading, &error);
        if (depth == LIMIT_GROUP_DEPTH) {
            assert_int_equal(status, DDDS_OK);
            assert_int_equal(reading.groups, LIMIT_GROUP_DEPTH);
        } else {
            assert_int_equal(status, DDDS_MALFORMED);
            assert_int_equal(error.offset, LIMIT_GROUP_DEPTH);
        }
    }
}

/* However long the expression, the reason is not cut off. */
static void details_quote_no_more_than_they_must(void **state)
{
    char ere[LIMIT_STRING];
    struct ere_reading reading;
    struct ddds_error error;
    memset(ere, 'a', sizeof ere);
    ere[200] = '\\';
    ere[201] = 'd';
    assert_int_equal(ddds_ere_read(ere, sizeof ere, &reading, &error),
                     DDDS_MALFORMED);
    assert_non_null(strstr(error.detail, "\\w is [[:alnum:]_]), at 200"));
}

/* Every octet that an expression could have, in both places: what is written
 * has room, and every expression ends. */
static void the_longest_patterns_fit(void **state)
{
    static const char *const pieces[] = {"-",           "[-]",    "[[:space:]]",
                                         "[[:cntrl:]]", "(a){0}", "(((a))){0}",
                                         "\\-",         "]"};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        char ere[LIMIT_STRING];
        size_t length = 0;
        struct ere_reading reading;
        while (length + strlen(pieces[i]) <= sizeof ere) {
            memcpy(ere + length, pieces[i], strlen(pieces[i]));
            length += strlen(pieces[i]);
        }
        assert_int_equal(ddds_ere_read(ere, length, &reading, NULL), DDDS_OK);
        assert_true(reading.length < ERE_PATTERN_SIZE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_of_perl_is_left_in_a_pattern),
        cmocka_unit_test(hyphens_that_bind_refuses_are_known),
        cmocka_unit_test(what_is_known_of_an_expression_saves_work),
        cmocka_unit_test(refusals_say_where_and_why),
        cmocka_unit_test(repeated_repetitions_have_a_limit),
        cmocka_unit_test(groups_nest_only_so_deep),
        cmocka_unit_test(details_quote_no_more_than_they_must),
        cmocka_unit_test(the_longest_patterns_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
