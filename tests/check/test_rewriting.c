/* Readers of substitution expressions beside the matcher: random expressions,
 * each on all short strings.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "base/assertions.h"
#include "base/text.h"
#include "check/readers/match_runs.h"
#include "check/readers/rewriting.h"
#include "seed.h"

/* ---- A reader of outputs --------------------------------------------------- */

enum { SUMS = 7, SIZE = 256 };

/* A checksum of all octets, in their order, so that captures in the wrong place
 * change it. */
static uint32_t step_sum(struct reader *reader, uint32_t state,
                         unsigned char octet)
{
    return ((state > 0 ? state - 1 : 1) * 3 + octet) % SUMS + 1;
}

static uint32_t label_sum(struct reader *reader, uint32_t state)
{
    return state + LABEL_NO_MATCH;
}

static struct reader make_sums(void)
{
    static const struct reader_class methods = {step_sum, label_sum, NULL};
    struct reader reader = {.methods = &methods};
    uint8_t marks[256];
    for (unsigned octet = 0; octet < 256; octet++) {
        marks[octet] = (uint8_t)octet;
    }
    ddds_octets_begin(&reader, marks);
    return reader;
}

/* ---- Random expressions ---------------------------------------------------- */

struct random_expression {
    uint64_t state;
    struct text text;
    unsigned depth;
    unsigned groups;
};

static unsigned pick(struct random_expression *random, unsigned count)
{
    random->state ^= random->state << 13; /* xorshift */
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return (unsigned)(random->state >> 33) % count;
}

static void write_alternatives(struct random_expression *random);

static void write_atom(struct random_expression *random)
{
    static const char *const atoms[] = {"a",    "b",    "a", ".",
                                        "[ab]", "[^a]", "c"};
    if (random->depth < 3 && random->groups < 4 && pick(random, 3) == 0) {
        random->depth++;
        random->groups++;
        ddds_text_char(&random->text, '(');
        write_alternatives(random);
        ddds_text_char(&random->text, ')');
        random->depth--;
    } else {
        ddds_text_string(&random->text,
                         atoms[pick(random, sizeof atoms / sizeof *atoms)]);
    }
}

static void write_branch(struct random_expression *random)
{
    static const char *const repetitions[] = {"*",   "+",     "?",
                                              "{2}", "{1,2}", "{0,2}"};
    unsigned count = 1 + pick(random, 3);
    for (unsigned i = 0; i < count; i++) {
        write_atom(random);
        if (pick(random, 3) == 0) {
            ddds_text_string(&random->text, repetitions[pick(random, 6)]);
        }
    }
}

static void write_alternatives(struct random_expression *random)
{
    if (random->depth == 0 && pick(random, 2) == 0) {
        ddds_text_char(&random->text, '^');
    }
    write_branch(random);
    if (pick(random, 3) == 0) {
        ddds_text_char(&random->text, '|');
        write_branch(random);
    }
    if (random->depth == 0 && pick(random, 2) == 0) {
        ddds_text_char(&random->text, '$');
    }
}

/* Write an expression and a replacement, whose back-references are in any
 * order. */
static void write_expression(struct random_expression *random)
{
    random->depth = random->groups = 0;
    ddds_text_char(&random->text, '!');
    write_alternatives(random);
    ddds_text_char(&random->text, '!');
    unsigned count = pick(random, 4);
    ddds_text_string(&random->text, pick(random, 3) == 0 ? "" : "x");
    for (unsigned i = 0; i < count && random->groups > 0; i++) {
        ddds_text_char(&random->text, '\\');
        ddds_text_char(&random->text,
                       (char)('1' + pick(random, random->groups)));
        ddds_text_string(&random->text, pick(random, 2) == 0 ? "" : "y");
    }
    ddds_text_char(&random->text, '!');
}

/* ---- The comparison -------------------------------------------------------- */

static uint32_t expected_label(const ddds_substitution *by, struct reader *sums,
                               const char *string)
{
    char output[SIZE];
    bool matched = false;
    ddds_status status = ddds_substitution_apply(
        by, string, output, sizeof output, &matched, NULL, NULL);
    assert_ok(status);
    return matched ? label_sum(sums, reader_run(sums, sums->start, output,
                                                strlen(output)))
                   : LABEL_NO_MATCH;
}

