/* Fallback rules in place of published ones, and beginnings without a query:
 * whatever application has them. What RFC 3263 makes of them is said in
 * fixtures/talks.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "core/engine/one_engine.h"

/* An application of the tests' own. Its first key is "first.example", and its
 * fallback rules are for "own.example", as long as |rounds| allow. What it
 * receives is kept. */
static struct ddds_application application;
static enum ddds_beginning beginning;
static unsigned rounds;
static const char *own_flags;
static const char *own_services;
static const char *own_key; /* in place of rules, or NULL */
static size_t told_count;
static struct ddds_dead_end told[LIMIT_FALLBACKS + 1];

static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    memcpy(start->aus, request->input, request->length + 1);
    memcpy(start->key, "first.example", sizeof "first.example");
    start->beginning = beginning;
    start->address = (struct ddds_address){4, {192, 0, 2, 1}};
    start->offers = "x+y";
    start->port = 99;
    return DDDS_OK;
}

static ddds_status read_services(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error)
{
    return ddds_application_urn()->read_services(self, text, services, error);
}

static void fall_back(const struct ddds_application *self,
                      const struct ddds_start *start,
                      const struct ddds_dead_end *dead_end,
                      struct ddds_fallback *fallback)
{
    assert_ptr_equal(self, &application);
    assert_string_equal(start->key, "first.example");
    assert_int_equal(fallback->count, 0);
    assert_true(told_count < sizeof told / sizeof *told);
    told[told_count++] = *dead_end;
    if (dead_end->round < rounds && own_key != NULL) {
        memcpy(fallback->key, own_key, strlen(own_key) + 1);
    } else if (dead_end->round < rounds) {
        memcpy(fallback->names[0], "own.example", sizeof "own.example");
        fallback->rules[0] = (struct ddds_rule){
            .flags = own_flags,
            .services = own_services,
            .regexp = "",
            .replacement = fallback->names[0],
        };
        fallback->count = 1;
        fallback->because = "the tests want it";
    }
}

static int set_up(void **state)
{
    application = (struct ddds_application){
        .size = sizeof(struct ddds_application),
        .name = "own",
        .first_well_known_rule = first_well_known_rule,
        .flags = "SA",
        .read_services = read_services,
        .fall_back = fall_back,
    };
    beginning = DDDS_BEGIN_RULES;
    rounds = 1;
    own_flags = "s";
    own_services = "";
    own_key = NULL;
    told_count = 0;
    memset(told, 0, sizeof told);
    return 0;
}

static void create(const struct ddds_options *options)
{
    begin(&application, "x", options);
}

static void answer_server(uint32_t id, const char *target)
{
    const struct ddds_srv server = {1, 1, 80, target};
    answer_servers(id, &server, 1);
}

static enum ddds_reason reason_of(void)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    assert_false(ddds_engine_question(engine, &question));
    assert_non_null(ddds_engine_result(engine));
    return ddds_engine_result(engine)->reason;
}

/* ---- When they are asked for -------------------------------------------- */

TEST(they_are_used_after_a_definite_no_only)
{
    const struct {
        enum ddds_reply reply;
        enum ddds_reason reason;
        size_t asked;
    } rows[] = {
        {DDDS_REPLY_NO_NAME, DDDS_REASON_NO_NAME, 1},
        {DDDS_REPLY_NO_DATA, DDDS_REASON_NO_DATA, 1},
        {DDDS_REPLY_TIMEOUT, DDDS_REASON_TIMEOUT, 0},
        {DDDS_REPLY_SERVER_FAILURE, DDDS_REASON_SERVER_FAILURE, 0},
        {DDDS_REPLY_REFUSED, DDDS_REASON_REFUSED, 0},
        {DDDS_REPLY_NETWORK, DDDS_REASON_NETWORK, 0},
        {DDDS_REPLY_MALFORMED, DDDS_REASON_MALFORMED_ANSWER, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set_up(NULL);
        rounds = 0;
        create(NULL);
        answer_no(ask(RULES, "first.example"), rows[i].reply, 60);
        assert_int_equal(reason_of(), rows[i].reason);
        assert_int_equal(told_count, rows[i].asked);
        assert_true(told_count == 0 || told[0].reason == rows[i].reason);
    }
}

TEST(an_insecure_no_is_none)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .require_authenticated = true};
    create(&options);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 60);
    assert_int_equal(reason_of(), DDDS_REASON_INSECURE);
    assert_int_equal(told_count, 0);
}

