/* Matching: the longest of the leftmost matches, within limits.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "base/text.h"
#include "rule/ere.h"
#include "base/assertions.h"

/* How often an expression is used. */
enum { USES = 3 };

static struct ere_context *context;

static int make_context(void **state)
{
    context = ddds_ere_context_new();
    return context == NULL;
}

static int free_context(void **state)
{
    ddds_ere_context_free(context);
    return 0;
}

static struct ere_program *compile(const char *ere, bool ignore_case)
{
    struct ddds_error error;
    struct ere_reading reading;
    struct ere_program *program = NULL;
    if (ddds_ere_read(ere, strlen(ere), &reading, &error) != DDDS_OK ||
        ddds_ere_compile(context, &reading, ignore_case, &program, &error) !=
            DDDS_OK) {
        fail_msg("%s: %s", ere, error.detail);
    }
    return program;
}

static ddds_status match(struct ere_program *program, const char *text,
                         bool *matched, struct ddds_captures *captures)
{
    struct ere_subject subject = {text, strlen(text), NULL, false};
    return ddds_ere_match(program, &subject, matched, captures, NULL);
}

/* |count| times |body|, and |tail|. */
static char *repeat(const char *body, size_t count, const char *tail)
{
    size_t length = strlen(body);
    char *text = malloc(length * count + strlen(tail) + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) {
        memcpy(text + i * length, body, length);
    }
    memcpy(text + length * count, tail, strlen(tail) + 1);
    return text;
}

/* ---- The table --------------------------------------------------------- */

static void write_place(struct text *places, const char *subject,
                        const struct ddds_span *group)
{
    if (group->text == NULL) {
        ddds_text_string(places, "(?,?)");
        return;
    }
    size_t begin = (size_t)(group->text - subject);
    ddds_text_char(places, '(');
    ddds_text_number(places, begin);
    ddds_text_char(places, ',');
    ddds_text_number(places, begin + group->length);
    ddds_text_char(places, ')');
}

static void write_places(struct text *places, const char *subject,
                         const struct ddds_captures *captures, unsigned groups)
{
    for (unsigned i = 0; i < 10; i++) {
        if (i <= groups) {
            write_place(places, subject, &captures->group[i]);
        } else {
            assert_null(captures->group[i].text);
            assert_int_equal(captures->group[i].length, 0);
        }
    }
}

/* Match some times, also with memory of the match before: it is always the
 * same. */
static void check_row(const char *ere, const char *subject,
                      const char *expected)
{
    bool ignore_case = strncmp(ere, "i ", 2) == 0;
    ere += ignore_case ? 2 : 0;
    unsigned groups = 0;
    for (const char *at = expected; *at != '\0'; at++) {
        groups += *at == '(' && at > expected;
    }
    struct ere_program *program = compile(ere, ignore_case);
    for (unsigned i = 0; i < USES; i++) {
        char memory[256];
        struct text places;
        struct ddds_captures captures = DDDS_CAPTURES_INIT;
        bool matched = false;
        ddds_text_init(&places, memory, sizeof memory);
        assert_ok(match(program, subject, &matched, &captures));
        if (matched) {
            write_places(&places, subject, &captures, groups);
        }
        if (strcmp(matched ? places.bytes : "NOMATCH", expected) != 0) {
            fail_msg("%s on %s, use %u: %s for %s", ere, subject, i,
                     places.bytes, expected);
        }
    }
    ddds_ere_program_free(program);
}

TEST(the_table_holds)
{
    char line[512];
    unsigned rows = 0;
    FILE *table = fopen("fixtures/tables/ere.tsv", "r");
    assert_non_null(table);
    while (fgets(line, sizeof line, table) != NULL) {
        char *subject = strchr(line, '\t');
        if (subject == NULL) {
            continue;
        }
        *subject++ = '\0';
        char *places = strchr(subject, '\t');
        *places++ = '\0';
        *strchr(places, '\t') = '\0';
        check_row(line, subject, places);
        rows++;
    }
    fclose(table);
    assert_true(rows > 90);
}

/* ---- Characters --------------------------------------------------------- */