/* Compare all strings of |length| letters. */
static unsigned compare_strings(const char *regexp, const ddds_substitution *by,
                                struct reader *reader, struct reader *sums,
                                size_t length)
{
    char string[8] = "";
    unsigned count = 1;
    for (size_t i = 0; i < length; i++) {
        count *= 3;
    }
    for (unsigned number = 0; number < count; number++) {
        unsigned left = number;
        for (size_t i = 0; i < length; i++, left /= 3) {
            string[i] = (char)('a' + left % 3);
        }
        string[length] = '\0';
        uint32_t expected = expected_label(by, sums, string);
        uint32_t state = reader_run(reader, reader->start, string, length);
        uint32_t found = reader_label(reader, state);
        if (found != expected || reader->failed) {
            fail_msg("%s on \"%s\": label %u, expected %u%s", regexp, string,
                     found, expected, reader->failed ? "; failed" : "");
        }
    }
    return count;
}

static unsigned compare(const char *regexp)
{
    unsigned count = 0;
    enum rewriting_fault fault;
    struct reader sums = make_sums();
    ddds_substitution *by = ddds_substitution_new(regexp, NULL);
    struct reader *reader =
        by != NULL ? ddds_rewriting_new(by, &sums, &fault) : NULL;
    for (size_t length = 0; reader != NULL && length <= 5; length++) {
        count += compare_strings(regexp, by, reader, &sums, length);
    }
    reader_free(reader);
    ddds_substitution_free(by);
    return count;
}

TEST(captures_are_those_of_the_matcher)
{
    static const char *const cases[] = {
        "!^(a*)(b*)$!\\2x\\1!",
        "!(a|ab)(c|bcd)?!\\1y\\2!",
        "!(a$)|(a)!\\1y\\2x!",
        "!((a)|b)+!\\2x\\1!",
        "!(a)?(b)?!\\2\\1y\\1!",
        "!^(a|b)*c!x\\1!",
        "!(ab|a)(bc|c)?$!\\1y\\2!",
        "!(a{1,2}){2}!\\1!",
        "!b*(a)!\\1\\1!",
        "!(a|b|c){2,}!\\1x!",
        "!(.*)(.)!\\2\\1!",
        "!$^!x!",
        "!(^|b)(a)!x\\1y\\2!",
        "!.*!x!",
        "!(.*)!\\1!",
        "!(a|(b))(c|(b))!\\2x\\4y\\1!",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(compare(cases[i]) > 0);
    }
}

TEST(random_captures_are_those_of_the_matcher)
{
    struct random_expression random = {.state = take_seed(20261128) | 1};
    unsigned count = 0;
    char memory[SIZE];
    while (count < 100000) {
        ddds_text_init(&random.text, memory, sizeof memory);
        write_expression(&random);
        count += compare(memory);
    }
}

/* Hundreds of readers are kept. */
TEST(readers_of_few_runs_are_small)
{
    enum rewriting_fault fault;
    struct reader sums = make_sums();
    ddds_substitution *by = ddds_substitution_new("!^(a*)b$!\\1!", NULL);
    struct reader *reader = ddds_rewriting_new(by, &sums, &fault);
    assert_non_null(reader);
    (void)reader_run(reader, reader->start, "aaab", 4);
    assert_int_equal(reader->failed, 0);
    assert_true(((struct rewriting *)reader)->list_room < 64);
    reader_free(reader);
    ddds_substitution_free(by);
}

/* Readers refuse expressions that they do not support. */
TEST(unusual_expressions_are_refused)
{
    static const struct {
        const char *regexp;
        enum rewriting_fault fault;
    } cases[] = {
        {"!(a*)*!\\1!", REWRITING_EMPTY_LOOP},
        {"!(\xc3\xa9)!\\1!", REWRITING_NOT_ASCII},
        {"!((a{255}){255})!\\1!", REWRITING_TOO_LARGE},
        {"!(a)!\\1\\1\\1\\1\\1\\1\\1\\1\\1\\1!", REWRITING_TOO_LONG},
        {"!(a!\\1!", REWRITING_INVALID},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum rewriting_fault fault;
        struct reader sums = make_sums();
        ddds_substitution *by = ddds_substitution_new(cases[i].regexp, NULL);
        if (by != NULL) {
            assert_null(ddds_rewriting_new(by, &sums, &fault));
            assert_int_equal(fault, cases[i].fault);
            assert_true(ddds_rewriting_explain(fault)[0] != '\0');
        }
        ddds_substitution_free(by);
    }
}