TEST(an_outcome_needs_none)
{
    const struct ddds_options options = {
        .size = sizeof options, .all = true, .no_addresses = true};
    create(&options);
    answer_rule(ask(RULES, "first.example"), "a", "", "", "host.example");
    assert_int_equal(reason_of(), DDDS_REASON_RESOLVED);
    assert_int_equal(told_count, 0);
    ddds_engine_reject(engine, 0);
    ask(SERVERS, "own.example");
    assert_int_equal(told_count, 1);
    assert_int_equal(told[0].reason, DDDS_REASON_REJECTED);
}

TEST(without_any_the_reason_stays)
{
    application.fall_back = NULL;
    create(NULL);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 60);
    assert_int_equal(reason_of(), DDDS_REASON_NO_DATA);
}

/* ---- What they receive --------------------------------------------------- */

TEST(they_know_the_best_rule_that_was_tried)
{
    create(NULL);
    answer_rule(ask(RULES, "first.example"), "s", "p+x", "", "gone.example");
    answer_no(ask(SERVERS, "gone.example"), DDDS_REPLY_NO_NAME, 60);
    assert_int_equal(told_count, 1);
    assert_int_equal(told[0].round, 0);
    assert_int_equal(told[0].reason, DDDS_REASON_NO_SERVERS);
    assert_string_equal(told[0].tried->services, "p+x");
    assert_false(told[0].is_denied);
    answer_no(ask(SERVERS, "own.example"), DDDS_REPLY_NO_NAME, 60);
    assert_int_equal(told_count, 2);
    assert_int_equal(told[1].round, 1);
    assert_string_equal(told[1].tried->replacement, "own.example");
    assert_int_equal(reason_of(), DDDS_REASON_NO_SERVERS);
}

TEST(a_rule_that_would_not_do_was_not_tried)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .services = "y"};
    create(&options);
    answer_rule(ask(RULES, "first.example"), "s", "p+x", "", "gone.example");
    assert_int_equal(told_count, 1);
    assert_int_equal(told[0].reason, DDDS_REASON_NO_SERVICE);
    assert_null(told[0].tried);
}

/* RFC 2782: a target of "." is a decided no; missing records are not. */
TEST(they_know_if_servers_said_no)
{
    create(NULL);
    answer_rule(ask(RULES, "first.example"), "s", "", "", "gone.example");
    answer_server(ask(SERVERS, "gone.example"), "");
    assert_int_equal(told_count, 1);
    assert_true(told[0].is_denied);
}

/* ---- What they are ------------------------------------------------------ */

TEST(they_are_judged_as_published_ones)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .services = "y"};
    own_services = "p+x";
    create(&options);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 60);
    assert_int_equal(reason_of(), DDDS_REASON_NO_DATA);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_int_equal(result->step_count, 2);
    assert_true(result->steps[1].is_fallback);
    assert_string_equal(result->steps[1].answer->detail, "the tests want it");
    assert_int_equal(result->steps[1].rules[0].verdict,
                     DDDS_VERDICT_OTHER_SERVICE);
}

TEST(their_step_is_no_question)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .max_queries = 2};
    create(&options);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 60);
    uint32_t id = ask(SERVERS, "own.example");
    assert_int_equal(id, 2);
    answer_no(1, DDDS_REPLY_TIMEOUT, 60); /* the step in between */
    assert_null(ddds_engine_result(engine));
    answer_no(id, DDDS_REPLY_NO_DATA, 60);
    assert_int_equal(reason_of(), DDDS_REASON_NO_SERVERS);
}

