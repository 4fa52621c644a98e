/* Many inputs at once: many.c, with a database of the test's own that answers
 * at once, later, the last question first, or not at all.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/many.h>

#include "base/table.h"
#include "core/stub_database.h"

#define TABLE "fixtures/tables/many.tsv"

/* ---- The database ------------------------------------------------------- */

static const struct ddds_rule foo_rule = {
    1, 1, "u", "", "!^urn:foo:(.*)$!x:\\1!", "", NULL};
static const struct ddds_rule more_rule = {
    1, 1, "u", "", "!^urn:large:(.*)$!x:\\1!", "", NULL};
static const struct ddds_rule even_rule = {1,   1, "s", "", "", "even.example",
                                           NULL};
static const struct ddds_rule web_rule = {1,  1,   "u", "", "!^.*$!web:!",
                                          "", NULL};
static const struct ddds_srv even_servers[] = {
    {1, 10, 1, "a.example"}, {1, 10, 2, "b.example"}, {1, 10, 3, "c.example"},
    {1, 10, 4, "d.example"}, {1, 10, 5, "e.example"}, {1, 10, 6, "f.example"},
};

static const struct ddds_rule *find_rule(const char *name)
{
    if (strcmp(name, "foo.urn.arpa") == 0) {
        return &foo_rule;
    }
    if (strcmp(name, "more.urn.arpa") == 0) {
        return &more_rule;
    }
    if (strcmp(name, "even.urn.arpa") == 0) {
        return &even_rule;
    }
    return strcmp(name, "http.uri.arpa") == 0 ? &web_rule : NULL;
}

/* Rules that do not match, and a rule that leads on. */
static ddds_ruleset *make_large(void)
{
    enum { COUNT = 1000 };
    static struct ddds_rule rules[COUNT];
    for (uint16_t i = 0; i < COUNT; i++) {
        rules[i] = (struct ddds_rule){1, i, "u", "", "!^z!x:!", "", NULL};
    }
    rules[0] = (struct ddds_rule){1, 1, "", "", "", "more.urn.arpa", NULL};
    return ddds_ruleset_new(rules, COUNT, NULL);
}

/* How many inputs that hold many rules wait for more. */
static unsigned count_large(void)
{
    unsigned count = 0;
    for (size_t i = 0; i < stub.count; i++) {
        count += strcmp(stub.lookups[i].question.name, "more.urn.arpa") == 0;
    }
    return count;
}

static void give(const struct lookup *lookup)
{
    const struct ddds_question *question = &lookup->question;
    struct ddds_answer answer = {.size = sizeof answer, .ttl = 60};
    struct ddds_address address = {4, {192, 0, 2, 1}};
    const struct ddds_rule *rule = find_rule(question->name);
    if (question->kind == DDDS_ASK_SERVERS) {
        answer.servers = even_servers;
        answer.server_count = sizeof even_servers / sizeof even_servers[0];
    } else if (question->kind == DDDS_ASK_ADDRESSES) {
        answer.addresses = &address;
        answer.address_count = 1;
    } else if (rule == NULL) {
        answer.reply = DDDS_REPLY_NO_NAME;
    } else {
        answer.ruleset = ddds_ruleset_new(rule, 1, NULL);
    }
    if (strcmp(question->name, "large.urn.arpa") == 0) {
        answer.reply = DDDS_REPLY_DATA;
        answer.ruleset = make_large();
    }
    ddds_ruleset *ruleset = answer.ruleset;
    lookup->answer(lookup->context, question->id, &answer);
    ddds_ruleset_free(ruleset);
}

static ddds_many_place *held; /* by the letter H, or NULL */

static ddds_database *begin(enum manner manner)
{
    held = NULL;
    return stub_begin(manner, 1);
}

/* ---- Inputs as letters -------------------------------------------------- */

/* An input for each letter: a to f are resolved, K to M by many rules, as are
 * U, with the application for URIs, and o, with options of its own; n has no
 * rules, `!' is invalid, H is a place that is released when nothing else is in
 * progress. */
