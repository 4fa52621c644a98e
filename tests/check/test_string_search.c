/* Strings that some expressions match and others do not.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "check/sets/string_search.h"
#include "seed.h"
#include "base/table.h"

enum { MANY = 300 };

/* Add the terms of the list |eres|, which NULL ends. */
static void add_terms(struct match_readers *readers, const char *const *eres,
                      bool must_match, struct search_term *terms, size_t *count)
{
    for (; *eres != NULL; eres++) {
        struct reader *reader = ddds_match_readers_find(
            readers, *eres, strlen(*eres), false, SIZE_MAX);
        terms[(*count)++] = (struct search_term){
            reader, reader != NULL ? reader->start : 0, must_match};
    }
}

/* Search for a string that all of |all| match, and none of |others|. */
static enum string_search_result search(const char *const *all,
                                        const char *const *others,
                                        char string[SEARCH_STRING_SIZE])
{
    struct match_readers readers = {.kept = NULL};
    struct search_term terms[MANY + 2];
    size_t count = 0;
    uint64_t left = 10000000;
    add_terms(&readers, all, true, terms, &count);
    add_terms(&readers, others, false, terms, &count);
    enum string_search_result result = ddds_string_search(
        &readers, terms, count, string, SEARCH_STRING_SIZE, &left);
    assert_false(readers.no_memory);
    for (size_t i = 0; i < count && result == STRING_FOUND; i++) {
        uint32_t end =
            reader_run(terms[i].reader, terms[i].state, string, strlen(string));
        assert_int_equal(reader_label(terms[i].reader, end) != LABEL_NO_MATCH,
                         terms[i].must_match);
    }
    ddds_match_readers_free(&readers);
    return result;
}

TEST(the_shortest_string_is_found_or_there_is_none)
{
    for (const char **row =
             table_rows("fixtures/tables/string-search.tsv", "Searches", 6);
         table_next(row);) {
        const char *const all[] = {row[0], row[1], row[2], NULL};
        const char *const others[] = {row[3], row[4], NULL};
        char string[SEARCH_STRING_SIZE];
        enum string_search_result result = search(all, others, string);
        if (result != (row[5] == NULL ? STRING_NONE : STRING_FOUND) ||
            (row[5] != NULL && strcmp(string, row[5]) != 0)) {
            fail_msg("%s: %d \"%s\"", row[0], (int)result, string);
        }
    }
}

/* Of strings that cannot match any more, none is followed: this search takes
 * some 2200 units of work, and many more with them. Known states of the readers
 * take less. */
TEST(what_is_hopeless_is_not_followed)
{
    static const char *const all[] = {"^urn:foo:[a-z0-9]+$", NULL};
    static const char *const others[] = {"o.*f|[a-z]+:[0-9]|x{3}",
                                         "^urn:foo:[b-z]+$", NULL};
    struct match_readers readers = {.kept = NULL};
    const uint64_t most[] = {3000, 1000};
    for (size_t i = 0; i < 2; i++) {
        struct search_term terms[3];
        size_t count = 0;
        uint64_t left = 100000;
        add_terms(&readers, all, true, terms, &count);
        add_terms(&readers, others, false, terms, &count);
        assert_int_equal(ddds_string_search(&readers, terms, 3, NULL, 0, &left),
                         STRING_FOUND);
        assert_in_range(100000 - left, 1, most[i]);
    }
    ddds_match_readers_free(&readers);
}

TEST(letter_case_is_ignored_if_the_flag_says_so)
{
    struct match_readers readers = {.kept = NULL};
    uint64_t left = 1000000;
    for (int ignores_case = 0; ignores_case < 2; ignores_case++) {
        struct search_term terms[] = {
            {ddds_match_readers_find(&readers, "^urn:foo:.*$", 12, false,
                                     SIZE_MAX),
             0, true},
            {ddds_match_readers_find(&readers, "^URN:FOO:", 9,
                                     ignores_case != 0, SIZE_MAX),
             0, true},
        };
        terms[0].state = terms[0].reader->start;
        terms[1].state = terms[1].reader->start;
        assert_int_equal(ddds_string_search(&readers, terms, 2, NULL, 0, &left),
                         ignores_case ? STRING_FOUND : STRING_NONE);
    }
    ddds_match_readers_free(&readers);
}

TEST(what_is_too_large_is_unknown)
{
    static const char *const none[] = {NULL};
    static const char *const copies[] = {"^((a|b){31}c{0,31}){31}$", NULL};
    static const char *const subsets[] = {"^.*a.{20}$", NULL};
    /* The repetitions leave few states to the pieces of the branch. */
    static const char *const pieces[] = {
        "((((((((aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "){255}){255}){255}){255}){255}){255}){255}){255}",
        NULL};
    static const char *const utf8[] = {"\xc3\xa9", NULL};
    assert_int_equal(search(copies, none, NULL), STRING_UNKNOWN);
    assert_int_equal(search(subsets, none, NULL), STRING_UNKNOWN);
    assert_int_equal(search(pieces, none, NULL), STRING_UNKNOWN);
    assert_int_equal(search(utf8, none, NULL), STRING_UNKNOWN);
    assert_int_equal(search(none, none, NULL), STRING_UNKNOWN);
}

/* Some hundred terms that are all needed take no longer than they are long. */
TEST(many_terms_are_searched_at_once)
{
    char texts[MANY][16];
    const char *others[MANY + 1] = {NULL};
    static const char *const all[] = {"^[0-9a-c]{2}x*$", NULL};
    size_t count = 0;
    char string[SEARCH_STRING_SIZE];
    for (unsigned i = 0; i < 13 * 13; i++) {
        static const char digits[] = "0123456789abc";
        snprintf(texts[count], sizeof *texts, "^%c%cx*$", digits[i / 13],
                 digits[i % 13]);
        others[count] = texts[count];
        count++;
    }
    assert_int_equal(search(all, others, string), STRING_NONE);
    others[100] = "^7yx*$";
    assert_int_equal(search(all, others, string), STRING_FOUND);
    assert_string_equal(string, "79");
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

/* Every string of at most five octets is matched by the reader if and only if
 * the matcher matches it. */
TEST(the_reader_agrees_with_the_matcher)
{
    unsigned compared = 0;
    struct match_readers readers = {.kept = NULL};
    for (unsigned i = 0; i < 3000; i++) {
        char ere[64];
        char regexp[80];
        struct ddds_error error;
        write_random(ere);
        snprintf(regexp, sizeof regexp, "!%s!x!", ere);
        ddds_substitution *substitution = ddds_substitution_new(regexp, &error);
        if (substitution == NULL) {
            continue;
        }
        struct reader *reader = ddds_match_readers_find(
            &readers, ere, strlen(ere), false, SIZE_MAX);
        assert_non_null(reader);
        for (unsigned n = 0; n < 40; n++) {
            char string[6];
            char output[8];
            bool matched;
            unsigned length = random_below(6);
            for (unsigned k = 0; k < length; k++) {
                string[k] = (char)('a' + random_below(4));
            }
            string[length] = '\0';
            assert_ok(ddds_substitution_apply(substitution, string, output,
                                              sizeof output, &matched, NULL,
                                              &error));
            uint32_t end = reader_run(reader, reader->start, string, length);
            if ((reader_label(reader, end) != LABEL_NO_MATCH) != matched) {
                fail_msg("%s on \"%s\": matched %d", ere, string, matched);
            }
            compared++;
        }
        ddds_substitution_free(substitution);
    }
    ddds_match_readers_free(&readers);
    assert_true(compared > 10000);
}

int main(void)
{
    random_state = take_seed(20261122);
    return unit_run("tests");
}
