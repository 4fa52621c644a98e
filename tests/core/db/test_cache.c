/* The store of answers, in a time of its own, and the database around it, with
 * an inner database that answers on demand.
 *
 * SPDX-License-Identifier: MIT */
#include "db/cache/cache.h"
#include "base/clocks.h"
#include "base/assertions.h"

/* ---- The store ---------------------------------------------------------- */

static ddds_cache *cache;

static int setup(void **state)
{
    cache = ddds_cache_new(0, NULL);
    return cache == NULL;
}

static int teardown(void **state)
{
    ddds_cache_free(cache);
    return 0;
}

static struct cache_key key_of(enum ddds_question_kind kind, const char *name)
{
    const struct ddds_question question = {
        .size = sizeof question, .kind = kind, .name = name};
    return ddds_cache_key(cache, &question);
}

static void store(enum ddds_question_kind kind, const char *name, uint64_t now,
                  const struct ddds_answer *answer)
{
    struct cache_key key = key_of(kind, name);
    ddds_cache_store(cache, &key, now, answer);
}

/* Return true if the cache has an answer. */
static bool knows(enum ddds_question_kind kind, const char *name, uint64_t now,
                  struct ddds_answer *answer)
{
    struct cache_key key = key_of(kind, name);
    struct ddds_answer own;
    struct cache_entry *entry =
        ddds_cache_find(cache, &key, now, answer != NULL ? answer : &own);
    ddds_cache_release(entry);
    return entry != NULL;
}

TEST(an_answer_holds_for_its_ttl)
{
    struct ddds_answer answer = {
        .size = sizeof answer, .reply = DDDS_REPLY_NO_DATA, .ttl = 10};
    store(DDDS_ASK_RULES, "a", 5000, &answer);
    assert_true(knows(DDDS_ASK_RULES, "a", 5000, &answer));
    assert_int_equal(answer.ttl, 10);
    assert_true(answer.cached);
    assert_true(knows(DDDS_ASK_RULES, "a", 14999, &answer));
    assert_int_equal(answer.ttl, 0);
    assert_false(knows(DDDS_ASK_RULES, "a", 15000, NULL));
    assert_false(knows(DDDS_ASK_SERVERS, "a", 5000, NULL));
    assert_false(knows(DDDS_ASK_RULES, "b", 5000, NULL));
}

