/* The order in which acceptable rules are tried. fixtures/talks test the order
 * of RFC 3958; this file tests limits, and cases that talks cannot show.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "core/engine/one_engine.h"

/* An application whose rules all lead to URIs, so that outcomes need no further
 * questions. */
static struct ddds_application application;

static int set_up(void **state)
{
    application = *ddds_application_u_naptr();
    return 0;
}

/* Answer the first question of an engine. */
static void answer_with(const struct ddds_options *options,
                        const struct ddds_rule *rules, size_t count)
{
    begin(&application, "example.com", options);
    answer_rules(ask(RULES, "example.com"), rules, count);
}

/* Likewise, of an engine that collects all outcomes, and is done then. */
static const struct ddds_result *answer(const struct ddds_rule *rules,
                                        size_t count)
{
    const struct ddds_options options = {.size = sizeof options, .all = true};
    answer_with(&options, rules, count);
    assert_non_null(ddds_engine_result(engine));
    return ddds_engine_result(engine);
}

/* "s:aa:ab:...", so many protocols. */
static void write_services(char field[DDDS_FIELD_SIZE], size_t count)
{
    memcpy(field, "s", 2);
    for (size_t i = 0; i < count; i++) {
        snprintf(field + 1 + 3 * i, 4, ":%c%c", (char)('a' + i / 26),
                 (char)('a' + i % 26));
    }
}

/* Every rule for every protocol would be more than anybody needs. */
TEST(candidates_have_an_end)
{
    enum { PROTOCOLS = 84, MANY = 100 };
    char field[DDDS_FIELD_SIZE];
    static struct ddds_rule rules[MANY];
    write_services(field, PROTOCOLS);
    assert_true(PROTOCOLS * MANY > LIMIT_CANDIDATES);
    for (size_t i = 0; i < MANY; i++) {
        rules[i] = (struct ddds_rule){(uint16_t)i, 1,  "u", field,
                                      "!.*!x:y!",  "", NULL};
    }
    const struct ddds_result *result = answer(rules, MANY);
    assert_int_equal(result->outcome_count, LIMIT_CANDIDATES);
    assert_string_equal(result->outcomes[MANY - 1].protocol, "aa");
    assert_string_equal(result->outcomes[MANY].protocol, "ab");
    assert_int_equal(result->outcomes[MANY].rule, 0);
    assert_non_null(strstr(result->note, "there may be more"));
}

/* The last protocol, or the last of all protocols, may be cut. */
TEST(what_is_cut_is_said)
{
    static const struct {
        size_t rules, protocols; /* of each rule */
        bool are_own;            /* each rule has protocols of its own */
        size_t outcomes;
    } rows[] = {
        {2100, 4, false, LIMIT_CANDIDATES},
        {2048, 4, false, LIMIT_CANDIDATES}, /* as many as may be */
        {LIMIT_SERVICES + 1, 1, true, LIMIT_SERVICES},
        {LIMIT_SERVICES, 1, true, LIMIT_SERVICES},
    };
    static struct ddds_rule rules[LIMIT_RULES];
    static char fields[LIMIT_SERVICES + 1][DDDS_FIELD_SIZE];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t k = 0; k < rows[i].rules; k++) {
            char *field = fields[rows[i].are_own ? k : 0];
            write_services(field, rows[i].protocols);
            if (rows[i].are_own) {
                snprintf(field, DDDS_FIELD_SIZE, "s:p%zu", k);
            }
            rules[k] = (struct ddds_rule){(uint16_t)k, 1,  "u", field,
                                          "!.*!x:y!",  "", NULL};
        }
        const struct ddds_result *result = answer(rules, rows[i].rules);
        assert_int_equal(result->outcome_count, rows[i].outcomes);
        assert_int_equal(result->note != NULL, i % 2 == 0);
    }
}

/* A rule that goes by its replacement alone may have any services. */
TEST(services_that_cannot_be_read_name_no_protocol)
{
    application.delegates_by_replacement = true;
    const struct ddds_rule rules[] = {
        {1, 1, "", "not:a field:", "", "a.example", NULL},
        {2, 1, "u", "s:p", "!.*!x:y!", "", NULL},
    };
    const struct ddds_options options = {.size = sizeof options, .all = true};
    struct ddds_question question = DDDS_QUESTION_INIT;
    answer_with(&options, rules, 2);
    assert_true(ddds_engine_question(engine, &question));
    assert_string_equal(question.name, "a.example");
}

/* Names are compared without case, and count once. */
TEST(protocols_are_the_same_in_any_case)
{
    const struct ddds_rule rules[] = {
        {1, 1, "u", "s:Prot:PROT", "!.*!x:1!", "", NULL},
        {2, 1, "u", "s:prot", "!.*!x:2!", "", NULL},
    };
    const struct ddds_result *result = answer(rules, 2);
    assert_int_equal(result->outcome_count, 2);
    assert_string_equal(result->outcomes[0].uri, "x:1");
    assert_string_equal(result->outcomes[0].protocol, "Prot");
    assert_string_equal(result->outcomes[1].uri, "x:2");
    assert_string_equal(result->outcomes[1].protocol, "Prot");
}

