/* An engine is made, restarted, stopped and freed, and gets answers that it did
 * not ask for. What it asks and concludes is said in fixtures/talks.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/engine.h>

#include "base/limits.h"
#include "base/assertions.h"

static ddds_engine *create(const char *input,
                           const struct ddds_options *options)
{
    ddds_engine *engine =
        ddds_engine_new(ddds_application_urn(), input, options, NULL);
    assert_non_null(engine);
    return engine;
}

static uint32_t ask(ddds_engine *engine, enum ddds_question_kind kind,
                    const char *name)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    assert_true(ddds_engine_question(engine, &question));
    assert_int_equal(question.kind, kind);
    assert_string_equal(question.name, name);
    return question.id;
}

static void answer_rule(ddds_engine *engine, uint32_t id, const char *flags,
                        const char *regexp, const char *replacement)
{
    const struct ddds_rule rule = {10,     10,          flags, "",
                                   regexp, replacement, NULL};
    struct ddds_answer answer = {
        .size = sizeof answer, .ttl = 60, .queries = 1};
    answer.ruleset = ddds_ruleset_new(&rule, 1, NULL);
    ddds_engine_answer(engine, id, &answer, 0);
    ddds_ruleset_free(answer.ruleset);
}

static void answer_servers(ddds_engine *engine, uint32_t id, size_t count)
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
    const struct ddds_answer answer = {.size = sizeof answer,
                                       .ttl = 60,
                                       .servers = servers,
                                       .server_count = count};
    ddds_engine_answer(engine, id, &answer, 0);
}

static void answer_address(ddds_engine *engine, uint32_t id, uint8_t last)
{
    const struct ddds_address address = {4, {192, 0, 2, last}};
    const struct ddds_answer answer = {.size = sizeof answer,
                                       .ttl = 60,
                                       .addresses = &address,
                                       .address_count = 1};
    ddds_engine_answer(engine, id, &answer, 0);
}

static void answer_no(ddds_engine *engine, uint32_t id)
{
    const struct ddds_answer answer = {.size = sizeof answer,
                                       .reply = DDDS_REPLY_NO_NAME};
    ddds_engine_answer(engine, id, &answer, 0);
}

/* An engine that waits for the addresses of h0 and h1, with the ids 2 and 3. */
static ddds_engine *create_waiting_for_addresses(void)
{
    ddds_engine *engine = create("urn:foo:1", NULL);
    answer_rule(engine, ask(engine, DDDS_ASK_RULES, "foo.urn.arpa"), "s", "",
                "all.example");
    answer_servers(engine, ask(engine, DDDS_ASK_SERVERS, "all.example"), 2);
    assert_int_equal(ask(engine, DDDS_ASK_ADDRESSES, "h0.example"), 2);
    assert_int_equal(ask(engine, DDDS_ASK_ADDRESSES, "h1.example"), 3);
    return engine;
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
    ddds_engine *engine = ddds_engine_new(&choosy, "urn:foo:1", &options, NULL);
    answer_no(engine, ask(engine, DDDS_ASK_RULES, "foo.urn.arpa"));
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_string_equal(result->key, "foo.urn.arpa");
    assert_string_equal(result->services, "I2L");
    assert_string_equal(result->protocols, "thttp");
    ddds_engine_free(engine);
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
    ddds_engine_free(create(input, NULL));
}

