/* Lists of options, and rules of one key that talks cannot express: random
 * sets, names of every kind, and limits. fixtures/talks say the rest.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "engine/choose.h"
#include "seed.h"
#include "base/one_arena.h"
#include "base/table.h"

#define TABLE "fixtures/tables/choose.tsv"

/* Everything is RFC 3404's until a test says otherwise. */
static struct ddds_application application;
static struct chooser chooser;
static size_t output_budget;
static bool is_named;

enum { MOST = 16 };

/* The result for the rules: verdicts in the order of the set, candidates by
 * their preferences, so that a test can name them. */
static struct {
    ddds_ruleset *ruleset;
    struct ddds_judged_rule rules[MOST];
    struct candidate candidates[MOST];
    size_t count;
} chosen;

static int set_up(void **state)
{
    application = *ddds_application_urn();
    chooser = (struct chooser){
        .application = &application, .self = &application, .arena = &arena};
    chooser.aus = "urn:foo:1";
    output_budget = 1 << 20;
    chooser.output_budget = &output_budget;
    chooser.is_named = &is_named;
    chooser.aus_length = strlen(chooser.aus);
    return 0;
}

static int tear_down(void **state)
{
    ddds_ruleset_free(chosen.ruleset);
    chosen.ruleset = NULL;
    return free_arena(state);
}

static void want(const char *services, const char *protocols)
{
    struct requested *requested = &chooser.requested;
    assert_ok(ddds_engine_read_list("service", services, &arena,
                                    &requested->services,
                                    &requested->service_count, NULL));
    assert_ok(ddds_engine_read_list("protocol", protocols, &arena,
                                    &requested->protocols,
                                    &requested->protocol_count, NULL));
}

static void choose(const struct ddds_rule *rules, size_t count)
{
    assert_true(count <= MOST);
    ddds_ruleset_free(chosen.ruleset);
    memset(&chosen, 0xee, sizeof chosen);
    chosen.ruleset = ddds_ruleset_new(rules, count, NULL);
    assert_non_null(chosen.ruleset);
    chooser.known = ddds_flags_known(application.flags);
    assert_ok(ddds_engine_choose(&chooser, chosen.ruleset, chosen.rules,
                                 chosen.candidates, &chosen.count));
}

/* ---- Lists of the options ---------------------------------------------- */