/* ---- Preferences that are weights ---------------------------------------- */

static uint32_t random_state;

static uint32_t draw(void *context)
{
    random_state = random_state * 1664525u + 1013904223u;
    uint32_t high = random_state & 0xffff0000u;
    random_state = random_state * 1664525u + 1013904223u;
    return high | random_state >> 16;
}

/* The preferences of |rules| in the order in which they are tried. */
static void try_all(const struct ddds_rule *rules, size_t count,
                    unsigned *preferences)
{
    const struct ddds_options options = {
        .size = sizeof options, .all = true, .random = draw};
    answer_with(&options, rules, count);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_int_equal(result->outcome_count, count);
    for (size_t i = 0; i < count; i++) {
        const struct ddds_outcome *outcome = &result->outcomes[i];
        preferences[i] = result->steps[0].rules[outcome->rule].rule->preference;
    }
}

static void set_up_weights(void)
{
    application.pursues_one_protocol = false;
    application.preference_is_weight = true;
    random_state = 1;
}

/* 3GPP TS 29.303: 300 64536, 300 64535 and 300 10 are 999, 1000 and 65525
 * parts of 67524. */
TEST(preferences_share_out_the_load)
{
    enum { ROUNDS = 20000 };
    set_up_weights();
    const struct ddds_rule rules[] = {
        {300, 64536, "u", "s", "!.*!x:1!", "", NULL},
        {300, 64535, "u", "s", "!.*!x:2!", "", NULL},
        {300, 10, "u", "s", "!.*!x:3!", "", NULL},
        {200, 65535, "u", "s", "!.*!x:0!", "", NULL},
    };
    unsigned first[3] = {0, 0, 0};
    for (int round = 0; round < ROUNDS; round++) {
        unsigned tried[4];
        try_all(rules, 4, tried);
        assert_int_equal(tried[0], 65535); /* a better order */
        first[0] += tried[1] == 64536;
        first[1] += tried[1] == 64535;
        first[2] += tried[1] == 10;
    }
    /* Expected 296, 296 and 19408; five standard deviations are 85 and
     * 120. */
    assert_in_range(first[0], 296 - 85, 296 + 85);
    assert_in_range(first[1], 296 - 85, 296 + 85);
    assert_in_range(first[2], 19408 - 120, 19408 + 120);
}

TEST(the_preference_of_no_weight_still_has_a_chance)
{
    enum { ROUNDS = 20000 };
    set_up_weights();
    const struct ddds_rule rules[] = {
        {1, 65535, "u", "s", "!.*!x:1!", "", NULL},
        {1, 65525, "u", "s", "!.*!x:2!", "", NULL},
    };
    unsigned weightless = 0;
    for (int round = 0; round < ROUNDS; round++) {
        unsigned tried[2];
        try_all(rules, 2, tried);
        weightless += tried[0] == 65535;
    }
    /* RFC 2782: one of eleven numbers; 1818, five deviations are 203. */
    assert_in_range(weightless, 1818 - 203, 1818 + 203);
}

/* ---- Default lists --------------------------------------------------------
 */

static ddds_status narrow(const struct ddds_application *self,
                          const struct ddds_request *request,
                          struct ddds_start *start, struct ddds_error *error)
{
    ddds_status status = ddds_application_u_naptr()->first_well_known_rule(
        self, request, start, error);
    start->services = "input";
    start->protocols = "i";
    return status;
}

/* The input's go before the caller's, and those before the application's. */
TEST(lists_are_the_inputs_the_callers_or_the_applications)
{
    const struct ddds_rule rules[] = {
        {1, 1, "u", "own:o", "!.*!x:own!", "", NULL},
        {1, 2, "u", "caller:c", "!.*!x:caller!", "", NULL},
        {1, 3, "u", "input:i", "!.*!x:input!", "", NULL},
    };
    const struct {
        bool by_input;
        bool by_caller;
        bool by_application;
        size_t count;
        const char *first;
    } rows[] = {
        {false, false, false, 3, "x:own"},  {false, false, true, 1, "x:own"},
        {false, true, true, 1, "x:caller"}, {true, true, true, 1, "x:input"},
        {true, false, false, 1, "x:input"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set_up(NULL);
        application.services = rows[i].by_application ? "own" : NULL;
        application.protocols = rows[i].by_application ? "o" : NULL;
        if (rows[i].by_input) {
            application.first_well_known_rule = narrow;
        }
        const struct ddds_options options = {
            .size = sizeof options,
            .all = true,
            .services = rows[i].by_caller ? "caller" : NULL,
            .protocols = rows[i].by_caller ? "c" : NULL,
        };
        answer_with(&options, rules, 3);
        const struct ddds_result *result = ddds_engine_result(engine);
        assert_int_equal(result->outcome_count, rows[i].count);
        assert_string_equal(result->outcomes[0].uri, rows[i].first);
    }
}

FIXTURES(.set_up = set_up, .tear_down = free_engine);