static void add(ddds_many *many, const char *letter)
{
    static const struct ddds_options own = {.size = sizeof own, .max_hops = 3};
    char input[16];
    if (*letter == 'H') {
        assert_null(held);
        held = ddds_many_hold(many, (void *)(uintptr_t)letter);
        assert_non_null(held);
        return;
    }
    snprintf(input, sizeof input,
             *letter == 'n'                     ? "urn:none:%c"
             : *letter == '!'                   ? "urn:%c"
             : *letter == 'U'                   ? "http://%c/"
             : *letter >= 'K' && *letter <= 'M' ? "urn:large:%c"
                                                : "urn:foo:%c",
             *letter);
    assert_ok(ddds_many_add(many, NULL, input, *letter == 'o' ? &own : NULL,
                            (void *)(uintptr_t)letter));
    memset(input, 'x', sizeof input); /* It was copied. */
}

/* The letter of |result|, if it is what the letter stands for; after a failure
 * of the network a question mark, and a dash if it was cancelled. */
static char name(const struct ddds_many_result *result)
{
    const char letter = *(const char *)result->own;
    if (result->is_cancelled) {
        assert_null(result->resolution);
        return '-';
    }
    if (letter == '!') {
        assert_null(result->resolution);
        assert_int_equal(result->error->status, DDDS_BAD_INPUT);
        assert_int_equal(result->error->offset, 4);
        return letter;
    }
    assert_ok(result->error->status);
    if (letter == 'H') {
        assert_null(result->resolution);
        return letter;
    }
    const struct ddds_result *found =
        ddds_resolution_result(result->resolution);
    const struct ddds_outcome *outcome = ddds_result_outcome(found, 0);
    const char expected[] = {'x', ':', letter, '\0'};
    if (found->reason == DDDS_REASON_NETWORK) {
        return '?';
    }
    if (letter == 'n') {
        assert_int_equal(found->reason, DDDS_REASON_NO_NAME);
    } else {
        assert_int_equal(found->reason, DDDS_REASON_RESOLVED);
        assert_string_equal(outcome->output, letter == 'U' ? "web:" : expected);
    }
    return letter;
}

static char *take_all(ddds_many *many, char *seen)
{
    const struct ddds_many_result *result;
    while ((result = ddds_many_next(many)) != NULL) {
        *seen++ = name(result);
    }
    *seen = '\0';
    return seen;
}

static unsigned most_large; /* at a time */

static void run(ddds_many *many, const char *inputs, char *seen)
{
    do {
        while (*inputs != '\0' && ddds_many_room(many) > 0) {
            add(many, inputs++);
        }
        if (held != NULL && ddds_many_in_progress(many) == 1) {
            ddds_many_release(held);
            held = NULL;
        }
        ddds_many_wait(many);
        most_large = count_large() > most_large ? count_large() : most_large;
        seen = take_all(many, seen);
    } while (*inputs != '\0' || ddds_many_in_progress(many) > 0);
}

static enum manner read_manner(const char *word)
{
    return strcmp(word, "at once") == 0      ? AT_ONCE
           : strcmp(word, "later") == 0      ? LATER
           : strcmp(word, "last first") == 0 ? LAST_FIRST
                                             : BROKEN;
}

TEST(results_come_in_order)
{
    for (const char **row = table_rows(TABLE, "Results", 6); table_next(row);) {
        char seen[16];
        const struct ddds_many_options options = {
            .size = sizeof options,
            .in_flight = table_number(row[3]),
            .unordered = strcmp(row[2], "any") == 0,
        };
        ddds_many *many =
            ddds_many_new(begin(read_manner(row[1])), &options, NULL);
        run(many, row[0], seen);
        if (strcmp(seen, row[4]) != 0) {
            fail_msg("%s: %s", row[5], seen);
        }
        assert_true(options.in_flight == 0 || stub.most <= options.in_flight);
        assert_int_equal(stub.count, 0);
        ddds_many_free(many);
    }
}

/* ---- Memory -------------------------------------------------------------- */

/* Inputs that would hold too much memory together are resolved in turn, and
 * none is lost. */
