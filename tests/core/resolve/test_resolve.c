/* Introducing an engine to a database: resolve.c, with a database of the test's
 * own that answers at once, later, the last question first, or never.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/resolve.h>

#include "core/stub_database.h"

/* ---- The database ------------------------------------------------------ */

static bool lacks_memory; /* for addresses */

static const struct ddds_rule foo_rules[] = {
    {10, 10, "", "", "!^urn:foo:(.*)$!\\1.example!", "", NULL},
};
static const struct ddds_rule deep_rules[] = {
    {10, 10, "s", "", "", "all.example", NULL},
    {10, 20, "u", "", "!^(.*)$!x:\\1!", "", NULL},
};
static const struct ddds_srv servers[] = {
    {1, 0, 80, "one.example"},
    {2, 0, 80, "two.example"},
    {3, 0, 80, "three.example"},
};
static const struct ddds_srv even_servers[] = {
    {1, 10, 1, "one.example"},
    {1, 10, 2, "two.example"},
};
static const struct ddds_rule even_rules[] = {
    {10, 10, "s", "", "", "even.example", NULL},
};

/* Rules at k1.example to k15.example lead on to the next of them. */
static ddds_ruleset *make_chain(const char *name)
{
    char next[32];
    int number = (int)strtol(name + 1, NULL, 10);
    snprintf(next, sizeof next, "k%d.example", number + 1);
    struct ddds_rule on = {1, 1, "", "", "", next, NULL};
    struct ddds_rule last = {1, 1, "u", "", "!^.*$!x:end!", "", NULL};
    return ddds_ruleset_new(number < 15 ? &on : &last, 1, NULL);
}

static void answer_rules(const char *name, struct ddds_answer *answer)
{
    if (strcmp(name, "foo.urn.arpa") == 0) {
        answer->ruleset = ddds_ruleset_new(foo_rules, 1, NULL);
    } else if (strcmp(name, "deep.example") == 0) {
        answer->ruleset = ddds_ruleset_new(deep_rules, 2, NULL);
    } else if (strcmp(name, "even.example") == 0) {
        answer->ruleset = ddds_ruleset_new(even_rules, 1, NULL);
    } else if (name[0] == 'k') {
        answer->ruleset = make_chain(name);
    } else {
        answer->reply = DDDS_REPLY_NO_NAME;
    }
}

static void give(const struct lookup *lookup)
{
    const struct ddds_question *question = &lookup->question;
    struct ddds_answer answer = {
        .size = sizeof answer, .ttl = 60, .queries = 1};
    struct ddds_address address = {4, {192, 0, 2, 0}};
    bool is_even;
    switch (question->kind) {
    case DDDS_ASK_RULES:
        answer_rules(question->name, &answer);
        break;
    case DDDS_ASK_SERVERS:
        is_even = strcmp(question->name, "even.example") == 0;
        answer.servers = is_even ? even_servers : servers;
        answer.server_count = is_even ? 2 : 3;
        break;
    case DDDS_ASK_ADDRESSES:
        address.octets[3] = (uint8_t)question->name[0];
        answer.addresses = &address;
        answer.address_count = 1;
        if (lacks_memory) {
            answer.reply = DDDS_REPLY_NO_MEMORY;
        }
        break;
    case DDDS_ASK_URIS:
    case DDDS_ASK_RECORDS:
        break; /* the engine does not ask for them */
    }
    ddds_ruleset *ruleset = answer.ruleset;
    lookup->answer(lookup->context, question->id, &answer);
    ddds_ruleset_free(ruleset);
}

static ddds_database *begin(enum manner manner)
{
    lacks_memory = false;
    return stub_begin(manner, 0);
}

static uint32_t no_chance(void *context)
{
    return 0;
}

static const struct ddds_options plain = {.size = sizeof plain,
                                          .random = no_chance};