TEST(only_what_lasts_is_remembered)
{
    static const struct {
        enum ddds_reply reply;
        uint32_t ttl;
        bool expected;
    } rows[] = {
        {DDDS_REPLY_NO_NAME, 1, true},
        {DDDS_REPLY_NO_NAME, 0, false},
        {DDDS_REPLY_TIMEOUT, 60, false},
        {DDDS_REPLY_SERVER_FAILURE, 60, false},
        {DDDS_REPLY_REFUSED, 60, false},
        {DDDS_REPLY_NETWORK, 60, false},
        {DDDS_REPLY_MALFORMED, 60, false},
        {DDDS_REPLY_BOGUS, 60, false},
        {DDDS_REPLY_LIMIT, 60, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct ddds_answer answer = {
            .size = sizeof answer, .reply = rows[i].reply, .ttl = rows[i].ttl};
        char name[16];
        snprintf(name, sizeof name, "n%zu", i);
        store(DDDS_ASK_RULES, name, 0, &answer);
        assert_int_equal(knows(DDDS_ASK_RULES, name, 0, NULL),
                         rows[i].expected);
    }
}

TEST(nothing_holds_for_ever)
{
    struct ddds_answer answer = {
        .size = sizeof answer, .reply = DDDS_REPLY_NO_NAME, .ttl = UINT32_MAX};
    store(DDDS_ASK_RULES, "no", 0, &answer);
    assert_true(knows(DDDS_ASK_RULES, "no", 0, &answer));
    assert_int_equal(answer.ttl, 3 * 3600);
    const struct ddds_srv srv = {1, 2, 80, "host"};
    answer = (struct ddds_answer){.size = sizeof(struct ddds_answer),
                                  .reply = DDDS_REPLY_DATA,
                                  .ttl = UINT32_MAX,
                                  .servers = &srv,
                                  .server_count = 1};
    store(DDDS_ASK_SERVERS, "yes", 0, &answer);
    assert_true(knows(DDDS_ASK_SERVERS, "yes", 0, &answer));
    assert_int_equal(answer.ttl, 86400);
}

TEST(answers_are_copied)
{
    char target[] = "host.example";
    char canonical[] = "real.example";
    char detail[] = "AAAA: no answer in time";
    char server[] = "192.0.2.1:53";
    struct ddds_srv srv[2] = {{1, 2, 80, target}, {3, 4, 443, ""}};
    struct ddds_answer answer = {.size = sizeof answer,
                                 .reply = DDDS_REPLY_DATA,
                                 .ttl = 9,
                                 .canonical = canonical,
                                 .detail = detail,
                                 .server = server,
                                 .authenticated = true,
                                 .queries = 1,
                                 .servers = srv,
                                 .server_count = 2};
    store(DDDS_ASK_SERVERS, "a", 0, &answer);
    memset(srv, 0, sizeof srv);
    target[0] = canonical[0] = server[0] = detail[0] = 'x';
    struct cache_key key = key_of(DDDS_ASK_SERVERS, "a");
    struct cache_entry *entry = ddds_cache_find(cache, &key, 0, &answer);
    assert_non_null(entry);
    assert_int_equal(answer.server_count, 2);
    assert_string_equal(answer.servers[0].target, "host.example");
    assert_int_equal(answer.servers[1].port, 443);
    assert_string_equal(answer.canonical, "real.example");
    assert_string_equal(answer.detail, "AAAA: no answer in time");
    assert_string_equal(answer.server, "192.0.2.1:53");
    assert_true(answer.authenticated);
    assert_int_equal(answer.queries, 0);
    /* It outlives the store's interest in it. */
    const struct ddds_answer other = {
        .size = sizeof other, .reply = DDDS_REPLY_NO_DATA, .ttl = 1};
    store(DDDS_ASK_SERVERS, "a", 0, &other);
    assert_string_equal(answer.servers[0].target, "host.example");
    ddds_cache_release(entry);
    assert_true(knows(DDDS_ASK_SERVERS, "a", 0, &answer));
    assert_int_equal(answer.reply, DDDS_REPLY_NO_DATA);
}

TEST(targets_are_copied)
{
    char uri[] = "https://a.example/";
    struct ddds_uri_target targets[2] = {{1, 2, uri}, {3, 4, "b:c"}};
    struct ddds_answer answer = {.size = sizeof answer,
                                 .reply = DDDS_REPLY_DATA,
                                 .ttl = 9,
                                 .targets = targets,
                                 .target_count = 2};
    store(DDDS_ASK_URIS, "a", 0, &answer);
    store(DDDS_ASK_RULES, "b", 0, &answer);
    memset(targets, 0, sizeof targets);
    uri[0] = 'x';
    assert_false(knows(DDDS_ASK_SERVERS, "a", 0, NULL));
    assert_true(knows(DDDS_ASK_URIS, "a", 0, &answer));
    assert_int_equal(answer.target_count, 2);
    assert_int_equal(answer.targets[0].weight, 2);
    assert_string_equal(answer.targets[0].uri, "https://a.example/");
    assert_string_equal(answer.targets[1].uri, "b:c");
}

TEST(rule_sets_are_shared)
{
    const struct ddds_rule rule = {1, 1, "u", "", "!.*!a:b!", "", NULL};
    ddds_ruleset *ruleset = ddds_ruleset_new(&rule, 1, NULL);
    struct ddds_answer answer = {.size = sizeof answer,
                                 .reply = DDDS_REPLY_DATA,
                                 .ttl = 9,
                                 .ruleset = ruleset};
    store(DDDS_ASK_RULES, "a", 0, &answer);
    answer.ruleset = NULL;
    assert_true(knows(DDDS_ASK_RULES, "a", 0, &answer));
    assert_ptr_equal(answer.ruleset, ruleset);
    ddds_ruleset_free(ruleset);
}

TEST(additional_data_replace_nothing_that_holds)
{
    const struct ddds_srv srv = {1, 2, 80, "host"};
    const struct ddds_answer asked = {
        .size = sizeof asked, .reply = DDDS_REPLY_NO_DATA, .ttl = 10};
    struct ddds_answer sent = {.size = sizeof sent,
                               .reply = DDDS_REPLY_DATA,
                               .ttl = 60,
                               .additional = true,
                               .servers = &srv,
                               .server_count = 1};
    store(DDDS_ASK_SERVERS, "a", 0, &asked);
    store(DDDS_ASK_SERVERS, "a", 0, &sent);
    assert_true(knows(DDDS_ASK_SERVERS, "a", 9999, &sent));
    assert_int_equal(sent.reply, DDDS_REPLY_NO_DATA);
    assert_false(sent.additional);
    sent = (struct ddds_answer){.size = sizeof(struct ddds_answer),
                                .reply = DDDS_REPLY_DATA,
                                .ttl = 60,
                                .additional = true,
                                .servers = &srv,
                                .server_count = 1};
    store(DDDS_ASK_SERVERS, "a", 10000, &sent);
    assert_true(knows(DDDS_ASK_SERVERS, "a", 10000, &sent));
    assert_true(sent.additional);
    store(DDDS_ASK_SERVERS, "a", 20000, &asked);
    assert_true(knows(DDDS_ASK_SERVERS, "a", 20000, &sent));
    assert_false(sent.additional);
}

TEST(what_was_not_used_for_longest_goes_first)
{
    const struct ddds_answer answer = {
        .size = sizeof answer, .reply = DDDS_REPLY_NO_DATA, .ttl = 9};
    char name[32];
    ddds_cache_free(cache);
    cache = ddds_cache_new(4096, NULL);
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "n%u", i);
        store(DDDS_ASK_RULES, name, 0, &answer);
        assert_true(i == 0 || knows(DDDS_ASK_RULES, "n0", 0, NULL));
    }
    unsigned known = 0;
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "n%u", i);
        known += knows(DDDS_ASK_RULES, name, 0, NULL);
    }
    assert_in_range(known, 5, 40);
    assert_true(knows(DDDS_ASK_RULES, "n999", 0, NULL));
    assert_false(knows(DDDS_ASK_RULES, "n1", 0, NULL));
}