TEST(large_answers_are_not_held_at_once)
{
    for (const char **row = table_rows(TABLE, "Large answers", 5);
         table_next(row);) {
        char seen[16];
        const struct ddds_many_options options = {
            .size = sizeof options,
            .in_flight = 6,
            .octets = 100000,
            .unordered = strcmp(row[2], "any") == 0,
        };
        ddds_many *many =
            ddds_many_new(begin(read_manner(row[1])), &options, NULL);
        most_large = 0;
        run(many, row[0], seen);
        if (strcmp(seen, row[3]) != 0) {
            fail_msg("%s: %s", row[4], seen);
        }
        assert_in_range(most_large, 0, 1);
        assert_int_equal(ddds_many_room(many), 6);
        ddds_many_free(many);
    }
}

/* With the usual bound they are. */
TEST(large_answers_may_be_held_at_once)
{
    char seen[16];
    ddds_many *many = ddds_many_new(begin(LATER), NULL, NULL);
    most_large = 0;
    run(many, "KLM", seen);
    assert_string_equal(seen, "KLM");
    assert_int_equal(most_large, 3);
    ddds_many_free(many);
}

/* Inputs that wait for memory can be cancelled, and freed. */
TEST(what_waits_for_memory_is_in_progress)
{
    char seen[16];
    const struct ddds_many_options options = {.size = sizeof options,
                                              .octets = 1};
    for (int stops = 0; stops < 2; stops++) {
        ddds_many *many = ddds_many_new(begin(LATER), &options, NULL);
        add(many, "K");
        add(many, "L");
        ddds_many_wait(many);
        assert_int_equal(ddds_many_in_progress(many), 2);
        assert_int_equal(ddds_many_room(many), 0);
        if (stops > 0) {
            ddds_many_stop(many);
            take_all(many, seen);
            assert_string_equal(seen, "--");
            assert_int_equal(ddds_many_in_progress(many), 0);
            run(many, "aK", seen);
            assert_string_equal(seen, "aK");
        }
        ddds_many_free(many);
    }
}

static size_t measure_one(void)
{
    ddds_many *many = ddds_many_new(begin(AT_ONCE), NULL, NULL);
    add(many, "K");
    const struct ddds_many_result *result = ddds_many_next(many);
    assert_non_null(result);
    size_t octets = ddds_resolution_octets(result->resolution);
    ddds_many_free(many);
    return octets;
}

/* An input that was set aside begins again when its memory is available: as
 * soon as one of two others is done. */
TEST(no_more_memory_is_reserved_than_asked_for)
{
    const struct ddds_many_options options = {.size = sizeof options,
                                              .octets = measure_one() * 5 / 2};
    ddds_many *many = ddds_many_new(begin(LATER), &options, NULL);
    add(many, "K");
    add(many, "L");
    add(many, "M");
    for (int answers = 0; answers < 3; answers++) {
        ddds_many_wait(many);
    }
    assert_int_equal(stub.count, 2); /* M is set aside */
    ddds_many_wait(many);
    assert_int_equal(name(ddds_many_next(many)), 'K');
    assert_null(ddds_many_next(many));
    assert_int_equal(stub.count, 2); /* L and M */
    ddds_many_free(many);
}

/* An input that begins again has the time that was left. */
TEST(a_deadline_goes_on_without_memory)
{
    enum { DEADLINE = 10 };
    const struct ddds_options resolving = {.size = sizeof resolving,
                                           .deadline = DEADLINE};
    const struct ddds_many_options options = {
        .size = sizeof options, .octets = 1, .resolving = &resolving};
    ddds_many *many = ddds_many_new(begin(LATER), &options, NULL);
    const uint64_t deadline = milliseconds + DEADLINE;
    add(many, "K");
    add(many, "L");
    for (int answers = 0; answers < 3; answers++) {
        ddds_many_wait(many);
    }
    assert_int_equal(name(ddds_many_next(many)), 'K');
    assert_null(ddds_many_next(many));
    assert_int_equal(stub.count, 1); /* L asks again */
    assert_int_equal(stub.lookups[0].question.deadline, deadline);
    ddds_many_free(many);
}

static enum ddds_reason reason_of(const struct ddds_many_result *result)
{
    assert_non_null(result);
    return ddds_resolution_result(result->resolution)->reason;
}

static void count_call(void *context)
{
    ++*(unsigned *)context;
}

/* It ends at its deadline even while others hold the memory, and an event loop
 * learns of that. */
