/* The steps of a resolution: what is asked, and copies of what is answered.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/trace.h"
#include "base/assertions.h"

static struct arena arena;
static struct trace trace;

static int set_up(void **state)
{
    ddds_arena_init(&arena, NULL, 0);
    trace = (struct trace){0};
    return 0;
}

static int tear_down(void **state)
{
    ddds_trace_clear(&trace);
    ddds_arena_free(&arena);
    return 0;
}

static struct ddds_step *ask(enum ddds_question_kind kind, const char *name)
{
    assert_true(ddds_trace_ask(&trace, &arena, kind, name));
    return &trace.steps[trace.count - 1];
}

TEST(ids_are_the_steps_indices)
{
    for (uint32_t i = 0; i < 100; i++) {
        const struct ddds_step *step = ask(DDDS_ASK_RULES, "a.example");
        assert_ptr_equal(step, &trace.steps[i]);
        assert_null(step->answer);
        assert_null(step->rules);
        assert_int_equal(step->rule_count, 0);
    }
}

TEST(steps_survive_that_there_are_more)
{
    ask(DDDS_ASK_SERVERS, "first.example");
    for (int i = 0; i < 100; i++) {
        ask(DDDS_ASK_RULES, "a.example");
    }
    assert_int_equal(trace.steps[0].kind, DDDS_ASK_SERVERS);
    assert_string_equal(trace.steps[0].name, "first.example");
}

TEST(servers_are_copied_with_their_names)
{
    char target[] = "host.example";
    struct ddds_srv server = {1, 2, 3, target};
    struct ddds_answer answer = {
        .size = sizeof answer, .servers = &server, .server_count = 1};
    struct ddds_step *step = ask(DDDS_ASK_SERVERS, "a.example");
    assert_true(ddds_trace_answer(step, &arena, &answer));
    memset(target, 'x', sizeof target - 1);
    memset(&server, 0, sizeof server);
    assert_non_null(step->answer);
    assert_int_equal(step->answer->server_count, 1);
    assert_string_equal(step->answer->servers[0].target, "host.example");
    assert_int_equal(step->answer->servers[0].port, 3);
}

TEST(addresses_and_texts_are_copied)
{
    char detail[] = "detail";
    char canonical[] = "b.example";
    struct ddds_address address = {4, {192, 0, 2, 1}};
    struct ddds_answer answer = {.size = sizeof answer,
                                 .detail = detail,
                                 .canonical = canonical,
                                 .ttl = 7,
                                 .authenticated = true,
                                 .queries = 2,
                                 .addresses = &address,
                                 .address_count = 1};
    struct ddds_step *step = ask(DDDS_ASK_ADDRESSES, "a.example");
    assert_true(ddds_trace_answer(step, &arena, &answer));
    detail[0] = canonical[0] = 'x';
    address.octets[0] = 0;
    assert_string_equal(step->answer->detail, "detail");
    assert_string_equal(step->answer->canonical, "b.example");
    assert_int_equal(step->answer->ttl, 7);
    assert_true(step->answer->authenticated);
    assert_int_equal(step->answer->queries, 2);
    assert_int_equal(step->answer->address_count, 1);
    assert_int_equal(step->answer->addresses[0].octets[0], 192);
}

TEST(rule_sets_are_held_until_the_trace_is_cleared)
{
    struct ddds_rule rule = {1, 2, "", "", "", "b.example", NULL};
    ddds_ruleset *ruleset = ddds_ruleset_new(&rule, 1, NULL);
    struct ddds_answer answer = {.size = sizeof answer, .ruleset = ruleset};
    struct ddds_step *step = ask(DDDS_ASK_RULES, "a.example");
    assert_true(ddds_trace_answer(step, &arena, &answer));
    ddds_ruleset_free(ruleset);
    assert_string_equal(
        ddds_ruleset_rule(step->answer->ruleset, 0)->replacement, "b.example");
}

/* What an answer does not count, and so may well be rubbish, is not kept. */
TEST(only_what_was_asked_for_is_kept)
{
    struct ddds_srv server = {1, 2, 3, "host.example"};
    struct ddds_address address = {4, {192, 0, 2, 1}};
    const struct {
        enum ddds_reply reply;
        enum ddds_question_kind kind;
        size_t servers;
        size_t addresses;
    } rows[] = {
        {DDDS_REPLY_NO_DATA, DDDS_ASK_SERVERS, 0, 0},
        {DDDS_REPLY_TIMEOUT, DDDS_ASK_ADDRESSES, 0, 0},
        {DDDS_REPLY_DATA, DDDS_ASK_SERVERS, 1, 0},
        {DDDS_REPLY_DATA, DDDS_ASK_ADDRESSES, 0, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ddds_answer answer = {.size = sizeof answer,
                                     .reply = rows[i].reply,
                                     .servers = &server,
                                     .server_count = 1,
                                     .addresses = &address,
                                     .address_count = 1};
        struct ddds_step *step = ask(rows[i].kind, "a.example");
        assert_true(ddds_trace_answer(step, &arena, &answer));
        assert_int_equal(step->answer->server_count, rows[i].servers);
        assert_int_equal(step->answer->address_count, rows[i].addresses);
        assert_ptr_not_equal(step->answer->servers, &server);
        assert_ptr_not_equal(step->answer->addresses, &address);
        assert_null(step->answer->ruleset);
    }
}

FIXTURES(.set_up = set_up, .tear_down = tear_down);