/* They rely on every no that led to them. */
TEST(they_live_as_long_as_the_noes_before_them)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .no_addresses = true};
    rounds = 2;
    create(&options);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 50);
    answer_no(ask(SERVERS, "own.example"), DDDS_REPLY_NO_DATA, 40);
    answer_server(ask(SERVERS, "own.example"), "host.example");
    assert_int_equal(reason_of(), DDDS_REASON_RESOLVED);
    assert_int_equal(ddds_engine_result(engine)->outcomes[0].ttl, 40);
}

TEST(a_no_that_has_expired_is_asked_for_again)
{
    create(NULL);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 5);
    const struct ddds_answer no = {
        .size = sizeof no, .reply = DDDS_REPLY_NO_DATA, .ttl = 60};
    ddds_engine_answer(engine, ask(SERVERS, "own.example"), &no, 5000);
    answer_rule(ask(RULES, "first.example"), "s", "", "", "there.example");
    ask(SERVERS, "there.example");
}

/* One that always has one more must come to an end. */
TEST(rounds_have_an_end)
{
    rounds = UINT32_MAX;
    create(NULL);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 60);
    for (unsigned i = 0; i < LIMIT_FALLBACKS; i++) {
        answer_no(ask(SERVERS, "own.example"), DDDS_REPLY_NO_DATA, 60);
    }
    assert_int_equal(reason_of(), DDDS_REASON_NO_SERVERS);
    assert_int_equal(told_count, LIMIT_FALLBACKS);
}

/* ---- Other keys --------------------------------------------------------- */

TEST(another_key_is_asked_for_its_rules)
{
    const struct ddds_options options = {
        .size = sizeof options, .services = "x", .no_addresses = true};
    own_key = "other.example";
    rounds = 3;
    create(&options);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_NAME, 50);
    assert_int_equal(told_count, 1);
    assert_false(told[0].is_published);
    answer_rule(ask(RULES, "other.example"), "s", "p+y", "", "gone.example");
    assert_int_equal(told_count, 2);
    assert_false(told[1].is_published);
    answer_rule(ask(RULES, "other.example"), "s", "p+x", "", "there.example");
    answer_server(ask(SERVERS, "there.example"), "host.example");
    assert_int_equal(reason_of(), DDDS_REASON_RESOLVED);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_int_equal(result->outcomes[0].ttl, 50);
    assert_int_equal(result->step_count, 4);
    assert_string_equal(result->key, "first.example");
    assert_false(result->steps[1].is_fallback);
    assert_int_equal(result->steps[1].cause, DDDS_NO_STEP);
}

/* The last key has rules of the service, which lead nowhere. */
TEST(a_key_with_the_service_is_told_of)
{
    own_key = "other.example";
    rounds = 1;
    create(NULL);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 60);
    answer_rule(ask(RULES, "other.example"), "s", "p+x", "", "gone.example");
    answer_no(ask(SERVERS, "gone.example"), DDDS_REPLY_NO_NAME, 60);
    assert_int_equal(told_count, 2);
    assert_true(told[1].is_published);
    assert_string_equal(told[1].tried->services, "p+x");
    assert_int_equal(reason_of(), DDDS_REASON_NO_SERVERS);
}

TEST(keys_have_an_end_and_a_limit)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .max_queries = 3};
    own_key = "other.example";
    rounds = UINT32_MAX;
    create(NULL);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 60);
    for (unsigned i = 0; i < LIMIT_FALLBACKS; i++) {
        answer_no(ask(RULES, "other.example"), DDDS_REPLY_NO_DATA, 60);
    }
    assert_int_equal(reason_of(), DDDS_REASON_NO_DATA);

    told_count = 0;
    create(&options);
    answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 60);
    for (unsigned i = 0; i < 2; i++) {
        answer_no(ask(RULES, "other.example"), DDDS_REPLY_NO_DATA, 60);
    }
    assert_int_equal(reason_of(), DDDS_REASON_LIMIT);
}