/* ---- The database ------------------------------------------------------- */

/* An inner database that keeps what it is asked, and answers when told to. */
static struct {
    ddds_database base;
    unsigned count;
    unsigned cancelled;
    struct {
        struct ddds_question question;
        ddds_answer_fn *answer;
        void *context;
    } asked[16];
} slow;

static void slow_lookup(ddds_database *database,
                        const struct ddds_question *question, uint64_t now,
                        ddds_answer_fn *answer, void *context)
{
    slow.asked[slow.count].question = *question;
    slow.asked[slow.count].answer = answer;
    slow.asked[slow.count++].context = context;
}

static ddds_status slow_wait(ddds_database *database, int descriptor,
                             int milliseconds)
{
    return DDDS_OK;
}

static void slow_cancel(ddds_database *database, void *context)
{
    slow.cancelled++;
}

static void slow_free(ddds_database *database)
{
}

static const struct ddds_database_class slow_class = {
    .size = sizeof slow_class, slow_lookup, slow_wait, slow_cancel, slow_free};

static void tell(unsigned index, const struct ddds_answer *answer)
{
    slow.asked[index].answer(slow.asked[index].context,
                             slow.asked[index].question.id, answer);
}

static const struct ddds_answer nothing = {.size = sizeof nothing,
                                           .reply = DDDS_REPLY_NO_DATA,
                                           .ttl = 60,
                                           .queries = 1};

struct heard {
    unsigned count;
    uint32_t id;
    enum ddds_reply reply;
    bool cached;
    unsigned queries;
    ddds_database *to_free;
    ddds_database *to_cancel_at;
    void *to_cancel;
};