TEST(a_deadline_passes_without_memory)
{
    enum { DEADLINE = 10 };
    unsigned calls = 0;
    const struct ddds_options late = {.size = sizeof late,
                                      .deadline = DEADLINE};
    const struct ddds_many_options options = {.size = sizeof options,
                                              .octets = measure_one() * 3 / 2,
                                              .unordered = true,
                                              .ready = count_call,
                                              .context = &calls};
    ddds_many *many = ddds_many_new(begin(LATER), &options, NULL);
    add(many, "K");
    assert_ok(ddds_many_add(many, NULL, "urn:large:L", &late, NULL));
    add(many, "M");
    ddds_database_wait(&stub.base); /* K holds the memory, L is set aside */
    ddds_database_wait(&stub.base);
    assert_int_equal(stub.count, 2);
    milliseconds += DEADLINE;
    assert_int_equal(calls, 0);
    ddds_database_wait(&stub.base); /* and M */
    assert_int_equal(calls, 1);
    assert_int_equal(reason_of(ddds_many_next(many)), DDDS_REASON_TIMEOUT);
    assert_null(ddds_many_next(many));
    assert_int_equal(ddds_many_in_progress(many), 2);
    ddds_many_free(many);
}

/* ---- The number in flight ----------------------------------------------- */

TEST(there_is_room_until_results_are_taken)
{
    const struct ddds_many_options options = {.size = sizeof options,
                                              .in_flight = 2};
    ddds_many *many = ddds_many_new(begin(AT_ONCE), &options, NULL);
    assert_int_equal(ddds_many_room(many), 2);
    add(many, "a");
    add(many, "b");
    assert_int_equal(ddds_many_in_progress(many), 0);
    assert_int_equal(ddds_many_room(many), 0);
    assert_int_equal(ddds_many_add(many, NULL, "urn:foo:c", NULL, NULL),
                     DDDS_LIMIT);
    assert_null(ddds_many_hold(many, NULL));
    assert_int_equal(name(ddds_many_next(many)), 'a');
    assert_int_equal(ddds_many_room(many), 0); /* a can still be read */
    assert_int_equal(name(ddds_many_next(many)), 'b');
    assert_int_equal(ddds_many_room(many), 1);
    assert_null(ddds_many_next(many));
    assert_int_equal(ddds_many_room(many), 2);
    ddds_many_free(many);
}

/* An input that is not done does not stop those after it, up to a limit. */
TEST(results_that_wait_leave_room)
{
    enum { WAITING = 32 };
    const struct ddds_many_options options = {.size = sizeof options,
                                              .in_flight = 2};
    ddds_many *many = ddds_many_new(begin(LATER), &options, NULL);
    const struct ddds_many_result *done;
    size_t taken = 0;
    add(many, "H");
    for (size_t i = 0; i < WAITING + 1; i++) {
        assert_int_equal(ddds_many_room(many), 1);
        add(many, "a");
        assert_int_equal(ddds_many_room(many), 0);
        ddds_database_wait(&stub.base);
        assert_null(ddds_many_next(many));
    }
    assert_int_equal(ddds_many_room(many), 0);
    assert_null(ddds_many_hold(many, NULL));
    ddds_many_release(held);
    while ((done = ddds_many_next(many)) != NULL) {
        assert_int_equal(name(done), taken++ == 0 ? 'H' : 'a');
        assert_int_equal(ddds_many_room(many), taken < WAITING + 2 ? 0 : 1);
    }
    assert_int_equal(taken, WAITING + 2);
    assert_int_equal(ddds_many_room(many), 2);
    assert_int_equal(stub.most, 1);
    ddds_many_free(many);
}

/* ---- Options ------------------------------------------------------------ */