/* RFC 8686 section 3.5: a failure is reported if nothing else is found. */
TEST(failures_are_passed_if_the_application_says_so)
{
    static const enum ddds_reply replies[] = {
        DDDS_REPLY_TIMEOUT, DDDS_REPLY_SERVER_FAILURE, DDDS_REPLY_NETWORK};
    for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
        set_up(NULL);
        own_key = "other.example";
        application.passes_failures = true;
        create(NULL);
        answer_no(ask(RULES, "first.example"), replies[i], 60);
        answer_no(ask(RULES, "other.example"), DDDS_REPLY_NO_NAME, 60);
        enum ddds_reason reason = reason_of();
        assert_int_equal(ddds_reason_class(reason), DDDS_CLASS_TEMPORARY);
        assert_string_equal(ddds_engine_result(engine)->at, "first.example");
    }
}

/* ---- Beginnings without a question -------------------------------------- */

TEST(a_direct_beginning_asks_for_no_rules)
{
    beginning = DDDS_BEGIN_DIRECT;
    own_flags = "a";
    create(NULL);
    assert_int_equal(told_count, 1);
    assert_int_equal(told[0].reason, DDDS_REASON_RESOLVED);
    assert_null(told[0].tried);
    answer_address(ask(ADDRESSES, "own.example"), 2);
    assert_int_equal(reason_of(), DDDS_REASON_RESOLVED);
    const struct ddds_outcome *outcome =
        &ddds_engine_result(engine)->outcomes[0];
    assert_int_equal(outcome->ttl, 60);
    assert_int_equal(outcome->endpoints[0].port, 99);
    ddds_engine_reject(engine, 0);
    assert_int_equal(reason_of(), DDDS_REASON_REJECTED);
}

TEST(a_direct_beginning_may_lead_nowhere)
{
    beginning = DDDS_BEGIN_DIRECT;
    rounds = 0;
    create(NULL);
    assert_int_equal(reason_of(), DDDS_REASON_NO_RULE);
    assert_string_equal(ddds_engine_result(engine)->at, "first.example");

    application.fall_back = NULL;
    create(NULL);
    assert_int_equal(reason_of(), DDDS_REASON_NO_RULE);
}

/* Nothing was asked: there is nothing to be sure of, nor to expire. */
TEST(what_relies_on_nothing_has_no_ttl)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .no_addresses = true,
                                         .require_authenticated = true};
    beginning = DDDS_BEGIN_DIRECT;
    own_flags = "a";
    create(&options);
    assert_int_equal(reason_of(), DDDS_REASON_RESOLVED);
    const struct ddds_outcome *outcome =
        &ddds_engine_result(engine)->outcomes[0];
    assert_int_equal(outcome->ttl, DDDS_NO_TTL);
    assert_false(outcome->authenticated);
    assert_false(outcome->endpoints[0].has_addresses);
}

TEST(an_address_is_its_own_answer)
{
    beginning = DDDS_BEGIN_ADDRESS;
    rounds = 0;
    create(NULL);
    assert_int_equal(reason_of(), DDDS_REASON_RESOLVED);
    const struct ddds_result *result = ddds_engine_result(engine);
    const struct ddds_outcome *outcome = &result->outcomes[0];
    assert_int_equal(result->step_count, 0);
    assert_int_equal(outcome->kind, DDDS_OUTCOME_HOST);
    assert_string_equal(outcome->output, "first.example");
    assert_string_equal(outcome->services, "x+y");
    assert_int_equal(outcome->ttl, DDDS_NO_TTL);
    assert_int_equal(outcome->step, DDDS_NO_STEP);
    assert_int_equal(outcome->endpoint_count, 1);
    assert_int_equal(outcome->endpoints[0].port, 99);
    assert_int_equal(outcome->endpoints[0].address_count, 1);
    assert_int_equal(outcome->endpoints[0].addresses[0].octets[3], 1);
    ddds_engine_reject(engine, 0);
    assert_int_equal(reason_of(), DDDS_REASON_REJECTED);
}

