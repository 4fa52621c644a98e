/* An engine is made, restarted, stopped and freed, and gets unexpected answers.
 * fixtures/talks test its questions and results.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "core/engine/one_engine.h"

static void create(const char *input, const struct ddds_options *options)
{
    begin(ddds_application_urn(), input, options);
}

/* |count| servers, the last of them first if the limit leaves some out. */
static void answer_many(uint32_t id, size_t count)
{
    static struct ddds_srv servers[LIMIT_SERVERS + 10];
    static char targets[LIMIT_SERVERS + 10][32];
    for (size_t i = 0; i < count; i++) {
        snprintf(targets[i], sizeof targets[i], "h%zu.example", i);
        servers[i] = (struct ddds_srv){1, 0, 80, targets[i]};
    }
    if (count > LIMIT_SERVERS) {
        servers[count - 1] = (struct ddds_srv){0, 0, 80, "last.example"};
    }
    answer_servers(id, servers, count);
}

/* An engine that waits for the addresses of h0 and h1, with the ids 2 and 3. */
static void create_waiting_for_addresses(void)
{
    create("urn:foo:1", NULL);
    answer_rule(ask(RULES, "foo.urn.arpa"), "s", "", "", "all.example");
    answer_many(ask(SERVERS, "all.example"), 2);
    assert_int_equal(ask(ADDRESSES, "h0.example"), 2);
    assert_int_equal(ask(ADDRESSES, "h1.example"), 3);
}

/* ---- Birth ------------------------------------------------------------- */

TEST(what_cannot_begin_says_why)
{
    const struct {
        const char *input;
        struct ddds_options options;
        ddds_status status;
    } rows[] = {
        {"", DDDS_OPTIONS_INIT, DDDS_BAD_INPUT},
        {"foo", DDDS_OPTIONS_INIT, DDDS_BAD_INPUT},
        {"urn:", DDDS_OPTIONS_INIT, DDDS_BAD_INPUT},
        {"urn:foo:1",
         {.size = sizeof(struct ddds_options), .services = ""},
         DDDS_BAD_OPTION},
        {"urn:foo:1",
         {.size = sizeof(struct ddds_options), .protocols = "a,,b"},
         DDDS_BAD_OPTION},
        {"urn:foo:1",
         {.size = sizeof(struct ddds_options), .roots = "a b"},
         DDDS_BAD_OPTION},
        {"urn:foo:1",
         {.size = sizeof(struct ddds_options), .roots = "nid:foo"},
         DDDS_BAD_OPTION},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ddds_error error = {0};
        assert_null(ddds_engine_new(ddds_application_urn(), rows[i].input,
                                    &rows[i].options, &error));
        assert_int_equal(error.status, rows[i].status);
        assert_true(error.detail[0] != '\0');
        assert_null(ddds_engine_new(ddds_application_urn(), rows[i].input,
                                    &rows[i].options, NULL));
    }
}

TEST(roots_are_refused_where_there_are_none)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .roots = "example"};
    struct ddds_application rootless = *ddds_application_urn();
    struct ddds_error error;
    rootless.root = NULL;
    assert_null(ddds_engine_new(&rootless, "urn:foo:1", &options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, rootless.first_key));
}

TEST(results_say_what_was_wanted_and_where_it_began)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .services = "I2L"};
    struct ddds_application choosy = *ddds_application_urn();
    choosy.services = "I2C";
    choosy.protocols = "thttp";
    begin(&choosy, "urn:foo:1", &options);
    answer_no(ask(RULES, "foo.urn.arpa"), DDDS_REPLY_NO_NAME, 0);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_string_equal(result->key, "foo.urn.arpa");
    assert_string_equal(result->services, "I2L");
    assert_string_equal(result->protocols, "thttp");
}

TEST(inputs_have_a_greatest_length)
{
    static char input[LIMIT_INPUT + 2];
    struct ddds_error error;
    memset(input, 'a', LIMIT_INPUT + 1);
    memcpy(input, "urn:foo:", 8);
    assert_null(ddds_engine_new(ddds_application_urn(), input, NULL, &error));
    assert_int_equal(error.status, DDDS_LIMIT);
    assert_int_equal(error.offset, LIMIT_INPUT);
    input[LIMIT_INPUT] = '\0';
    create(input, NULL);
}