static void hear(void *context, uint32_t id, const struct ddds_answer *answer)
{
    struct heard *heard = context;
    heard->count++;
    heard->id = id;
    heard->reply = answer->reply;
    heard->cached = answer->cached;
    heard->queries = answer->queries;
    if (heard->to_cancel_at != NULL) {
        heard->to_cancel_at->methods->cancel(heard->to_cancel_at,
                                             heard->to_cancel);
    }
    ddds_database_free(heard->to_free);
}

static void look_up_at(ddds_database *database, uint32_t id, uint64_t now,
                       uint64_t deadline, struct heard *heard)
{
    const struct ddds_question question = {.size = sizeof question,
                                           .id = id,
                                           .kind = DDDS_ASK_RULES,
                                           .name = "a",
                                           .deadline = deadline};
    database->methods->lookup(database, &question, now, hear, heard);
}

static void look_up(ddds_database *database, uint32_t id, uint64_t deadline,
                    struct heard *heard)
{
    look_up_at(database, id, ddds_clock_now(), deadline, heard);
}

static ddds_database *open_cached(void)
{
    memset(&slow, 0, sizeof slow);
    slow.base.methods = &slow_class;
    ddds_database *cached = ddds_cached_new(&slow.base, cache, NULL);
    assert_non_null(cached);
    return cached;
}

TEST(who_asks_at_the_same_time_shares_a_lookup)
{
    struct heard heard[4] = {{0}};
    ddds_database *cached = open_cached();
    for (uint32_t i = 0; i < 3; i++) {
        look_up(cached, 10 + i, 0, &heard[i]);
    }
    assert_int_equal(slow.count, 1);
    tell(0, &nothing);
    look_up(cached, 13, 0, &heard[3]);
    assert_int_equal(slow.count, 1);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(heard[i].count, 1);
        assert_int_equal(heard[i].id, 10 + i);
        assert_int_equal(heard[i].reply, DDDS_REPLY_NO_DATA);
        assert_int_equal(heard[i].cached, i > 0);
        assert_int_equal(heard[i].queries, i == 0);
    }
    ddds_database_free(cached);
}

/* A part of its answer may be as old as the lookup. */
TEST(an_old_lookup_is_not_shared)
{
    static const struct {
        uint64_t now, deadline;
        unsigned lookups; /* in all */
    } rows[] = {
        {10000, 90000, 1}, {10250, 90250, 1}, {10251, 90251, 2},
        {10300, 90300, 2}, {10501, 90501, 2}, {10502, 90502, 3},
        {10400, 90400, 3}, /* a clock that reads less than another */
    };
    struct heard heard[sizeof rows / sizeof rows[0]] = {{0}};
    ddds_database *cached = open_cached();
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        look_up_at(cached, i, rows[i].now, rows[i].deadline, &heard[i]);
        assert_int_equal(slow.count, rows[i].lookups);
    }
    for (unsigned i = 0; i < slow.count; i++) {
        tell(i, &nothing);
    }
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(heard[i].count, 1);
        assert_int_equal(heard[i].id, i);
    }
    ddds_database_free(cached);
}

TEST(what_was_sent_along_is_known)
{
    struct heard heard = {0};
    const struct ddds_answer lasting = {.size = sizeof lasting,
                                        .reply = DDDS_REPLY_NO_DATA,
                                        .ttl = 60,
                                        .additional = true};
    const struct ddds_answer brief = {
        .size = sizeof brief, .reply = DDDS_REPLY_NO_DATA, .additional = true};
    const struct ddds_addition additions[] = {
        {DDDS_ASK_RULES, "b", &lasting},
        {DDDS_ASK_RULES, "brief", &brief},
    };
    struct ddds_answer answer = nothing;
    answer.additions = additions;
    answer.addition_count = 2;
    ddds_database *cached = open_cached();
    look_up(cached, 1, 0, &heard);
    tell(0, &answer);
    struct ddds_question question = {
        .size = sizeof question, .id = 2, .kind = DDDS_ASK_RULES, .name = "b"};
    cached->methods->lookup(cached, &question, ddds_clock_now(), hear, &heard);
    assert_int_equal(slow.count, 1);
    assert_int_equal(heard.count, 2);
    assert_true(heard.cached);
    assert_int_equal(heard.queries, 0);
    /* It is not authenticated, and cannot be unless asked for. */
    question.authenticated = true;
    cached->methods->lookup(cached, &question, ddds_clock_now(), hear, &heard);
    assert_int_equal(slow.count, 2);
    tell(1, &nothing);
    cached->methods->lookup(cached, &question, ddds_clock_now(), hear, &heard);
    assert_int_equal(slow.count, 2);
    assert_int_equal(heard.count, 4);
    question.name = "brief";
    cached->methods->lookup(cached, &question, ddds_clock_now(), hear, &heard);
    assert_int_equal(slow.count, 3);
    ddds_database_free(cached);
}