TEST(the_input_need_not_outlive_the_call)
{
    char input[] = "urn:foo:1?=q";
    ddds_engine *engine = create(input, NULL);
    memset(input, 'x', sizeof input - 1);
    answer_rule(engine, ask(engine, DDDS_ASK_RULES, "foo.urn.arpa"), "u",
                "!^urn:foo:(.*)$!http://a.example/\\1!", "");
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_string_equal(result->input, "urn:foo:1?=q");
    assert_string_equal(result->aus, "urn:foo:1");
    assert_string_equal(result->outcomes[0].uri, "http://a.example/1?q");
    assert_memory_equal(result->urn->nid.text, "foo", 3);
    ddds_engine_free(engine);
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
        ddds_engine *engine =
            ddds_engine_new(&application, "urn:foo:1", &options, NULL);
        struct ddds_question question = DDDS_QUESTION_INIT;
        unsigned asked = 0;
        while (ddds_engine_question(engine, &question)) {
            char next[16];
            snprintf(next, sizeof next, "k%u.example", asked++);
            answer_rule(engine, question.id, "", "", next);
        }
        assert_int_equal(asked, rows[i].most + 1);
        assert_int_equal(ddds_engine_result(engine)->reason,
                         DDDS_REASON_TOO_DEEP);
        ddds_engine_free(engine);
    }
}

/* ---- Questions and answers --------------------------------------------- */

TEST(there_is_a_result_only_at_the_end)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    ddds_engine *engine = create("urn:foo:1", NULL);
    assert_null(ddds_engine_result(engine));
    uint32_t id = ask(engine, DDDS_ASK_RULES, "foo.urn.arpa");
    assert_null(ddds_engine_result(engine));
    assert_false(ddds_engine_question(engine, &question));
    answer_no(engine, id);
    assert_non_null(ddds_engine_result(engine));
    assert_false(ddds_engine_question(engine, &question));
    assert_int_equal(ddds_engine_status(engine), DDDS_OK);
    ddds_engine_free(engine);
}

TEST(answers_nobody_waits_for_are_ignored)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    ddds_engine *engine = create("urn:foo:1", NULL);
    answer_no(engine, 0); /* not yet asked */
    answer_no(engine, 1);
    answer_no(engine, UINT32_MAX);
    assert_null(ddds_engine_result(engine));
    uint32_t id = ask(engine, DDDS_ASK_RULES, "foo.urn.arpa");
    answer_rule(engine, id, "", "", "a.example");
    answer_no(engine, id); /* answered */
    assert_null(ddds_engine_result(engine));
    id = ask(engine, DDDS_ASK_RULES, "a.example");
    answer_rule(engine, id, "u", "!.*!x:y!", "");
    answer_no(engine, id); /* finished */
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_string_equal(result->outcomes[0].uri, "x:y");
    assert_int_equal(result->queries, 2);
    assert_false(ddds_engine_question(engine, &question));
    ddds_engine_free(engine);
}

/* Nothing that was found until then can be relied on. */
TEST(a_database_without_memory_ends_the_resolution)
{
    const struct ddds_answer answer = {.size = sizeof answer,
                                       .reply = DDDS_REPLY_NO_MEMORY};
    ddds_engine *engine = create("urn:foo:1", NULL);
    uint32_t id = ask(engine, DDDS_ASK_RULES, "foo.urn.arpa");
    ddds_engine_answer(engine, id, &answer, 0);
    assert_int_equal(ddds_engine_status(engine), DDDS_NO_MEMORY);
    assert_int_equal(ddds_engine_result(engine)->outcome_count, 0);
    assert_int_equal(ddds_engine_restart(engine, "urn:bar:2", NULL), DDDS_OK);
    assert_int_equal(ddds_engine_status(engine), DDDS_OK);
    ddds_engine_free(engine);
}

TEST(an_address_counts_once)
{
    ddds_engine *engine = create_waiting_for_addresses();
    answer_address(engine, 2, 1);
    answer_address(engine, 2, 99);
    assert_null(ddds_engine_result(engine));
    answer_address(engine, 3, 2);
    const struct ddds_outcome *outcome =
        &ddds_engine_result(engine)->outcomes[0];
    assert_int_equal(outcome->endpoints[0].addresses[0].octets[3], 1);
    assert_int_equal(outcome->endpoints[1].addresses[0].octets[3], 2);
    ddds_engine_free(engine);
}

