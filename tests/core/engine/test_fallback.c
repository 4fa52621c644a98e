/* Data for an application whose rules may replace published rules, and their
 * limits. fixtures/talks test the results of its rules.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "core/engine/one_engine.h"

/* An application for the tests. Its first key is "first.example", and its
 * fallback rules are for "own.example", as long as |rounds| allow. It stores
 * the data that it receives. */
static struct ddds_application application;
static unsigned rounds;
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
            .flags = "s",
            .services = "",
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
    rounds = 1;
    own_key = NULL;
    told_count = 0;
    memset(told, 0, sizeof told);
    return 0;
}

static void create(const struct ddds_options *options)
{
    begin(&application, "x", options);
}

static enum ddds_reason reason_of(void)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    assert_false(ddds_engine_question(engine, &question));
    assert_non_null(ddds_engine_result(engine));
    return ddds_engine_result(engine)->reason;
}

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

FIXTURES(.set_up = set_up, .tear_down = free_engine);