TEST(the_input_need_not_outlive_the_call)
{
    char input[] = "urn:foo:1?=q";
    create(input, NULL);
    memset(input, 'x', sizeof input - 1);
    answer_rule(ask(RULES, "foo.urn.arpa"), "u", "",
                "!^urn:foo:(.*)$!http://a.example/\\1!", "");
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_string_equal(result->input, "urn:foo:1?=q");
    assert_string_equal(result->aus, "urn:foo:1");
    assert_string_equal(result->outcomes[0].uri, "http://a.example/1?q");
    assert_memory_equal(result->urn->nid.text, "foo", 3);
}

/* An application may have a limit on delegations of its own; the caller's goes
 * before that. */
TEST(hops_are_the_callers_or_the_applications)
{
    const struct {
        unsigned application;
        unsigned caller;
        unsigned most;
    } rows[] = {{0, 0, LIMIT_HOPS}, {5, 0, 5}, {5, 2, 2}, {0, 20, 20}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ddds_application application = *ddds_application_urn();
        application.max_hops = rows[i].application;
        const struct ddds_options options = {.size = sizeof options,
                                             .max_hops = rows[i].caller};
        begin(&application, "urn:foo:1", &options);
        struct ddds_question question = DDDS_QUESTION_INIT;
        unsigned asked = 0;
        while (ddds_engine_question(engine, &question)) {
            char next[16];
            snprintf(next, sizeof next, "k%u.example", asked++);
            answer_rule(question.id, "", "", "", next);
        }
        assert_int_equal(asked, rows[i].most + 1);
        assert_int_equal(ddds_engine_result(engine)->reason,
                         DDDS_REASON_TOO_DEEP);
    }
}

/* ---- Questions and answers --------------------------------------------- */

TEST(there_is_a_result_only_at_the_end)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    create("urn:foo:1", NULL);
    assert_null(ddds_engine_result(engine));
    uint32_t id = ask(RULES, "foo.urn.arpa");
    assert_null(ddds_engine_result(engine));
    assert_false(ddds_engine_question(engine, &question));
    answer_no(id, DDDS_REPLY_NO_NAME, 0);
    assert_non_null(ddds_engine_result(engine));
    assert_false(ddds_engine_question(engine, &question));
    assert_ok(ddds_engine_status(engine));
}

TEST(answers_nobody_waits_for_are_ignored)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    create("urn:foo:1", NULL);
    answer_no(0, DDDS_REPLY_NO_NAME, 0); /* not yet asked */
    answer_no(1, DDDS_REPLY_NO_NAME, 0);
    answer_no(UINT32_MAX, DDDS_REPLY_NO_NAME, 0);
    assert_null(ddds_engine_result(engine));
    uint32_t id = ask(RULES, "foo.urn.arpa");
    answer_rule(id, "", "", "", "a.example");
    answer_no(id, DDDS_REPLY_NO_NAME, 0); /* answered */
    assert_null(ddds_engine_result(engine));
    id = ask(RULES, "a.example");
    answer_rule(id, "u", "", "!.*!x:y!", "");
    answer_no(id, DDDS_REPLY_NO_NAME, 0); /* finished */
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_string_equal(result->outcomes[0].uri, "x:y");
    assert_int_equal(result->queries, 2);
    assert_false(ddds_engine_question(engine, &question));
}

/* Nothing that was found until then can be relied on. */
TEST(a_database_without_memory_ends_the_resolution)
{
    const struct ddds_answer answer = {.size = sizeof answer,
                                       .reply = DDDS_REPLY_NO_MEMORY};
    create("urn:foo:1", NULL);
    uint32_t id = ask(RULES, "foo.urn.arpa");
    ddds_engine_answer(engine, id, &answer, 0);
    assert_int_equal(ddds_engine_status(engine), DDDS_NO_MEMORY);
    assert_int_equal(ddds_engine_result(engine)->outcome_count, 0);
    assert_ok(ddds_engine_restart(engine, "urn:bar:2", NULL));
    assert_ok(ddds_engine_status(engine));
}

TEST(an_address_counts_once)
{
    create_waiting_for_addresses();
    answer_address(2, 1);
    answer_address(2, 99);
    assert_null(ddds_engine_result(engine));
    answer_address(3, 2);
    const struct ddds_outcome *outcome =
        &ddds_engine_result(engine)->outcomes[0];
    assert_int_equal(outcome->endpoints[0].addresses[0].octets[3], 1);
    assert_int_equal(outcome->endpoints[1].addresses[0].octets[3], 2);
}