TEST(steps_say_what_caused_them)
{
    ddds_engine *engine = create("urn:foo:1", NULL);
    answer_rule(engine, ask(engine, DDDS_ASK_RULES, "foo.urn.arpa"), "", "",
                "a.example");
    const struct ddds_rule rules[] = {
        {10, 10, "x", "", "", "b.example", NULL},
        {10, 20, "s", "", "", "c.example", NULL},
    };
    struct ddds_answer answer = {.size = sizeof answer, .ttl = 60};
    answer.ruleset = ddds_ruleset_new(rules, 2, NULL);
    ddds_engine_answer(engine, ask(engine, DDDS_ASK_RULES, "a.example"),
                       &answer, 0);
    ddds_ruleset_free(answer.ruleset);
    answer_no(engine, ask(engine, DDDS_ASK_SERVERS, "c.example"));
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
    ddds_engine_free(engine);
}

TEST(no_more_servers_are_followed_than_the_limit)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .no_addresses = true};
    ddds_engine *engine = create("urn:foo:1", &options);
    answer_rule(engine, ask(engine, DDDS_ASK_RULES, "foo.urn.arpa"), "s", "",
                "all.example");
    answer_servers(engine, ask(engine, DDDS_ASK_SERVERS, "all.example"),
                   LIMIT_SERVERS + 1);
    const struct ddds_outcome *outcome =
        &ddds_engine_result(engine)->outcomes[0];
    assert_int_equal(outcome->endpoint_count, LIMIT_SERVERS);
    assert_non_null(strstr(outcome->note, "only the first 256 of"));
    assert_string_equal(outcome->endpoints[0].host, "last.example");
    ddds_engine_free(engine);
}

/* ---- Restart, stop and death ------------------------------------------- */

/* However many hosts the limit leaves without addresses. */
TEST(a_limit_is_noted_once)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .max_queries = 4};
    ddds_engine *engine = create("urn:foo:1", &options);
    answer_rule(engine, ask(engine, DDDS_ASK_RULES, "foo.urn.arpa"), "s", "",
                "all.example");
    answer_servers(engine, ask(engine, DDDS_ASK_SERVERS, "all.example"), 9);
    answer_address(engine, ask(engine, DDDS_ASK_ADDRESSES, "h0.example"), 1);
    assert_string_equal(ddds_engine_result(engine)->outcomes[0].note,
                        "the query limit left some hosts without addresses");
    ddds_engine_free(engine);
}

/* Questions that are asked together share what others leave. */
TEST(all_queries_are_within_the_limit)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .max_queries = 10};
    struct ddds_question question = DDDS_QUESTION_INIT;
    ddds_engine *engine = create("urn:foo:1", &options);
    assert_true(ddds_engine_question(engine, &question));
    assert_int_equal(question.max_queries, 10);
    answer_rule(engine, question.id, "s", "", "all.example");
    assert_true(ddds_engine_question(engine, &question));
    assert_int_equal(question.max_queries, 9);
    answer_servers(engine, question.id, 2);
    for (int i = 0; i < 2; i++) { /* addresses take two at least */
        assert_true(ddds_engine_question(engine, &question));
        assert_int_equal(question.max_queries, 4);
    }
    ddds_engine_free(engine);
}

TEST(restart_forgets_everything)
{
    ddds_engine *engine = create_waiting_for_addresses();
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ddds_engine_restart(engine, "urn:bar:2", NULL),
                         DDDS_OK);
        assert_null(ddds_engine_result(engine));
        answer_no(engine, 2); /* of the first input */
        answer_no(engine, ask(engine, DDDS_ASK_RULES, "bar.urn.arpa"));
        const struct ddds_result *result = ddds_engine_result(engine);
        assert_int_equal(result->reason, DDDS_REASON_NO_NAME);
        assert_int_equal(result->step_count, 1);
        assert_int_equal(result->outcome_count, 0);
        assert_string_equal(result->input, "urn:bar:2");
    }
    ddds_engine_free(engine);
}