TEST(lists_are_split_at_commas)
{
    const struct {
        const char *list;
        size_t count;
        const char *last;
    } rows[] = {
        {NULL, 0, NULL},
        {"I2L", 1, "I2L"},
        {"I2L,I2R", 2, "I2R"},
        {"a,b,c,d", 4, "d"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct ddds_span *items;
        size_t count;
        assert_ok(ddds_engine_read_list("service", rows[i].list, &arena, &items,
                                        &count, NULL));
        assert_int_equal(count, rows[i].count);
        if (count > 0) {
            assert_int_equal(items[count - 1].length, strlen(rows[i].last));
            assert_memory_equal(items[count - 1].text, rows[i].last,
                                strlen(rows[i].last));
        }
    }
}

TEST(lists_with_gaps_are_refused)
{
    const struct {
        const char *list;
        size_t offset;
    } rows[] = {{"", 0}, {",", 0}, {"a,", 2}, {",a", 0}, {"a,,b", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct ddds_span *items;
        size_t count;
        struct ddds_error error;
        assert_int_equal(ddds_engine_read_list("service", rows[i].list, &arena,
                                               &items, &count, &error),
                         DDDS_BAD_OPTION);
        assert_int_equal(error.offset, rows[i].offset);
        assert_int_equal(strncmp(error.detail, "service \"", 9), 0);
    }
}

TEST(lists_have_an_end)
{
    char list[2 * LIMIT_SERVICES + 2];
    const struct ddds_span *items;
    size_t count;
    for (size_t i = 0; i < LIMIT_SERVICES + 1; i++) {
        list[2 * i] = 'a';
        list[2 * i + 1] = ',';
    }
    list[2 * LIMIT_SERVICES - 1] = '\0';
    assert_ok(
        ddds_engine_read_list("service", list, &arena, &items, &count, NULL));
    assert_int_equal(count, LIMIT_SERVICES);
    list[2 * LIMIT_SERVICES - 1] = ',';
    list[2 * LIMIT_SERVICES + 1] = '\0';
    assert_int_equal(
        ddds_engine_read_list("service", list, &arena, &items, &count, NULL),
        DDDS_BAD_OPTION);
}

/* ---- Policies ---------------------------------------------------------- */

/* RFC 6116 section 5.2.1: the replacement counts, and nothing else does. */
TEST(delegations_may_go_by_their_replacement_alone)
{
    want("x", NULL);
    for (const char **row = table_rows(TABLE, "Delegations", 7);
         table_next(row);) {
        const struct ddds_rule rule = {1,      1,      row[0], row[1],
                                       row[2], row[3], row[4]};
        for (int by_replacement = 0; by_replacement < 2; by_replacement++) {
            application.delegates_by_replacement = by_replacement != 0;
            choose(&rule, 1);
            assert_string_equal(ddds_verdict_name(chosen.rules[0].verdict),
                                row[5 + by_replacement]);
        }
        assert_true(chosen.count == 0 ||
                    strcmp(chosen.rules[0].output, "a.example") == 0);
    }
}

/* ---- What is made of one rule ------------------------------------------ */

/* A replacement is any domain name; what an expression makes is not. */
TEST(a_replacement_may_be_any_name)
{
    for (const char **row = table_rows(TABLE, "Outputs", 4); table_next(row);) {
        const struct ddds_rule rule = {1, 1, row[0], "", row[1], row[2], NULL};
        choose(&rule, 1);
        assert_int_equal(chosen.rules[0].verdict,
                         row[3] != NULL ? DDDS_VERDICT_ACCEPTABLE
                                        : DDDS_VERDICT_ILLEGAL_KEY);
        if (row[3] != NULL) {
            assert_string_equal(chosen.rules[0].output, row[3]);
        } else {
            assert_non_null(chosen.rules[0].reason);
        }
    }
}

TEST(outputs_that_are_too_long_hit_a_limit)
{
    static char aus[LIMIT_INPUT + 1];
    const struct ddds_rule rule = {1, 1, "p", "", "!^(.*)$!\\1\\1!", "", NULL};
    memset(aus, 'a', LIMIT_INPUT);
    chooser.aus = aus;
    chooser.aus_length = LIMIT_INPUT;
    choose(&rule, 1);
    assert_int_equal(chosen.rules[0].verdict, DDDS_VERDICT_LIMIT);
    assert_non_null(strstr(chosen.rules[0].reason, "longer"));
}

/* ---- Generated sets ---------------------------------------------------- */

static uint32_t random_state;

static unsigned draw(unsigned below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 16) % below;
}

static void generate(struct ddds_rule *rules, size_t count)
{
    static const char *const flags[] = {"", "s", "u", "p", "x", "su"};
    static const char *const services[] = {"", "a+x", "b+y", "a+y", "+"};
    static const char *const regexps[] = {"", "!.*!x:y!", "!no!x:y!", "!("};
    for (size_t i = 0; i < count; i++) {
        rules[i] = (struct ddds_rule){
            .order = (uint16_t)draw(3),
            .preference = (uint16_t)draw(3),
            .flags = flags[draw(6)],
            .services = services[draw(5)],
            .regexp = regexps[draw(4)],
            .replacement = draw(2) == 0 ? "" : "a.example",
        };
    }
}

static bool is_in_place(size_t place)
{
    const struct candidate *one = &chosen.candidates[place - 1];
    const struct candidate *two = &chosen.candidates[place];
    const struct ddds_rule *a = chosen.rules[one->rule].rule;
    const struct ddds_rule *b = chosen.rules[two->rule].rule;
    if (a->order != b->order) {
        return a->order < b->order;
    }
    if (a->preference != b->preference) {
        return a->preference < b->preference;
    }
    if (one->rank != two->rank) {
        return one->rank < two->rank;
    }
    return one->rule < two->rule;
}

TEST(every_set_is_judged_and_ranked)
{
    random_state = (uint32_t)take_seed(1);
    want("x,y", "b,a");
    for (int round = 0; round < 2000; round++) {
        struct ddds_rule rules[MOST];
        size_t count = draw(MOST + 1);
        size_t acceptable = 0;
        generate(rules, count);
        application.order_closes = draw(2) == 0;
        choose(rules, count);
        for (size_t i = 0; i < count; i++) {
            assert_true(chosen.rules[i].verdict <= DDDS_VERDICT_DEAD_END);
            assert_true(chosen.rules[i].verdict != DDDS_VERDICT_CHOSEN);
            acceptable += chosen.rules[i].verdict == DDDS_VERDICT_ACCEPTABLE;
        }
        assert_int_equal(chosen.count, acceptable);
        for (size_t i = 1; i < chosen.count; i++) {
            assert_true(is_in_place(i));
        }
    }
}

/* ---- Hostile rules ------------------------------------------------------ */

TEST(outputs_are_kept_within_their_budget)
{
    output_budget = 7;
    const struct ddds_rule rules[] = {
        {10, 1, "u", "", "!.*!x:four!", "", NULL},
        {10, 2, "u", "", "!.*!x:y!", "", NULL},
        {10, 3, "u", "", "!.*!z!", "", NULL},
        {10, 4, "a", "", "", "replacements.cost.nothing", NULL},
    };
    choose(rules, 4);
    assert_int_equal(chosen.rules[0].verdict, DDDS_VERDICT_ACCEPTABLE);
    assert_int_equal(chosen.rules[1].verdict, DDDS_VERDICT_LIMIT);
    assert_null(chosen.rules[1].output);
    assert_int_equal(chosen.rules[2].verdict, DDDS_VERDICT_ILLEGAL_URI);
    assert_int_equal(chosen.rules[3].verdict, DDDS_VERDICT_ACCEPTABLE);
    assert_int_equal(output_budget, 0);
}

TEST(rules_share_the_steps_of_a_resolution)
{
    const struct ddds_rule rules[] = {
        {1, 1, "u", "", "!^(b|c)*d!x:1!", "", NULL},
        {1, 2, "u", "", "!^(a+)+b!x:2!", "", NULL},
        {1, 3, "u", "", "!^(b|c)*d!x:3!", "", NULL},
        {1, 4, "u", "", "!^a*ca!x:4!", "", NULL},
        {1, 5, "a", "", "", "replacements.cost.nothing", NULL},
    };
    size_t steps_left = 100000;
    chooser.steps_left = &steps_left;
    chooser.aus = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaca";
    chooser.aus_length = strlen(chooser.aus);
    choose(rules, 5);
    assert_int_equal(chosen.rules[0].verdict, DDDS_VERDICT_NO_MATCH);
    assert_int_equal(steps_left, 0);
    for (int i = 1; i < 4; i++) {
        assert_int_equal(chosen.rules[i].verdict, DDDS_VERDICT_LIMIT);
        assert_non_null(strstr(chosen.rules[i].reason, "left for the input"));
    }
    assert_int_equal(chosen.rules[4].verdict, DDDS_VERDICT_ACCEPTABLE);
}

FIXTURES(.set_up = set_up, .tear_down = tear_down);
