/* Sets of rules: their order, their owners, and threads that share them.
 *
 * SPDX-License-Identifier: MIT */
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/limits.h"
#include "rule/ruleset.h"
#include "base/assertions.h"

static struct ddds_rule rule(uint16_t order, uint16_t preference,
                             const char *regexp)
{
    return (struct ddds_rule){order,  preference, "u", "x+I2L",
                              regexp, "",         NULL};
}

TEST(rules_stand_by_order_then_preference_then_as_given)
{
    const struct ddds_rule rules[] = {
        rule(200, 10, "6"),      rule(100, 20, "3"), rule(100, 10, "1"),
        rule(65535, 65535, "8"), rule(100, 20, "4"), rule(0, 65535, "0"),
        rule(100, 10, "2"),      rule(100, 30, "5"), rule(65535, 0, "7"),
    };
    size_t count = sizeof rules / sizeof rules[0];
    ddds_ruleset *ruleset = ddds_ruleset_new(rules, count, NULL);
    assert_int_equal(ddds_ruleset_count(ruleset), count);
    for (size_t i = 0; i < count; i++) {
        char expected[2] = {(char)('0' + i), '\0'};
        assert_string_equal(ddds_ruleset_rule(ruleset, i)->regexp, expected);
    }
    ddds_ruleset_free(ruleset);
}

TEST(everything_is_copied)
{
    char text[] = "!a!b!";
    struct ddds_rule rules[2] = {rule(1, 2, text), rule(1, 3, text)};
    rules[1].defect = text;
    ddds_ruleset *ruleset = ddds_ruleset_new(rules, 2, NULL);
    memset(text, 'x', sizeof text - 1);
    memset(rules, 0, sizeof rules);
    const struct ddds_rule *first = ddds_ruleset_rule(ruleset, 0);
    assert_int_equal(first->order, 1);
    assert_int_equal(first->preference, 2);
    assert_string_equal(first->flags, "u");
    assert_string_equal(first->services, "x+I2L");
    assert_string_equal(first->regexp, "!a!b!");
    assert_string_equal(first->replacement, "");
    assert_null(first->defect);
    assert_string_equal(ddds_ruleset_rule(ruleset, 1)->defect, "!a!b!");
    ddds_ruleset_free(ruleset);
}

TEST(a_set_may_be_empty_and_is_not_too_large)
{
    ddds_ruleset *empty = ddds_ruleset_new(NULL, 0, NULL);
    assert_non_null(empty);
    assert_int_equal(ddds_ruleset_count(empty), 0);
    ddds_ruleset_free(empty);

    static struct ddds_rule rules[LIMIT_RULES + 1];
    for (size_t i = 0; i < LIMIT_RULES + 1; i++) {
        rules[i] = rule((uint16_t)(LIMIT_RULES - i), 0, "");
    }
    struct ddds_error error;
    ddds_ruleset *full = ddds_ruleset_new(rules, LIMIT_RULES, &error);
    assert_non_null(full);
    assert_int_equal(ddds_ruleset_rule(full, 0)->order, 1);
    ddds_ruleset_free(full);
    assert_null(ddds_ruleset_new(rules, LIMIT_RULES + 1, &error));
    assert_int_equal(error.status, DDDS_LIMIT);
    assert_non_null(strstr(error.detail, "4097"));
}

TEST(a_rule_that_is_wrong_costs_itself_only)
{
    const struct ddds_rule rules[] = {
        rule(1, 1, "!a(b!c!"),
        rule(1, 2, "!a!b!"),
        rule(1, 3, "!((a{255}){255}){255}!x!"),
        rule(1, 4, ""),
    };
    static const ddds_status statuses[] = {DDDS_MALFORMED, DDDS_OK, DDDS_LIMIT,
                                           DDDS_MALFORMED};
    ddds_ruleset *ruleset = ddds_ruleset_new(rules, 4, NULL);
    for (size_t i = 0; i < 4; i++) {
        struct ddds_substitution *read = ddds_ruleset_substitution(ruleset, i);
        assert_non_null(read);
        assert_int_equal(read->status, statuses[i]);
        ddds_ruleset_leave(ruleset, i, read);
        assert_ptr_equal(ddds_ruleset_substitution(ruleset, i), read);
        if (read->status != DDDS_OK) {
            assert_true(strlen(read->detail) > 0);
        }
    }
    assert_int_equal(ddds_ruleset_substitution(ruleset, 0)->offset, 2);
    ddds_ruleset_free(ruleset);
}

