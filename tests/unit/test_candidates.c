/* The order in which rules that would do are tried. What RFC 3958 makes of it
 * is said in fixtures/talks; here are the limits, and what talks cannot show.
 *
 * SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include <ddds/engine.h>

#include "base/limits.h"

/* An application whose rules all lead to URIs, so that there are outcomes
 * without questions. */
static struct ddds_application application;

static int set_up(void **state)
{
    (void)state;
    application = ddds_application_u_naptr;
    return 0;
}

/* Answer the first question of an engine that wants everything. */
static ddds_engine *answer(const struct ddds_rule *rules, size_t count)
{
    const struct ddds_options options = {.all = true};
    ddds_engine *engine =
        ddds_engine_new(&application, "example.com", &options, NULL);
    struct ddds_question question;
    struct ddds_answer answer = {.ttl = 60};
    answer.ruleset = ddds_ruleset_new(NULL, rules, count, NULL);
    assert_non_null(engine);
    assert_non_null(answer.ruleset);
    assert_true(ddds_engine_question(engine, &question));
    ddds_engine_answer(engine, question.id, &answer, 0);
    ddds_ruleset_free(answer.ruleset);
    assert_non_null(ddds_engine_result(engine));
    return engine;
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
static void candidates_have_an_end(void **state)
{
    (void)state;
    enum { PROTOCOLS = 84, RULES = 100 };
    char field[DDDS_FIELD_SIZE];
    static struct ddds_rule rules[RULES];
    write_services(field, PROTOCOLS);
    assert_true(PROTOCOLS * RULES > LIMIT_CANDIDATES);
    for (size_t i = 0; i < RULES; i++) {
        rules[i] = (struct ddds_rule){(uint16_t)i, 1,  "u", field,
                                      "!.*!x:y!",  "", NULL};
    }
    ddds_engine *engine = answer(rules, RULES);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_int_equal(result->outcome_count, LIMIT_CANDIDATES);
    assert_string_equal(result->outcomes[RULES - 1].protocol, "aa");
    assert_string_equal(result->outcomes[RULES].protocol, "ab");
    assert_int_equal(result->outcomes[RULES].rule, 0);
    ddds_engine_free(engine);
}

/* A rule that goes by its replacement alone may have any services. */
static void services_that_cannot_be_read_name_no_protocol(void **state)
{
    (void)state;
    application.delegates_by_replacement = true;
    const struct ddds_rule rules[] = {
        {1, 1, "", "not:a field:", "", "a.example", NULL},
        {2, 1, "u", "s:p", "!.*!x:y!", "", NULL},
    };
    const struct ddds_options options = {.all = true};
    ddds_engine *engine =
        ddds_engine_new(&application, "example.com", &options, NULL);
    struct ddds_question question;
    struct ddds_answer told = {.ttl = 60};
    told.ruleset = ddds_ruleset_new(NULL, rules, 2, NULL);
    assert_true(ddds_engine_question(engine, &question));
    ddds_engine_answer(engine, question.id, &told, 0);
    ddds_ruleset_free(told.ruleset);
    assert_true(ddds_engine_question(engine, &question));
    assert_string_equal(question.name, "a.example");
    ddds_engine_free(engine);
}

/* Names are compared without case, and count once. */
static void protocols_are_the_same_in_any_case(void **state)
{
    (void)state;
    const struct ddds_rule rules[] = {
        {1, 1, "u", "s:Prot:PROT", "!.*!x:1!", "", NULL},
        {2, 1, "u", "s:prot", "!.*!x:2!", "", NULL},
    };
    ddds_engine *engine = answer(rules, 2);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_int_equal(result->outcome_count, 2);
    assert_string_equal(result->outcomes[0].uri, "x:1");
    assert_string_equal(result->outcomes[0].protocol, "Prot");
    assert_string_equal(result->outcomes[1].uri, "x:2");
    assert_string_equal(result->outcomes[1].protocol, "Prot");
    ddds_engine_free(engine);
}

/* Who does not pursue protocols has each rule once. */
static void without_the_policy_a_rule_stands_once(void **state)
{
    (void)state;
    application.pursues_one_protocol = false;
    const struct ddds_rule rule = {1, 1, "u", "s:a:b", "!.*!x:1!", "", NULL};
    ddds_engine *engine = answer(&rule, 1);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_int_equal(result->outcome_count, 1);
    assert_null(result->outcomes[0].protocol);
    ddds_engine_free(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(candidates_have_an_end, set_up),
        cmocka_unit_test_setup(services_that_cannot_be_read_name_no_protocol,
                               set_up),
        cmocka_unit_test_setup(protocols_are_the_same_in_any_case, set_up),
        cmocka_unit_test_setup(without_the_policy_a_rule_stands_once, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