static ddds_resolution *create(ddds_database *database, const char *input,
                               const struct ddds_options *options)
{
    ddds_resolution *resolution =
        ddds_resolution_new(database, NULL, input, options, NULL);
    assert_non_null(resolution);
    assert_null(ddds_resolution_result(resolution));
    return resolution;
}

static void assert_deep_result(const struct ddds_result *result)
{
    assert_int_equal(result->reason, DDDS_REASON_RESOLVED);
    assert_int_equal(result->outcome_count, 1);
    const struct ddds_outcome *outcome = &result->outcomes[0];
    assert_int_equal(outcome->kind, DDDS_OUTCOME_SERVERS);
    assert_int_equal(outcome->endpoint_count, 3);
    const char *const hosts[] = {"one.example", "two.example", "three.example"};
    for (size_t i = 0; i < 3; i++) {
        const struct ddds_endpoint *endpoint = &outcome->endpoints[i];
        assert_string_equal(endpoint->host, hosts[i]);
        assert_int_equal(endpoint->address_count, 1);
        assert_int_equal(endpoint->addresses[0].octets[3], hosts[i][0]);
    }
    assert_int_equal(result->queries, 6);
}

/* ---- One at a time ----------------------------------------------------- */

TEST(the_result_does_not_depend_on_when_answers_come)
{
    const enum manner manners[] = {AT_ONCE, LATER, LAST_FIRST};
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++) {
        ddds_resolution *resolution =
            ddds_resolve(begin(manners[i]), NULL, "urn:foo:deep", &plain, NULL);
        assert_non_null(resolution);
        assert_deep_result(ddds_resolution_result(resolution));
        assert_ok(ddds_resolution_status(resolution));
        ddds_resolution_free(resolution);
    }
}

TEST(nothing_found_is_a_result)
{
    ddds_resolution *resolution = ddds_resolve(
        begin(LATER), ddds_application_urn(), "urn:bar:1", NULL, NULL);
    const struct ddds_result *result = ddds_resolution_result(resolution);
    assert_int_equal(result->reason, DDDS_REASON_NO_NAME);
    assert_string_equal(result->at, "bar.urn.arpa");
    ddds_resolution_free(resolution);
}