TEST(the_last_owner_frees_it)
{
    const struct rule_fields one = {.order = 1,
                                    .preference = 1,
                                    .flags = {"", 0},
                                    .services = {"", 0},
                                    .regexp = {"!a!b!", 5},
                                    .replacement = {"", 0}};
    ddds_rulebook *rulebook = ddds_rulebook_new(NULL);
    ddds_ruleset *ruleset = ddds_ruleset_make(rulebook, &one, 1, NULL);
    ddds_rulebook_free(rulebook);
    assert_ptr_equal(ddds_ruleset_hold(ruleset), ruleset);
    ddds_ruleset_free(ruleset);
    struct ddds_substitution *read = ddds_ruleset_substitution(ruleset, 0);
    assert_ok(read->status);
    ddds_ruleset_leave(ruleset, 0, read);
    ddds_ruleset_free(ruleset);
    ddds_ruleset_free(NULL);
    ddds_rulebook_free(NULL);
}

/* ---- Memory -------------------------------------------------------------- */

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
size_t __sanitizer_get_current_allocated_bytes(void);

static size_t count_allocated(void)
{
    return __sanitizer_get_current_allocated_bytes();
}
#else
static size_t count_allocated(void)
{
    return mallinfo2().uordblks;
}
#endif

/* Rules of one shape: a set of as many as a message has room for. */
struct shape_of_rules {
    const char *flags;
    const char *services;
    const char *regexp;
    const char *replacement;
    size_t octets; /* on the wire; 0: not compressed */
    bool is_refused;
};

enum { MESSAGE = 65535, CONTROL = 12 + 8 };

#define TEN(x) x x x x x x x x x x

static const struct shape_of_rules shapes[] = {
    {"", "", "", "", 0, false},
    {"u", "", "!^z!h!", "", 0, false},
    {"", "", "!!!", "", 0, false},
    {"u", "E2U+sip", "!^(.*)$!sip:\\1@example.com!", "", 0, false},
    {"u", "", "!(a|b)*c!x!", "", 0, false},
    {"u", "", "!(.{0,255}){0,4}z!x!", "", 0, false},
    {"u", "", "!((a{255}){255}){255}!x!", "", 0, false},
    {"u", "", "!a(b!c!", "", 0, false},
    {"u", "", "!" TEN("a") TEN("b") TEN("(c|d)") "!" TEN(TEN("x")) "!", "", 0,
     false},
    {"s", TEN(TEN("+a")), "", "_sip._udp.example.com", 0, false},
    {"s", "SIP+D2U", "", "example.com", CONTROL + 9, false}, /* compressed */
    {"s", "", "", TEN(TEN("a.")) "example.com", CONTROL + 1, true},
    {"", "", "", "", 12, true}, /* cut off after RDLENGTH */
};

/* Use every rule with two strings: some expressions are compiled once more for
 * the second. */
static void use_all(const ddds_ruleset *ruleset)
{
    static const char *const strings[] = {"urn:foo:ab", "urn:foo:ab\u00e9"};
    for (size_t i = 0; i < 2 * ddds_ruleset_count(ruleset); i++) {
        char output[512];
        bool matched;
        struct ddds_substitution *read =
            ddds_ruleset_substitution(ruleset, i / 2);
        if (read->status == DDDS_OK) {
            ddds_substitution_apply(read, strings[i % 2], output, sizeof output,
                                    &matched, NULL, NULL);
        }
        ddds_ruleset_leave(ruleset, i / 2, read);
    }
}

/* A set of |shape|, used; and its octets on the wire. */
static ddds_ruleset *make_used(ddds_rulebook *rulebook,
                               const struct shape_of_rules *shape, size_t *wire)
{
    static struct rule_fields rules[LIMIT_RULES];
    struct ddds_error error;
    size_t count = 0;
    const struct rule_fields rule = {
        .flags = {shape->flags, strlen(shape->flags)},
        .services = {shape->services, strlen(shape->services)},
        .regexp = {shape->regexp, strlen(shape->regexp)},
        .replacement = {shape->replacement, strlen(shape->replacement)},
        .octets = shape->octets > 0
                      ? shape->octets
                      : CONTROL + strlen(shape->flags) +
                            strlen(shape->services) + strlen(shape->regexp) +
                            strlen(shape->replacement)};
    for (*wire = 0; *wire + rule.octets <= MESSAGE && count < LIMIT_RULES;
         *wire += rule.octets) {
        rules[count++] = rule;
    }
    ddds_ruleset *ruleset = ddds_ruleset_make(rulebook, rules, count, &error);
    if (ruleset == NULL) {
        assert_int_equal(error.status, DDDS_LIMIT);
        return NULL;
    }
    use_all(ruleset);
    return ruleset;
}