TEST(steps_say_what_caused_them)
{
    create("urn:foo:1", NULL);
    answer_rule(ask(RULES, "foo.urn.arpa"), "", "", "", "a.example");
    const struct ddds_rule rules[] = {
        {10, 10, "x", "", "", "b.example", NULL},
        {10, 20, "s", "", "", "c.example", NULL},
    };
    struct ddds_answer answer = {.size = sizeof answer, .ttl = 60};
    answer.ruleset = ddds_ruleset_new(rules, 2, NULL);
    ddds_engine_answer(engine, ask(RULES, "a.example"), &answer, 0);
    ddds_ruleset_free(answer.ruleset);
    answer_no(ask(SERVERS, "c.example"), DDDS_REPLY_NO_NAME, 0);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_int_equal(result->step_count, 3);
    assert_int_equal(result->steps[0].cause, DDDS_NO_STEP);
    assert_int_equal(result->steps[0].depth, 0);
    assert_int_equal(result->steps[1].cause, 0);
    assert_int_equal(result->steps[1].cause_rule, 0);
    assert_int_equal(result->steps[1].depth, 1);
    assert_int_equal(result->steps[2].cause, 1);
    assert_int_equal(result->steps[2].cause_rule, 1);
    assert_int_equal(result->steps[2].answer->reply, DDDS_REPLY_NO_NAME);
}

TEST(no_more_servers_are_followed_than_the_limit)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .no_addresses = true};
    create("urn:foo:1", &options);
    answer_rule(ask(RULES, "foo.urn.arpa"), "s", "", "", "all.example");
    answer_many(ask(SERVERS, "all.example"), LIMIT_SERVERS + 1);
    const struct ddds_result *result = ddds_engine_result(engine);
    const struct ddds_outcome *outcome = &result->outcomes[0];
    assert_int_equal(outcome->endpoint_count, LIMIT_SERVERS);
    assert_non_null(strstr(outcome->note, "only the first 256 of"));
    assert_string_equal(outcome->endpoints[0].host, "last.example");
    assert_string_equal(result->at, "all.example");
    assert_string_equal(result->detail, outcome->note);
    assert_null(result->note); /* once is enough */
}

static uint32_t draw_half(void *context)
{
    (void)context;
    return UINT32_MAX / 2;
}

TEST(of_too_many_servers_the_weights_choose)
{
    static struct ddds_srv servers[LIMIT_SERVERS + 10];
    const struct ddds_options options = {
        .size = sizeof options, .no_addresses = true, .random = draw_half};
    const size_t count = sizeof servers / sizeof *servers;
    for (size_t i = 0; i < count; i++) {
        servers[i] = (struct ddds_srv){1, 1, 80, "light.example"};
    }
    servers[count - 1] = (struct ddds_srv){1, 60000, 80, "zz.example"};
    create("urn:foo:1", &options);
    answer_rule(ask(RULES, "foo.urn.arpa"), "s", "", "", "all.example");
    answer_servers(ask(SERVERS, "all.example"), servers, count);
    const struct ddds_outcome *outcome = ddds_engine_result(engine)->outcomes;
    assert_string_equal(outcome->endpoints[0].host, "zz.example");
}

/* ---- Restart, stop and death ------------------------------------------- */

/* However many hosts the limit leaves without addresses. */
TEST(a_limit_is_noted_once)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .max_queries = 4};
    create("urn:foo:1", &options);
    answer_rule(ask(RULES, "foo.urn.arpa"), "s", "", "", "all.example");
    answer_many(ask(SERVERS, "all.example"), 9);
    answer_address(ask(ADDRESSES, "h0.example"), 1);
    assert_string_equal(ddds_engine_result(engine)->outcomes[0].note,
                        "the query limit left some hosts without addresses");
}

/* Questions that are asked together share what others leave. */
TEST(all_queries_are_within_the_limit)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .max_queries = 10};
    struct ddds_question question = DDDS_QUESTION_INIT;
    create("urn:foo:1", &options);
    assert_true(ddds_engine_question(engine, &question));
    assert_int_equal(question.max_queries, 10);
    answer_rule(question.id, "s", "", "", "all.example");
    assert_true(ddds_engine_question(engine, &question));
    assert_int_equal(question.max_queries, 9);
    answer_many(question.id, 2);
    for (int i = 0; i < 2; i++) { /* addresses take two at least */
        assert_true(ddds_engine_question(engine, &question));
        assert_int_equal(question.max_queries, 4);
    }
}