TEST(what_cannot_begin_is_refused)
{
    struct ddds_error error;
    const struct ddds_options bad = {.size = sizeof bad, .services = "I2L,,"};
    assert_null(ddds_resolve(begin(AT_ONCE), NULL, "urn:x", NULL, &error));
    assert_int_equal(error.status, DDDS_BAD_INPUT);
    assert_null(ddds_resolve(begin(AT_ONCE), NULL, "urn:foo:1", &bad, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    assert_int_equal(stub.asked, 0);
}

/* A class without what every database has, too short for it, or with a member
 * that this version does not have. */
TEST(a_class_is_complete)
{
    struct longer {
        struct ddds_database_class methods;
        void *unknown;
    };
    const struct {
        size_t size;
        bool no_lookup;
        bool no_free;
        bool has_unknown;
        bool is_good;
    } rows[] = {
        {.size = 0},
        {.size = sizeof(size_t)},
        {.size = offsetof(struct ddds_database_class, free)},
        {.size = sizeof(struct ddds_database_class), .is_good = true},
        {.size = sizeof(struct ddds_database_class), .no_lookup = true},
        {.size = sizeof(struct ddds_database_class), .no_free = true},
        {.size = sizeof(struct longer), .is_good = true},
        {.size = sizeof(struct longer), .has_unknown = true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct longer own = {.methods = stub_class};
        own.methods.size = rows[i].size;
        own.methods.lookup = rows[i].no_lookup ? NULL : stub_class.lookup;
        own.methods.free = rows[i].no_free ? NULL : stub_class.free;
        own.unknown = rows[i].has_unknown ? &own : NULL;
        struct ddds_error errors[2] = {{.status = DDDS_OK}};
        ddds_database *database = begin(AT_ONCE);
        database->methods = &own.methods;
        ddds_resolution *made =
            ddds_resolution_new(database, NULL, "urn:foo:1", NULL, &errors[0]);
        ddds_database *cached = ddds_cached_new(database, NULL, &errors[1]);
        assert_int_equal(made != NULL, rows[i].is_good);
        assert_int_equal(cached != NULL, rows[i].is_good);
        for (size_t k = 0; k < 2; k++) {
            assert_int_equal(errors[k].status,
                             rows[i].is_good ? DDDS_OK : DDDS_BAD_OPTION);
        }
        ddds_resolution_free(made);
        ddds_database_free(cached);
    }
}

TEST(the_application_follows_from_the_input)
{
    ddds_resolution *resolution =
        ddds_resolve(begin(AT_ONCE), NULL, "http://a.example/", NULL, NULL);
    const struct ddds_result *result = ddds_resolution_result(resolution);
    assert_ptr_equal(result->application, ddds_application_uri());
    assert_string_equal(result->at, "http.uri.arpa");
    ddds_resolution_free(resolution);
}

/* Sixteen keys, all answered from within the lookup: the answers come back to
 * the loop that asked and do not pile up. */
TEST(answers_at_once_do_not_nest)
{
    ddds_resolution *resolution =
        ddds_resolve(begin(AT_ONCE), NULL, "urn:foo:k1", NULL, NULL);
    assert_string_equal(ddds_resolution_result(resolution)->outcomes[0].output,
                        "x:end");
    assert_int_equal(stub.asked, 16);
    assert_int_equal(stub.deepest, 1);
    ddds_resolution_free(resolution);
}

/* ---- Callbacks --------------------------------------------------------- */

static void count_done(ddds_resolution *resolution, void *context)
{
    assert_non_null(ddds_resolution_result(resolution));
    ++*(unsigned *)context;
}

static void free_when_done(ddds_resolution *resolution, void *context)
{
    count_done(resolution, context);
    ddds_resolution_free(resolution);
}

TEST(there_is_no_result_before_it_is_done)
{
    unsigned done = 0;
    ddds_database *database = begin(LATER);
    ddds_resolution *resolution = create(database, "urn:foo:deep", &plain);
    ddds_resolution_start(resolution, count_done, &done);
    while (done == 0) {
        assert_null(ddds_resolution_result(resolution));
        assert_ok(stub_wait(database, -1, -1));
    }
    assert_int_equal(done, 1);
    assert_deep_result(ddds_resolution_result(resolution));
    ddds_resolution_free(resolution);
    assert_int_equal(stub.cancelled, 0);
}

TEST(the_callback_may_free_the_resolution)
{
    const enum manner manners[] = {AT_ONCE, LATER, LAST_FIRST};
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++) {
        unsigned done = 0;
        ddds_database *database = begin(manners[i]);
        ddds_resolution_start(create(database, "urn:foo:deep", &plain),
                              free_when_done, &done);
        while (done == 0) {
            assert_ok(stub_wait(database, -1, -1));
        }
        assert_int_equal(done, 1);
    }
}

/* Many inputs in turn, in the memory of one resolution. */
struct queue {
    unsigned left;
    unsigned done;
};

static void restart_when_done(ddds_resolution *resolution, void *context)
{
    struct queue *queue = context;
    assert_deep_result(ddds_resolution_result(resolution));
    queue->done++;
    if (queue->left == 0) {
        ddds_resolution_free(resolution);
        return;
    }
    queue->left--;
    assert_ok(ddds_resolution_restart(resolution, "urn:foo:deep", NULL));
    ddds_resolution_start(resolution, restart_when_done, queue);
}

TEST(the_callback_may_start_the_next_input)
{
    struct queue queue = {.left = 100000};
    ddds_resolution_start(create(begin(AT_ONCE), "urn:foo:deep", &plain),
                          restart_when_done, &queue);
    assert_int_equal(queue.done, 100001);
    queue = (struct queue){.left = 100};
    ddds_database *database = begin(LATER);
    ddds_resolution_start(create(database, "urn:foo:deep", &plain),
                          restart_when_done, &queue);
    while (queue.done < 101) {
        assert_ok(stub_wait(database, -1, -1));
    }
}

static void next_when_done(ddds_resolution *resolution, void *context)
{
    const struct ddds_result *result = ddds_resolution_next(resolution);
    assert_string_equal(result->outcomes[0].output, "x:urn:foo:deep");
    count_done(resolution, context);
}

TEST(the_callback_may_ask_for_the_next_result)
{
    unsigned done = 0;
    ddds_resolution *resolution =
        create(begin(AT_ONCE), "urn:foo:deep", &plain);
    ddds_resolution_start(resolution, next_when_done, &done);
    assert_int_equal(done, 1);
    ddds_resolution_free(resolution);
}

/* Within the callback: begin anew, and at once give that up, which is what the
 * second call is about; it frees the resolution. */
static void stop_anew_when_done(ddds_resolution *resolution, void *context)
{
    count_done(resolution, context);
    assert_ok(ddds_resolution_restart(resolution, "urn:foo:deep", NULL));
    ddds_resolution_start(resolution, free_when_done, context);
    ddds_resolution_stop(resolution, DDDS_REASON_TIMEOUT);
}

TEST(a_callback_within_the_callback_may_free)
{
    unsigned done = 0;
    ddds_resolution_start(create(begin(AT_ONCE), "urn:foo:deep", &plain),
                          stop_anew_when_done, &done);
    assert_int_equal(done, 2);
}

TEST(many_are_under_way_at_once)
{
    enum { MANY = 1000 };
    unsigned done = 0;
    ddds_database *database = begin(LAST_FIRST);
    ddds_resolution *all[MANY];
    for (size_t i = 0; i < MANY; i++) {
        all[i] = create(database, "urn:foo:deep", &plain);
        ddds_resolution_start(all[i], count_done, &done);
    }
    assert_int_equal(stub.count, MANY);
    while (stub.count > 0) {
        assert_ok(stub_wait(database, -1, -1));
    }
    assert_int_equal(done, MANY);
    for (size_t i = 0; i < MANY; i++) {
        assert_deep_result(ddds_resolution_result(all[i]));
        ddds_resolution_free(all[i]);
    }
}

/* ---- Ending early ------------------------------------------------------ */

/* Let a resolution come to the point where it waits for three addresses. */
static ddds_resolution *wait_for_addresses(ddds_database *database,
                                           unsigned *done)
{
    ddds_resolution *resolution = create(database, "urn:foo:deep", &plain);
    ddds_resolution_start(resolution, count_done, done);
    while (stub.count < 3) {
        assert_ok(stub_wait(database, -1, -1));
    }
    return resolution;
}

TEST(freeing_cancels_what_is_under_way)
{
    unsigned done = 0;
    ddds_resolution_free(wait_for_addresses(begin(LATER), &done));
    assert_int_equal(stub.cancelled, 3);
    assert_int_equal(stub.count, 0);
    assert_int_equal(done, 0);
    ddds_resolution_free(create(begin(LATER), "urn:foo:deep", &plain));
    ddds_resolution_free(NULL);
}

TEST(stopping_cancels_and_says_why)
{
    unsigned done = 0;
    ddds_resolution *resolution = wait_for_addresses(begin(LATER), &done);
    ddds_resolution_stop(resolution, DDDS_REASON_TIMEOUT);
    assert_int_equal(stub.cancelled, 3);
    assert_int_equal(done, 1);
    assert_int_equal(ddds_resolution_result(resolution)->reason,
                     DDDS_REASON_TIMEOUT);
    ddds_resolution_stop(resolution, DDDS_REASON_NETWORK);
    assert_int_equal(done, 1);
    assert_int_equal(ddds_resolution_result(resolution)->reason,
                     DDDS_REASON_TIMEOUT);
    ddds_resolution_free(resolution);
}

/* One that is done must not use the database of another thread, for example. */
TEST(nothing_is_under_way_when_it_is_done)
{
    unsigned done = 0;
    ddds_database *database = begin(LATER);
    ddds_resolution *resolution = wait_for_addresses(database, &done);
    lacks_memory = true;
    assert_ok(stub_wait(database, -1, -1));
    assert_int_equal(done, 1);
    assert_int_equal(stub.cancelled, 2);
    assert_int_equal(stub.count, 0);
    assert_int_equal(ddds_resolution_status(resolution), DDDS_NO_MEMORY);
    ddds_resolution_free(resolution);
    assert_int_equal(stub.cancelled, 2);
}

TEST(one_that_is_not_under_way_is_not_stopped)
{
    unsigned done = 0;
    ddds_resolution *resolution =
        create(begin(AT_ONCE), "urn:foo:deep", &plain);
    ddds_resolution_stop(resolution, DDDS_REASON_TIMEOUT);
    assert_null(ddds_resolution_result(resolution));
    ddds_resolution_start(resolution, count_done, &done);
    ddds_resolution_stop(resolution, DDDS_REASON_TIMEOUT);
    assert_deep_result(ddds_resolution_result(resolution));
    assert_int_equal(done, 1);
    ddds_resolution_free(resolution);
}

TEST(the_deadline_ends_a_wait)
{
    const struct ddds_options soon = {.size = sizeof soon, .deadline = 5};
    ddds_resolution *resolution =
        ddds_resolve(begin(NEVER), NULL, "urn:foo:deep", &soon, NULL);
    const struct ddds_result *result = ddds_resolution_result(resolution);
    assert_int_equal(result->reason, DDDS_REASON_TIMEOUT);
    assert_string_equal(result->at, "foo.urn.arpa");
    assert_string_equal(result->detail, "the deadline has passed");
    assert_int_equal(stub.cancelled, 1);
    ddds_resolution_free(resolution);
}

/* The answer comes, but too late for another question. */
TEST(the_deadline_forbids_questions)
{
    unsigned done = 0;
    const struct ddds_options soon = {.size = sizeof soon, .deadline = 5};
    ddds_database *database = begin(LATER);
    ddds_resolution *resolution = create(database, "urn:foo:deep", &soon);
    ddds_resolution_start(resolution, count_done, &done);
    milliseconds += 5;
    assert_ok(stub_wait(database, -1, -1));
    assert_int_equal(done, 1);
    assert_int_equal(ddds_resolution_result(resolution)->reason,
                     DDDS_REASON_TIMEOUT);
    assert_int_equal(stub.asked, 1);
    ddds_resolution_free(resolution);
}

TEST(a_database_that_cannot_wait_is_a_network_failure)
{
    ddds_resolution *resolution =
        ddds_resolve(begin(BROKEN), NULL, "urn:foo:deep", NULL, NULL);
    assert_int_equal(ddds_resolution_result(resolution)->reason,
                     DDDS_REASON_NETWORK);
    assert_int_equal(stub.cancelled, 1);
    ddds_resolution_free(resolution);
}

/* ---- Going on ---------------------------------------------------------- */

TEST(next_goes_on_until_there_is_nothing)
{
    const enum manner manners[] = {AT_ONCE, LATER};
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++) {
        ddds_resolution *resolution =
            ddds_resolve(begin(manners[i]), NULL, "urn:foo:deep", &plain, NULL);
        assert_deep_result(ddds_resolution_result(resolution));
        const struct ddds_result *result = ddds_resolution_next(resolution);
        assert_ptr_equal(result, ddds_resolution_result(resolution));
        assert_int_equal(result->outcome_count, 1);
        assert_string_equal(result->outcomes[0].uri, "x:urn:foo:deep");
        result = ddds_resolution_next(resolution);
        assert_int_equal(result->outcome_count, 0);
        assert_int_equal(result->reason, DDDS_REASON_REJECTED);
        result = ddds_resolution_next(resolution);
        assert_int_equal(result->reason, DDDS_REASON_REJECTED);
        ddds_resolution_free(resolution);
    }
}

/* Time of the caller in between does not count for the resolution. */
TEST(the_deadline_begins_anew_with_next)
{
    static const struct ddds_options soon = {
        .size = sizeof soon, .random = no_chance, .deadline = 200};
    ddds_resolution *resolution =
        ddds_resolve(begin(LATER), NULL, "urn:foo:deep", &soon, NULL);
    assert_deep_result(ddds_resolution_result(resolution));
    milliseconds += 250;
    assert_int_equal(ddds_resolution_next(resolution)->reason,
                     DDDS_REASON_RESOLVED);
    ddds_resolution_free(resolution);
}

TEST(restart_begins_with_another_input)
{
    ddds_resolution *resolution =
        ddds_resolve(begin(LATER), NULL, "urn:bar:1", &plain, NULL);
    assert_ok(ddds_resolution_restart(resolution, "urn:foo:deep", NULL));
    assert_null(ddds_resolution_result(resolution));
    unsigned done = 0;
    ddds_resolution_start(resolution, count_done, &done);
    while (done == 0) {
        assert_ok(stub_wait(&stub.base, -1, -1));
    }
    assert_deep_result(ddds_resolution_result(resolution));
    struct ddds_error error;
    assert_int_equal(ddds_resolution_restart(resolution, "urn:", &error),
                     DDDS_BAD_INPUT);
    assert_null(ddds_resolution_result(resolution));
    ddds_resolution_free(resolution);
}

/* The first question of the next input has the id of this input's first
 * question. */
TEST(restart_cancels_what_is_under_way)
{
    unsigned done = 0;
    ddds_database *database = begin(LATER);
    ddds_resolution *resolution = wait_for_addresses(database, &done);
    assert_ok(ddds_resolution_restart(resolution, "urn:foo:deep", NULL));
    assert_int_equal(stub.cancelled, 3);
    ddds_resolution_start(resolution, count_done, &done);
    while (done == 0) {
        assert_ok(stub_wait(database, -1, -1));
    }
    assert_deep_result(ddds_resolution_result(resolution));
    ddds_resolution_free(resolution);
}

/* Without a random source of the caller the system's is used: of two servers of
 * equal weight both must come first now and then. That all of 200 agree
 * happens once in 2^199 times. */
TEST(chance_is_the_systems_if_nobody_brings_any)
{
    unsigned first[2] = {0, 0};
    for (int i = 0; i < 200; i++) {
        ddds_resolution *resolution =
            ddds_resolve(begin(AT_ONCE), NULL, "urn:foo:even", NULL, NULL);
        const struct ddds_outcome *outcome =
            &ddds_resolution_result(resolution)->outcomes[0];
        first[outcome->endpoints[0].port - 1]++;
        ddds_resolution_free(resolution);
    }
    assert_true(first[0] > 0);
    assert_true(first[1] > 0);
}

static void note_done(ddds_resolution *resolution, void *context)
{
    ++*(unsigned *)context;
}

/* Starting twice, or without the restart that was asked for, does nothing. */
TEST(a_resolution_is_started_once)
{
    unsigned count = 0;
    unsigned others = 0;
    ddds_database *database = begin(LATER);
    ddds_resolution *resolution = create(database, "urn:foo:deep", &plain);
    assert_ok(ddds_resolution_start(resolution, note_done, &count));
    assert_int_equal(ddds_resolution_start(resolution, note_done, &others),
                     DDDS_BAD_OPTION);
    assert_null(ddds_resolution_next(resolution));
    while (count == 0) {
        assert_ok(stub_wait(database, -1, -1));
    }
    assert_deep_result(ddds_resolution_result(resolution));
    assert_int_equal(ddds_resolution_start(resolution, note_done, &others),
                     DDDS_BAD_OPTION);
    assert_int_equal(ddds_resolution_restart(resolution, "urn:", NULL),
                     DDDS_BAD_INPUT);
    assert_int_equal(ddds_resolution_start(resolution, note_done, &others),
                     DDDS_BAD_INPUT);
    assert_ok(ddds_resolution_restart(resolution, "urn:foo:deep", NULL));
    assert_ok(ddds_resolution_start(resolution, note_done, &others));
    ddds_resolution_free(resolution);
    assert_int_equal(count, 1);
    assert_int_equal(others, 0);
}

/* Rejecting leads to the same result with and without waiting. */
TEST(the_next_result_comes_by_callback)
{
    static const char zone[] = "$ORIGIN foo.urn.arpa.\n$TTL 60\n"
                               "@ NAPTR 1 1 \"u\" \"\" \"!.*!x:1!\" .\n"
                               "@ NAPTR 1 2 \"u\" \"\" \"!.*!x:2!\" .\n";
    unsigned count = 0;
    ddds_database *zones = ddds_memory_new(NULL);
    assert_ok(
        ddds_memory_load_text(zones, "zone", zone, strlen(zone), NULL, NULL));
    ddds_resolution *resolution =
        ddds_resolution_new(zones, NULL, "urn:foo:1", NULL, NULL);
    assert_int_equal(ddds_resolution_next_start(resolution, note_done, &count),
                     DDDS_BAD_OPTION);
    assert_null(ddds_resolution_next(resolution));
    ddds_resolution_start(resolution, note_done, &count);
    const struct ddds_result *result = ddds_resolution_result(resolution);
    assert_string_equal(ddds_result_outcome(result, 0)->output, "x:1");
    assert_null(ddds_result_outcome(result, result->outcome_count));
    assert_ok(ddds_resolution_next_start(resolution, note_done, &count));
    result = ddds_resolution_result(resolution);
    assert_string_equal(ddds_result_outcome(result, 0)->output, "x:2");
    assert_ok(ddds_resolution_next_start(resolution, note_done, &count));
    result = ddds_resolution_result(resolution);
    assert_int_equal(result->reason, DDDS_REASON_REJECTED);
    assert_int_equal(count, 3);
    ddds_resolution_free(resolution);
    ddds_database_free(zones);
}

/* ---- Memory -------------------------------------------------------------- */

/* Data of a caller that counts octets. */
struct holding {
    size_t most; /* that are allowed */
    size_t highest;
    unsigned calls;
};

static bool may_hold(void *context, size_t octets)
{
    struct holding *holding = context;
    holding->calls++;
    holding->highest = octets > holding->highest ? octets : holding->highest;
    return octets <= holding->most;
}

TEST(a_caller_may_bound_the_memory)
{
    static const enum manner manners[] = {AT_ONCE, LATER};
    for (size_t i = 0; i < 2; i++) {
        struct holding holding = {.most = SIZE_MAX};
        struct ddds_options options = plain;
        options.may_hold = may_hold;
        options.holding_context = &holding;
        options.roots = "nid:kk=k1.example";
        ddds_resolution *whole =
            ddds_resolve(begin(manners[i]), NULL, "urn:kk:a", &options, NULL);
        assert_int_equal(ddds_resolution_result(whole)->reason,
                         DDDS_REASON_RESOLVED);
        assert_int_equal(holding.calls, 2 * 15 - 1); /* not when it is done */
        assert_in_range(ddds_resolution_octets(whole), holding.highest, 65536);
        ddds_resolution_free(whole);

        holding = (struct holding){.most = holding.highest - 1};
        ddds_resolution *part =
            ddds_resolve(begin(manners[i]), NULL, "urn:kk:a", &options, NULL);
        const struct ddds_result *result = ddds_resolution_result(part);
        assert_int_equal(result->reason, DDDS_REASON_LIMIT);
        assert_non_null(strstr(result->detail, "memory"));
        assert_in_range(ddds_resolution_octets(part), 1, holding.most);
        assert_int_equal(stub.count, 0);
        ddds_resolution_free(part);
    }
}