/* The ports of all servers of |count| inputs, in their order. */
static void list_ports(const struct ddds_many_options *options,
                       enum manner manner, size_t count, char *ports)
{
    ddds_many *many = ddds_many_new(begin(manner), options, NULL);
    size_t next = 0;
    do {
        char input[32];
        const struct ddds_many_result *done;
        while (next < count && ddds_many_room(many) > 0) {
            snprintf(input, sizeof input, "urn:even:%zu", next++);
            ddds_many_add(many, NULL, input, NULL, NULL);
        }
        ddds_many_wait(many);
        while ((done = ddds_many_next(many)) != NULL) {
            const struct ddds_outcome *outcome = ddds_result_outcome(
                ddds_resolution_result(done->resolution), 0);
            for (size_t i = 0; i < outcome->endpoint_count; i++) {
                *ports++ = (char)('0' + outcome->endpoints[i].port);
            }
        }
    } while (next < count || ddds_many_in_progress(many) > 0);
    *ports = '\0';
    ddds_many_free(many);
}

TEST(a_seed_makes_results_repeatable)
{
    enum { INPUTS = 8, SIZE = 6 * INPUTS + 1 };
    const struct ddds_options resolving = {.size = sizeof resolving,
                                           .no_addresses = true};
    struct ddds_many_options options = {.size = sizeof options,
                                        .resolving = &resolving,
                                        .has_seed = true,
                                        .seed = 7};
    char first[SIZE];
    char again[SIZE];
    list_ports(&options, AT_ONCE, INPUTS, first);
    assert_int_equal(strlen(first), SIZE - 1);
    options.in_flight = 3;
    list_ports(&options, LAST_FIRST, INPUTS, again);
    assert_string_equal(again, first);
    options.in_flight = 1;
    list_ports(&options, LATER, INPUTS, again);
    assert_string_equal(again, first);
    options.seed = 8;
    list_ports(&options, LATER, INPUTS, again);
    assert_string_not_equal(again, first);
}