TEST(a_dot_matches_every_octet_but_the_end)
{
    struct ere_program *program = compile("^.$", false);
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    for (int octet = 1; octet < 256; octet++) {
        char subject[2] = {(char)octet, '\0'};
        bool matched = false;
        assert_ok(match(program, subject, &matched, &captures));
        assert_true(matched);
    }
    ddds_ere_program_free(program);
}

TEST(lines_have_no_meaning)
{
    static const struct {
        const char *ere;
        const char *subject;
        bool matches;
    } cases[] = {
        {"a$", "a\n", false}, {"^b", "a\nb", false}, {"^a.b$", "a\nb", true},
        {"[^a]", "\n", true}, {"a$", "a\nb", false}, {"\r", "a\r", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ere_program *program = compile(cases[i].ere, false);
        struct ddds_captures captures = DDDS_CAPTURES_INIT;
        bool matched = !cases[i].matches;
        match(program, cases[i].subject, &matched, &captures);
        assert_int_equal(matched, cases[i].matches);
        ddds_ere_program_free(program);
    }
}

TEST(octets_count_in_a_subject_that_is_not_utf_8)
{
    struct ere_program *program = compile("^..$", false);
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    for (int i = 0; i < USES; i++) {
        static const struct {
            const char *subject;
            bool matches;
        } cases[] = {{"ab", true},       {"\u00e9\u00fc", true},
                     {"\u00e9", false},  {"\u00e9\xc3", false},
                     {"\xc3\xc3", true}, {"a\xff", true}};
        for (size_t j = 0; j < sizeof cases / sizeof cases[0]; j++) {
            bool matched = !cases[j].matches;
            assert_ok(match(program, cases[j].subject, &matched, &captures));
            assert_int_equal(matched, cases[j].matches);
        }
    }
    ddds_ere_program_free(program);
}

TEST(a_subject_that_is_not_utf_8_does_not_match)
{
    struct ere_program *program = compile("\u00e9?.", false);
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    for (int i = 0; i < USES; i++) {
        bool matched = true;
        assert_ok(match(program, "\xc3", &matched, &captures));
        assert_false(matched);
        assert_ok(match(program, "\xc3\xa9", &matched, &captures));
        assert_true(matched);
    }
    ddds_ere_program_free(program);
}

/* ---- Limits ------------------------------------------------------------- */

TEST(work_is_bounded)
{
    static const struct {
        const char *ere;
        const char *body;
        size_t count;
        const char *tail;
        const char *why;
    } cases[] = {
        {"^(a+)+$", "a", 40, "b", "nested repetitions"},
        {"^(a|aa)+$", "a", 200, "!", "two ways for everything"},
        {"a*a*z", "a", 8189, "bz", "a step that scans the whole subject"},
        {"[^b]{1,90}[^b]{1,90}z", "a", 8189, "bz", "many places to begin"},
        {"^[^b]*[^b]*[^b]*[^b]*z", "a", 240, "bz", "no groups"},
        {"u|[^z]{1,255}[^z]{1,255}b", "u", 8000, "!", "a longer match"},
        {"^(([^z]|a)*|b)*c", "a", 8000, "!", "much memory"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ere_program *program = compile(cases[i].ere, false);
        char *subject = repeat(cases[i].body, cases[i].count, cases[i].tail);
        struct ere_subject whole = {subject, strlen(subject), NULL, false};
        for (int use = 0; use < USES; use++) {
            struct ddds_captures captures = DDDS_CAPTURES_INIT;
            struct ddds_error error;
            bool matched = true;
            if (ddds_ere_match(program, &whole, &matched, &captures, &error) !=
                DDDS_LIMIT) {
                fail_msg("%s (%s) has no end", cases[i].ere, cases[i].why);
            }
            assert_false(matched);
            assert_non_null(strstr(error.detail, "more steps"));
        }
        free(subject);
        ddds_ere_program_free(program);
    }
}

TEST(rules_in_use_keep_within_the_limits)
{
    static const char *const eres[] = {
        "^urn:cid:.+@([^\\.]+\\.)(.*)$",
        "^urn:([^:]+):(.+)$",
        "urn:([^:]+)",
        "^([a-z]+:)?//([^/]+)/.*$|^urn:[^:]+:(.*)$",
    };
    char *subject = repeat("a", 2900, "");
    memcpy(subject, "urn:cid:1@b.c", 13);
    for (size_t i = 0; i < sizeof eres / sizeof eres[0]; i++) {
        struct ere_program *program = compile(eres[i], false);
        struct ddds_captures captures = DDDS_CAPTURES_INIT;
        bool matched = false;
        assert_ok(match(program, subject, &matched, &captures));
        assert_true(matched);
        ddds_ere_program_free(program);
    }
    free(subject);
}

/* How many matches of |text| the steps of one resolution are enough for, up to
 * 10,000. */
static unsigned count_matches(const char *ere, const char *text)
{
    size_t left = LIMIT_STEPS;
    struct ere_program *program = compile(ere, false);
    const struct ere_subject subject = {text, strlen(text), &left, false};
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    unsigned count = 0;
    bool matched;
    while (count < 10000) {
        ddds_status status =
            ddds_ere_match(program, &subject, &matched, &captures, NULL);
        if (left == 0) {
            assert_int_equal(status, DDDS_LIMIT);
            assert_false(matched);
            break;
        }
        count++;
    }
    ddds_ere_program_free(program);
    return count;
}

/* With each of these a thousand rules, at each of 17 keys, took seconds. */
TEST(matches_share_the_steps_of_a_resolution)
{
    static const struct {
        const char *ere;
        size_t length;
        unsigned least;
        unsigned most;
        const char *why;
    } cases[] = {
        {"^(b|bc)*d", 20, 3000, 10000, "a usual rule"},
        {"^urn:(.*)[0-9]$", 8191, 100, 300, "a usual rule, the longest string"},
        {"^a*a*a*b", 60, 20, 200, "more than a few steps"},
        {"^(a+)+b", 60, 5, 15, "all steps"},
        {"(a?){255}b", 60, 500, 3000, "a large program"},
        {"a{0,255}[bc]", 8191, 1, 8, "each step looks at 255 octets"},
        {"([^b]*[bc])7", 8191, 1, 2, "each step looks at all that follow"},
        {"a*a*b", 8191, 1, 3, "two repetitions"},
        {"\u00e9|a{0,255}[bc]", 8191, 0, 2, "code points"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = repeat("a", cases[i].length, "");
        unsigned count = count_matches(cases[i].ere, text);
        if (count < cases[i].least || count > cases[i].most) {
            fail_msg("%s (%s): %u matches", cases[i].ere, cases[i].why, count);
        }
        free(text);
    }
}

/* For checks, which try every expression a few times. */
TEST(hard_matches_alone_may_be_counted)
{
    enum { ALL = LIMIT_MATCH + LIMIT_MATCH / LIMIT_MIDDLE_SHARE };
    size_t left = 3 * ALL / 2;
    bool matched = false;
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    struct ere_program *easy = compile("^(a|ab)*c", false);
    struct ere_program *hard = compile("^(a+)+b", false);
    char *text = repeat("a", 60, "c");
    const struct ere_subject subject = {text, strlen(text), &left, true};
    for (int i = 0; i < 1000; i++) {
        assert_ok(ddds_ere_match(easy, &subject, &matched, &captures, NULL));
        assert_true(matched);
    }
    assert_int_equal(left, 3 * ALL / 2);
    for (size_t most = ALL / 2; left > 0; most = 0) {
        assert_int_equal(
            ddds_ere_match(hard, &subject, &matched, &captures, NULL),
            DDDS_LIMIT);
        assert_in_range(left, 0, most);
    }
    assert_ok(ddds_ere_match(easy, &subject, &matched, &captures, NULL));
    assert_true(matched);
    free(text);
    ddds_ere_program_free(easy);
    ddds_ere_program_free(hard);
}

TEST(large_programs_are_refused)
{
    static const char ere[] = "([abd]){255}([abd]){255}";
    struct ere_reading reading;
    struct ere_program *program = NULL;
    struct ddds_error error;
    assert_ok(ddds_ere_read(ere, strlen(ere), &reading, &error));
    assert_int_equal(
        ddds_ere_compile(context, &reading, false, &program, &error),
        DDDS_LIMIT);
    assert_null(program);
    assert_non_null(strstr(error.detail, "too large"));
}

FIXTURES(.begin = make_context, .end = free_context);