TEST(a_failed_restart_can_be_restarted)
{
    struct ddds_error error;
    struct ddds_question question = DDDS_QUESTION_INIT;
    ddds_engine *engine = create("urn:foo:1", NULL);
    assert_int_equal(ddds_engine_restart(engine, "urn", &error),
                     DDDS_BAD_INPUT);
    assert_false(ddds_engine_question(engine, &question));
    assert_int_equal(ddds_engine_restart(engine, "urn:bar:1", NULL), DDDS_OK);
    ask(engine, DDDS_ASK_RULES, "bar.urn.arpa");
    assert_int_equal(ddds_engine_restart(engine, "", NULL), DDDS_BAD_INPUT);
    ddds_engine_free(engine);
}

TEST(stop_ends_it_wherever_it_is)
{
    char detail[] = "the deadline has passed";
    ddds_engine *engine = create_waiting_for_addresses();
    ddds_engine_stop(engine, DDDS_REASON_TIMEOUT, detail);
    memset(detail, 'x', sizeof detail - 1);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_int_equal(result->reason, DDDS_REASON_TIMEOUT);
    assert_string_equal(result->detail, "the deadline has passed");
    assert_string_equal(result->at, "foo.urn.arpa");
    ddds_engine_stop(engine, DDDS_REASON_NETWORK, NULL);
    assert_int_equal(result->reason, DDDS_REASON_TIMEOUT);
    answer_address(engine, 2, 1);
    assert_null(result->steps[2].answer);
    ddds_engine_free(engine);

    engine = create("urn:foo:1", NULL);
    ddds_engine_stop(engine, DDDS_REASON_NETWORK, NULL);
    assert_string_equal(ddds_engine_result(engine)->at, "foo.urn.arpa");
    assert_null(ddds_engine_result(engine)->detail);
    ddds_engine_free(engine);
}

TEST(reject_waits_for_a_result)
{
    ddds_engine *engine = create_waiting_for_addresses();
    ddds_engine_reject(engine, 0);
    assert_null(ddds_engine_result(engine));
    answer_address(engine, 2, 1);
    answer_address(engine, 3, 1);
    assert_int_equal(ddds_engine_result(engine)->outcome_count, 1);
    ddds_engine_free(engine);
}

TEST(it_can_be_freed_in_every_state)
{
    ddds_engine_free(NULL);
    ddds_engine_free(create("urn:foo:1", NULL));

    ddds_engine *engine = create("urn:foo:1", NULL);
    answer_rule(engine, ask(engine, DDDS_ASK_RULES, "foo.urn.arpa"), "", "",
                "a.example");
    ddds_engine_free(engine);

    engine = create("urn:foo:1", NULL);
    answer_rule(engine, ask(engine, DDDS_ASK_RULES, "foo.urn.arpa"), "s", "",
                "a.example");
    ddds_engine_free(engine);

    ddds_engine_free(create_waiting_for_addresses());

    engine = create_waiting_for_addresses();
    answer_address(engine, 3, 1);
    ddds_engine_free(engine);

    engine = create_waiting_for_addresses();
    ddds_engine_stop(engine, DDDS_REASON_TIMEOUT, NULL);
    ddds_engine_free(engine);
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
    ddds_engine *engine =
        ddds_engine_new(ddds_application_urn(), "urn:foo:1", &options, NULL);
    uint32_t id = ask(engine, DDDS_ASK_RULES, "foo.urn.arpa");
    assert_string_equal(text, "");
    answer_rule(engine, id, "", "", "b.example");
    assert_string_equal(text, "foo.urn.arpa data chosen;");
    answer_rule(engine, id, "", "", "c.example"); /* ignored */
    id = ask(engine, DDDS_ASK_RULES, "b.example");
    answer_rule(engine, id, "u", "!^.*$!http://x/!", "");
    assert_string_equal(text,
                        "foo.urn.arpa data chosen;b.example data chosen;");
    assert_int_equal(ddds_engine_result(engine)->outcome_count, 1);
    ddds_engine_free(engine);
}