/* What is not kept does not come from the cache, even if it is shared. */
TEST(a_failure_is_shared_and_forgotten)
{
    static const struct {
        enum ddds_reply reply;
        bool is_failure;
    } rows[] = {
        {DDDS_REPLY_SERVER_FAILURE, true}, {DDDS_REPLY_REFUSED, true},
        {DDDS_REPLY_NETWORK, true},        {DDDS_REPLY_MALFORMED, true},
        {DDDS_REPLY_TIMEOUT, true},        {DDDS_REPLY_BOGUS, true},
        {DDDS_REPLY_NO_DATA, false}, /* the last, because it is kept */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct heard heard[3] = {{0}};
        const struct ddds_answer answer = {
            .size = sizeof answer, .reply = rows[i].reply, .ttl = 60};
        ddds_database *cached = open_cached();
        look_up(cached, 1, 0, &heard[0]);
        look_up(cached, 2, 0, &heard[1]);
        tell(0, &answer);
        assert_false(heard[0].cached);
        assert_int_equal(heard[1].reply, rows[i].reply);
        assert_int_equal(heard[1].cached, !rows[i].is_failure);
        look_up(cached, 3, 0, &heard[2]);
        assert_int_equal(slow.count, rows[i].is_failure ? 2 : 1);
        ddds_database_free(cached);
    }
}

/* Also an answer that is missing, or sent along. None of them is stored. */
TEST(data_without_rules_are_malformed)
{
    struct heard heard = {0};
    struct ddds_answer data = {.size = sizeof data, .ttl = 60};
    const struct ddds_answer along = data;
    const struct ddds_addition addition = {DDDS_ASK_RULES, "a", &along};
    const struct ddds_answer *const answers[] = {&data, NULL, &data};
    ddds_database *cached = open_cached();
    for (unsigned i = 0; i < 3; i++) {
        look_up(cached, i, 0, &heard);
        assert_int_equal(slow.count, i + 1);
        data.additions = i == 2 ? &addition : NULL;
        data.addition_count = i == 2;
        tell(i, answers[i]);
        assert_int_equal(heard.count, i + 1);
        assert_int_equal(heard.reply, DDDS_REPLY_MALFORMED);
    }
    look_up(cached, 3, 0, &heard);
    assert_int_equal(slow.count, 4);
    tell(3, &nothing);
    ddds_database_free(cached);
}

TEST(a_flight_ends_early_enough_for_all_aboard)
{
    struct heard heard[4] = {{0}};
    ddds_database *cached = open_cached();
    uint64_t now = ddds_clock_now();
    look_up(cached, 1, now + 5000, &heard[0]);
    look_up(cached, 2, now + 9000, &heard[1]); /* has more time */
    look_up(cached, 3, 0, &heard[2]);          /* has all the time */
    assert_int_equal(slow.count, 1);
    look_up(cached, 4, now + 1000, &heard[3]); /* cannot wait so long */
    assert_int_equal(slow.count, 2);
    assert_int_equal(slow.asked[1].question.deadline, now + 1000);
    tell(0, &nothing);
    assert_int_equal(heard[2].count, 1);
    assert_int_equal(heard[3].count, 0);
    ddds_database_free(cached);
}