/* The publisher of a set decides how many octets are sent, but not how much
 * memory each of them takes. */
TEST(a_set_takes_four_times_its_octets)
{
    ddds_rulebook *rulebook = ddds_rulebook_new(NULL);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        size_t wire;
        /* The first makes what all sets share. */
        ddds_ruleset_free(make_used(rulebook, &shapes[i], &wire));
        size_t before = count_allocated();
        ddds_ruleset *ruleset = make_used(rulebook, &shapes[i], &wire);
        size_t octets = count_allocated() - before;
        if (sizeof(void *) == 8) { /* with smaller pointers, more fits */
            assert_int_equal(ruleset == NULL, shapes[i].is_refused);
        }
        if (ruleset != NULL) {
            assert_in_range(octets, wire, 4 * wire + LIMIT_RULESET_ROOM);
            assert_in_range(ddds_ruleset_octets(ruleset), octets,
                            4 * wire + LIMIT_RULESET_ROOM);
        }
        ddds_ruleset_free(ruleset);
    }
    ddds_rulebook_free(rulebook);
}

/* The records of zones in memory are the caller's own. */
TEST(a_set_may_keep_all_that_it_compiles)
{
    ddds_rulebook *rulebook = ddds_rulebook_new(NULL);
    size_t wire;
    ddds_rulebook_keep_all(rulebook);
    ddds_ruleset *ruleset = make_used(rulebook, &shapes[1], &wire);
    size_t last = ddds_ruleset_count(ruleset) - 1;
    struct ddds_substitution *read = ddds_ruleset_substitution(ruleset, last);
    assert_ptr_equal(ddds_ruleset_substitution(ruleset, last), read);
    ddds_ruleset_leave(ruleset, last, read);
    assert_true(ddds_ruleset_octets(ruleset) > 4 * wire);
    ddds_ruleset_free(ruleset);
    ddds_rulebook_free(rulebook);
}

/* ---- Threads ------------------------------------------------------------- */

enum { THREADS = 8, SHARED_RULES = 4, ROUNDS = 150 };

/* Data that the threads share, and the number of failures. */
static struct {
    ddds_ruleset *ruleset;
    atomic_uint ready;
    atomic_uint wrong;
} shared;

/* One use of one rule; true if it is as it should be. */
static bool use_rule(size_t index, int round)
{
    char aus[32];
    char expected[32];
    char output[64];
    bool matched = false;
    const char *tail = index % 2 == 1 && round % 3 == 0 ? "\u00e9" : "";
    snprintf(aus, sizeof aus, "urn:r%zu:%d%s", index, round, tail);
    snprintf(expected, sizeof expected, "%d%s.r%zu", round, tail, index);
    struct ddds_substitution *substitution =
        ddds_ruleset_substitution(shared.ruleset, index);
    bool is_right =
        ddds_substitution_apply(substitution, aus, output, sizeof output,
                                &matched, NULL, NULL) == DDDS_OK &&
        matched && strcmp(output, expected) == 0;
    ddds_ruleset_leave(shared.ruleset, index, substitution);
    return is_right;
}

static void *use_rules(void *unused)
{
    ddds_ruleset *mine = ddds_ruleset_hold(shared.ruleset);
    atomic_fetch_add(&shared.ready, 1);
    while (atomic_load(&shared.ready) < THREADS) {
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < SHARED_RULES; i++) {
            if (!use_rule(i, round)) {
                atomic_fetch_add(&shared.wrong, 1);
            }
        }
    }
    ddds_ruleset_free(mine);
    return NULL;
}

/* The first use happens while all are busy with it. Every other rule is a
 * shape, whose program is made when a string is not ASCII. */
TEST(threads_may_share_a_set)
{
    struct ddds_rule rules[SHARED_RULES];
    char regexps[SHARED_RULES][48];
    pthread_t threads[THREADS];
    for (int i = 0; i < SHARED_RULES; i++) {
        snprintf(regexps[i], sizeof regexps[i],
                 i % 2 == 1 ? "!^urn:(r%d):(.+)$!\\2.\\1!"
                            : "!^urn:(r%d|rx):(.+)$!\\2.\\1!",
                 i);
        rules[i] = rule((uint16_t)i, 1, regexps[i]);
    }
    for (int again = 0; again < 10; again++) {
        shared.ruleset = ddds_ruleset_new(rules, SHARED_RULES, NULL);
        atomic_store(&shared.ready, 0);
        for (int i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_create(&threads[i], NULL, use_rules, NULL),
                             0);
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
        }
        ddds_ruleset_free(shared.ruleset);
        assert_int_equal(atomic_load(&shared.wrong), 0);
    }
}