TEST(wrong_options_are_found)
{
    struct ddds_error error;
    const struct ddds_options no_size = {.all = true};
    const struct ddds_options wrong = {.size = sizeof wrong, .services = ","};
    struct ddds_many_options options = {.size = 0};
    assert_null(ddds_many_new(begin(LATER), &options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    options.size = sizeof options;
    options.resolving = &no_size;
    assert_null(ddds_many_new(begin(LATER), &options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    const struct {
        const struct ddds_options *all;
        const struct ddds_options *own;
    } pairs[] = {{&wrong, NULL}, {NULL, &wrong}, {NULL, &no_size}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        options.resolving = pairs[i].all;
        ddds_many *many = ddds_many_new(begin(LATER), &options, &error);
        assert_ok(ddds_many_add(many, NULL, "urn:foo:a", pairs[i].own, NULL));
        const struct ddds_many_result *done = ddds_many_next(many);
        assert_null(done->resolution);
        assert_int_equal(done->error->status, DDDS_BAD_OPTION);
        ddds_many_free(many);
    }
    ddds_many *many = ddds_many_new(NULL, NULL, &error);
    ddds_many_add(many, NULL, "urn:foo:a", NULL, NULL);
    assert_int_equal(ddds_many_next(many)->error->status, DDDS_BAD_OPTION);
    ddds_many_free(many);
}

TEST(time_is_measured)
{
    const struct ddds_many_options options = {.size = sizeof options,
                                              .timed = true};
    ddds_many *many = ddds_many_new(begin(LATER), &options, NULL);
    add(many, "a");
    add(many, "b");
    ddds_many_wait(many);
    ddds_many_wait(many); /* does not wait: a result is ready */
    assert_int_equal(ddds_many_next(many)->nanoseconds, 1000000);
    assert_null(ddds_many_next(many));
    ddds_many_wait(many);
    assert_int_equal(ddds_many_next(many)->nanoseconds, 2000000);
    ddds_many_free(many);
}

/* ---- Before the end ----------------------------------------------------- */

TEST(stopping_cancels_what_is_in_progress)
{
    char seen[8];
    ddds_many *many = ddds_many_new(begin(LAST_FIRST), NULL, NULL);
    for (const char *next = "abHcd"; *next != '\0'; next++) {
        add(many, next);
    }
    ddds_many_wait(many); /* d is done */
    ddds_many_stop(many);
    assert_int_equal(stub.cancelled, 3);
    assert_int_equal(ddds_many_in_progress(many), 1);
    take_all(many, seen);
    assert_string_equal(seen, "--");
    ddds_many_release(held);
    take_all(many, seen);
    assert_string_equal(seen, "H-d");
    ddds_many_stop(many);
    assert_null(ddds_many_next(many));
    add(many, "e");
    ddds_many_wait(many);
    take_all(many, seen);
    assert_string_equal(seen, "e");
    ddds_many_free(many);
}

TEST(all_can_be_freed_at_any_moment)
{
    for (int taken = 0; taken <= 2; taken++) {
        ddds_many *many = ddds_many_new(begin(LATER), NULL, NULL);
        for (const char *next = "aoHobU!"; *next != '\0'; next++) {
            add(many, next);
        }
        ddds_many_wait(many);
        ddds_many_wait(many);
        for (int i = 0; i < taken; i++) {
            ddds_many_next(many);
            ddds_many_wait(many);
        }
        ddds_many_free(many);
        assert_int_equal(stub.count, 0);
    }
    ddds_many_free(NULL);
}

/* ---- Event loops -------------------------------------------------------- */

struct loop {
    ddds_many *many;
    unsigned ready;
    bool frees;
};

static void note_ready(void *context)
{
    struct loop *loop = context;
    loop->ready++;
    if (loop->frees) {
        ddds_many_free(loop->many);
        loop->many = NULL;
    }
}

static struct loop open_loop(struct ddds_many_options *options, bool frees)
{
    *options = (struct ddds_many_options){.size = sizeof *options,
                                          .ready = note_ready};
    return (struct loop){.frees = frees};
}

TEST(an_event_loop_learns_of_results)
{
    char seen[8];
    struct ddds_many_options options;
    struct loop loop = open_loop(&options, false);
    options.context = &loop;
    loop.many = ddds_many_new(begin(LAST_FIRST), &options, NULL);
    add(loop.many, "!");
    assert_int_equal(loop.ready, 0); /* The caller looks for itself. */
    take_all(loop.many, seen);
    add(loop.many, "a");
    add(loop.many, "b");
    add(loop.many, "H");
    ddds_database_wait(&stub.base);
    assert_int_equal(loop.ready, 0); /* b waits for a */
    ddds_database_wait(&stub.base);
    assert_int_equal(loop.ready, 1);
    ddds_many_release(held);
    assert_int_equal(loop.ready, 1); /* until all were taken */
    take_all(loop.many, seen);
    assert_string_equal(seen, "abH");
    held = NULL;
    add(loop.many, "H");
    ddds_many_release(held);
    assert_int_equal(loop.ready, 2);
    ddds_many_free(loop.many);
}

TEST(an_event_loop_may_free_all)
{
    struct ddds_many_options options;
    struct loop loop = open_loop(&options, true);
    options.context = &loop;
    loop.many = ddds_many_new(begin(LATER), &options, NULL);
    add(loop.many, "a");
    add(loop.many, "b");
    ddds_database_wait(&stub.base);
    assert_int_equal(loop.ready, 1);
    assert_null(loop.many);
    assert_int_equal(stub.cancelled, 1);
}

struct holder {
    ddds_many_place *place; /* of the first input */
    unsigned calls;
};

static bool hold_first(void *context, ddds_many_place *place,
                       const struct ddds_many_result *result)
{
    struct holder *holder = context;
    assert_non_null(ddds_resolution_result(result->resolution));
    if (holder->calls++ > 0) {
        return false;
    }
    holder->place = place;
    return true;
}

TEST(a_caller_goes_on_with_what_is_resolved)
{
    char seen[8];
    struct holder holder = {.calls = 0};
    const struct ddds_many_options options = {.size = sizeof options,
                                              .in_flight = 2,
                                              .hold = hold_first,
                                              .context = &holder};
    ddds_many *many = ddds_many_new(begin(LATER), &options, NULL);
    add(many, "a");
    add(many, "b");
    ddds_database_wait(&stub.base);
    ddds_database_wait(&stub.base);
    assert_int_equal(holder.calls, 2);
    assert_null(ddds_many_next(many)); /* b waits for a */
    assert_int_equal(ddds_many_in_progress(many), 1);
    assert_int_equal(ddds_many_room(many), 0); /* and leaves no room */
    ddds_many_release(holder.place);
    take_all(many, seen);
    assert_string_equal(seen, "ab");
    assert_int_equal(ddds_many_room(many), 2);
    ddds_many_free(many);
}