/* Others have queries of their own. */
TEST(who_shared_a_limit_asks_again)
{
    struct heard heard[3] = {{0}};
    const struct ddds_answer limit = {
        .size = sizeof limit, .reply = DDDS_REPLY_LIMIT, .queries = 1};
    ddds_database *cached = open_cached();
    for (uint32_t i = 0; i < 3; i++) {
        look_up(cached, i, 0, &heard[i]);
    }
    assert_int_equal(slow.count, 1);
    tell(0, &limit);
    assert_int_equal(heard[0].reply, DDDS_REPLY_LIMIT);
    assert_int_equal(heard[1].count, 0);
    assert_int_equal(slow.count, 2); /* which two share again */
    tell(1, &nothing);
    for (int i = 1; i < 3; i++) {
        assert_int_equal(heard[i].count, 1);
        assert_int_equal(heard[i].reply, DDDS_REPLY_NO_DATA);
    }
    ddds_database_free(cached);
}

TEST(who_has_more_time_asks_again)
{
    struct heard heard[2] = {{0}};
    const struct ddds_answer late = {.size = sizeof late,
                                     .reply = DDDS_REPLY_TIMEOUT};
    ddds_database *cached = open_cached();
    uint64_t now = ddds_clock_now();
    look_up(cached, 1, now - 1, &heard[0]);
    look_up(cached, 2, now + 9000, &heard[1]);
    assert_int_equal(slow.count, 1);
    tell(0, &late);
    assert_int_equal(heard[0].reply, DDDS_REPLY_TIMEOUT);
    assert_int_equal(heard[1].count, 0);
    assert_int_equal(slow.count, 2);
    tell(1, &nothing);
    assert_int_equal(heard[1].reply, DDDS_REPLY_NO_DATA);
    ddds_database_free(cached);
}

TEST(who_gives_up_is_not_called)
{
    struct heard heard[2] = {{0}};
    ddds_database *cached = open_cached();
    look_up(cached, 1, 0, &heard[0]);
    look_up(cached, 2, 0, &heard[1]);
    cached->methods->cancel(cached, &heard[0]);
    assert_int_equal(slow.cancelled, 0);
    tell(0, &nothing);
    assert_int_equal(heard[0].count, 0);
    assert_int_equal(heard[1].count, 1);
    ddds_database_free(cached);
    cache = (ddds_cache_free(cache), ddds_cache_new(0, NULL));
    cached = open_cached();
    look_up(cached, 1, 0, &heard[0]);
    cached->methods->cancel(cached, &heard[0]);
    assert_int_equal(slow.cancelled, 1);
    ddds_database_free(cached);
}

/* Lookups of plain records always reach the inner database, and can be
 * cancelled. */
TEST(records_are_passed_on)
{
    struct heard heard[2] = {{0}};
    ddds_database *cached = open_cached();
    const struct ddds_question question = {.size = sizeof question,
                                           .kind = DDDS_ASK_RECORDS,
                                           .name = "a",
                                           .type = DDDS_TYPE_NAPTR};
    for (unsigned i = 0; i < 2; i++) {
        cached->methods->lookup(cached, &question, 0, hear, &heard[i]);
        assert_int_equal(slow.count, i + 1);
        assert_int_equal(slow.asked[i].question.type, DDDS_TYPE_NAPTR);
    }
    tell(0, &nothing);
    assert_int_equal(heard[0].count, 1);
    assert_false(heard[0].cached);
    cached->methods->cancel(cached, &heard[1]);
    assert_int_equal(slow.cancelled, 1);
    ddds_database_free(cached);
}

TEST(callbacks_may_do_anything)
{
    struct heard heard[3] = {{0}};
    ddds_database *cached = open_cached();
    for (uint32_t i = 0; i < 3; i++) {
        look_up(cached, i, 0, &heard[i]);
    }
    heard[0].to_cancel_at = cached;
    heard[0].to_cancel = &heard[1];
    heard[2].to_free = cached;
    tell(0, &nothing);
    assert_int_equal(heard[0].count, 1);
    assert_int_equal(heard[1].count, 0);
    assert_int_equal(heard[2].count, 1);
}

FIXTURES(.set_up = setup, .tear_down = teardown);