TEST(a_restart_forgets_them)
{
    create(NULL);
    for (unsigned i = 1; i <= 3; i++) {
        answer_no(ask(RULES, "first.example"), DDDS_REPLY_NO_DATA, 60);
        ask(SERVERS, "own.example");
        assert_int_equal(told_count, i);
        assert_int_equal(told[i - 1].round, 0);
        assert_ok(ddds_engine_restart(engine, "y", NULL));
    }
}

/* ---- Ports -------------------------------------------------------------- */

static uint16_t default_port(const struct ddds_application *self,
                             const struct ddds_services *offered)
{
    assert_ptr_equal(self, &application);
    return offered->protocol_count == 1 &&
                   memcmp(offered->protocols[0].text, "p", 1) == 0
               ? 7
               : 0;
}

static ddds_status start_without_port(const struct ddds_application *self,
                                      const struct ddds_request *request,
                                      struct ddds_start *start,
                                      struct ddds_error *error)
{
    ddds_status status = first_well_known_rule(self, request, start, error);
    start->port = 0;
    return status;
}

TEST(a_host_has_the_inputs_port_or_the_applications)
{
    const struct {
        bool has_default;
        bool has_port;
        const char *services;
        uint16_t port;
    } rows[] = {
        {false, false, "p+x", 0}, {false, true, "p+x", 99},
        {true, false, "p+x", 7},  {true, true, "p+x", 99},
        {true, false, "q+x", 0},  {true, false, "", 0},
    };
    const struct ddds_options options = {.size = sizeof options,
                                         .no_addresses = true};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        application.default_port = rows[i].has_default ? default_port : NULL;
        application.first_well_known_rule =
            rows[i].has_port ? first_well_known_rule : start_without_port;
        create(&options);
        answer_rule(ask(RULES, "first.example"), "a", rows[i].services, "",
                    "host.example");
        const struct ddds_endpoint *endpoint =
            ddds_engine_result(engine)->outcomes[0].endpoints;
        assert_int_equal(endpoint->port, rows[i].port);
        assert_int_equal(endpoint->has_port, rows[i].port != 0);
        assert_false(endpoint->is_server);
    }
}

/* ---- One node under several names ---------------------------------------- */

/* Everything after the first octet is the node. */
static bool is_same_node(const struct ddds_application *self, const char *one,
                         const char *other)
{
    return strcmp(one + 1, other + 1) == 0;
}

static void answer_hosts(uint32_t id)
{
    const struct ddds_rule rules[] = {
        {10, 1, "a", "", "", "1host.example", NULL},
        {10, 2, "s", "", "", "2host.example", NULL},
        {10, 3, "a", "", "", "3host.example", NULL},
        {10, 4, "a", "", "", "4other.example", NULL},
    };
    answer_rules(id, rules, 4);
}

TEST(a_node_is_found_once)
{
    const struct ddds_options options = {
        .size = sizeof options, .all = true, .no_addresses = true};
    application.is_same_node = is_same_node;
    create(&options);
    answer_hosts(ask(RULES, "first.example"));
    answer_server(ask(SERVERS, "2host.example"), "server.example");
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_int_equal(result->outcome_count, 3);
    assert_string_equal(result->outcomes[0].output, "1host.example");
    assert_string_equal(result->outcomes[1].output, "2host.example");
    assert_string_equal(result->outcomes[2].output, "4other.example");
    assert_int_equal(result->steps[0].rules[2].verdict, DDDS_VERDICT_DEAD_END);
    assert_string_equal(result->steps[0].rules[2].reason,
                        "the same node as 1host.example");
}

TEST(a_rejected_node_is_not_tried_again)
{
    const struct ddds_options options = {.size = sizeof options,
                                         .no_addresses = true};
    application.is_same_node = is_same_node;
    rounds = 0;
    create(&options);
    answer_hosts(ask(RULES, "first.example"));
    ddds_engine_reject(engine, 0);
    answer_no(ask(SERVERS, "2host.example"), DDDS_REPLY_NO_DATA, 60);
    const struct ddds_result *result = ddds_engine_result(engine);
    assert_string_equal(result->outcomes[0].output, "4other.example");
}

FIXTURES(.set_up = set_up, .tear_down = free_engine);