TEST(restart_forgets_everything)
{
    create_waiting_for_addresses();
    for (int i = 0; i < 3; i++) {
        assert_ok(ddds_engine_restart(engine, "urn:bar:2", NULL));
        assert_null(ddds_engine_result(engine));
        answer_no(2, DDDS_REPLY_NO_NAME, 0); /* of the first input */
        answer_no(ask(RULES, "bar.urn.arpa"), DDDS_REPLY_NO_NAME, 0);
        const struct ddds_result *result = ddds_engine_result(engine);
        assert_int_equal(result->reason, DDDS_REASON_NO_NAME);
        assert_int_equal(result->step_count, 1);
        assert_int_equal(result->outcome_count, 0);
        assert_string_equal(result->input, "urn:bar:2");
    }
}

TEST(a_failed_restart_can_be_restarted)
{
    struct ddds_error error;
    struct ddds_question question = DDDS_QUESTION_INIT;
    create("urn:foo:1", NULL);
    assert_int_equal(ddds_engine_restart(engine, "urn", &error),
                     DDDS_BAD_INPUT);
    assert_false(ddds_engine_question(engine, &question));
    assert_ok(ddds_engine_restart(engine, "urn:bar:1", NULL));
    ask(RULES, "bar.urn.arpa");
    assert_int_equal(ddds_engine_restart(engine, "", NULL), DDDS_BAD_INPUT);
}

TEST(stop_ends_it_wherever_it_is)
{
    char detail[] = "the deadline has passed";
    create_waiting_for_addresses();
    ddds_engine_stop(engine, DDDS_REASON_TIMEOUT, detail);
    memset(detail, 'x', sizeof detail - 1);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_int_equal(result->reason, DDDS_REASON_TIMEOUT);
    assert_string_equal(result->detail, "the deadline has passed");
    assert_string_equal(result->at, "foo.urn.arpa");
    ddds_engine_stop(engine, DDDS_REASON_NETWORK, NULL);
    assert_int_equal(result->reason, DDDS_REASON_TIMEOUT);
    answer_address(2, 1);
    assert_null(result->steps[2].answer);

    create("urn:foo:1", NULL);
    ddds_engine_stop(engine, DDDS_REASON_NETWORK, NULL);
    assert_string_equal(ddds_engine_result(engine)->at, "foo.urn.arpa");
    assert_null(ddds_engine_result(engine)->detail);
}

TEST(reject_waits_for_a_result)
{
    create_waiting_for_addresses();
    ddds_engine_reject(engine, 0);
    assert_null(ddds_engine_result(engine));
    answer_address(2, 1);
    answer_address(3, 1);
    assert_int_equal(ddds_engine_result(engine)->outcome_count, 1);
}

TEST(it_can_be_freed_in_every_state)
{
    ddds_engine_free(NULL);
    create("urn:foo:1", NULL);

    create("urn:foo:1", NULL);
    answer_rule(ask(RULES, "foo.urn.arpa"), "", "", "", "a.example");

    create("urn:foo:1", NULL);
    answer_rule(ask(RULES, "foo.urn.arpa"), "s", "", "", "a.example");

    create_waiting_for_addresses();

    create_waiting_for_addresses();
    answer_address(3, 1);

    create_waiting_for_addresses();
    ddds_engine_stop(engine, DDDS_REASON_TIMEOUT, NULL);
}

static void note_step(void *context, const struct ddds_step *step)
{
    char *text = context;
    const struct ddds_judged_rule *judged = ddds_step_rule(step, 0);
    size_t length = strlen(text);
    snprintf(text + length, 200 - length, "%s %s %s;", step->name,
             ddds_reply_text(step->answer->reply),
             judged != NULL ? ddds_verdict_name(judged->verdict) : "-");
}

TEST(steps_are_reported_as_they_happen)
{
    char text[200] = "";
    struct ddds_options options = DDDS_OPTIONS_INIT;
    options.on_step = note_step;
    options.step_context = text;
    begin(ddds_application_urn(), "urn:foo:1", &options);
    uint32_t id = ask(RULES, "foo.urn.arpa");
    assert_string_equal(text, "");
    answer_rule(id, "", "", "", "b.example");
    assert_string_equal(text, "foo.urn.arpa data chosen;");
    answer_rule(id, "", "", "", "c.example"); /* ignored */
    id = ask(RULES, "b.example");
    answer_rule(id, "u", "", "!^.*$!http://x/!", "");
    assert_string_equal(text,
                        "foo.urn.arpa data chosen;b.example data chosen;");
    assert_int_equal(ddds_engine_result(engine)->outcome_count, 1);
}

FIXTURES(.tear_down = free_engine);
