/* The validator against a server that misbehaves: each way ends in bounded time,
 * with data of the server or with a failure. The answers are below no trust
 * anchor; signed zones have tests with name servers.
 *
 * SPDX-License-Identifier: MIT */
#include <time.h>

#include <netdb.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <ddds/resolve.h>
#include <ddds/validate.h>

#include "base/table.h"
#include "core/server/free_in_callback.h"
#include "core/server/one_server.h"
#include "validate/validator.h"

#define DIGEST                                                                 \
    "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF"

static const char anchors[] = "anchored.example. DS 1 13 2 " DIGEST "\n";

/* Milliseconds for timeouts, and for answers even on a busy machine. */
enum { DEADLINE = 3000, PATIENCE = 60000 };

static uint64_t read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* A validator that asks the server. */
static ddds_database *open_with(struct ddds_validator_options options)
{
    char address[32];
    const char *list[] = {address};
    struct ddds_error error;
    snprintf(address, sizeof address, "127.0.0.1:%u", server.port);
    options.servers = list;
    options.server_count = 1;
    options.trust_anchors = anchors;
    ddds_database *database =
        ddds_validator_database(ddds_validator_new(&options, &error));
    if (database == NULL) {
        fail_msg("%s", error.detail);
    }
    return database;
}

static ddds_database *open_one(void)
{
    return open_with(
        (struct ddds_validator_options)DDDS_VALIDATOR_OPTIONS_INIT);
}

/* An answer, kept. */
struct kept {
    unsigned count;
    enum ddds_reply reply;
    enum ddds_security security;
    ddds_ruleset *ruleset;
    size_t address_count;
    uint32_t ttl;
    bool has_server;
    char detail[DDDS_DETAIL_SIZE];
    char canonical[300];
};

static void keep(void *context, uint32_t id, const struct ddds_answer *answer)
{
    struct kept *kept = context;
    kept->count++;
    kept->reply = answer->reply;
    kept->security = answer->security;
    kept->ttl = answer->ttl;
    kept->has_server = answer->server != NULL;
    kept->address_count = answer->address_count;
    assert_int_equal(answer->authenticated,
                     answer->security == DDDS_SECURITY_SECURE);
    snprintf(kept->detail, sizeof kept->detail, "%s",
             answer->detail != NULL ? answer->detail : "");
    snprintf(kept->canonical, sizeof kept->canonical, "%s",
             answer->canonical != NULL ? answer->canonical : "");
    if (answer->ruleset != NULL) {
        kept->ruleset = ddds_ruleset_hold(answer->ruleset);
    }
}

static void ask(ddds_database *database, enum ddds_question_kind kind,
                const char *name, uint64_t milliseconds, struct kept *kept)
{
    const struct ddds_question question = {.size = sizeof question,
                                           .id = 1,
                                           .kind = kind,
                                           .name = name,
                                           .deadline =
                                               read_clock() + milliseconds};
    memset(kept, 0, sizeof *kept);
    database->methods->lookup(database, &question, read_clock(), keep, kept);
}

static void await_answer(ddds_database *database, struct kept *kept)
{
    while (kept->count == 0) {
        assert_ok(ddds_database_wait(database));
    }
    assert_int_equal(kept->count, 1);
}

static void ask_and_wait(ddds_database *database, enum ddds_question_kind kind,
                         const char *name, uint64_t milliseconds,
                         struct kept *kept)
{
    ask(database, kind, name, milliseconds, kept);
    await_answer(database, kept);
}

/* ---- Ways to behave ------------------------------------------------------ */

struct way {
    const char *name;
    size_t rules; /* that it has, in the good case */
};

/* libunbound asks again, or gives up: that is its matter. There must
 * be no data but those of the server. */
static void check_way(ddds_database *database, const struct way *way)
{
    struct kept kept;
    ask_and_wait(database, DDDS_ASK_RULES, way->name,
                 way->rules > 0 ? PATIENCE : DEADLINE, &kept);
    bool has_data = kept.reply == DDDS_REPLY_DATA;
    if (has_data != (way->rules > 0) ||
        (!has_data && kept.reply != DDDS_REPLY_NO_DATA &&
         (kept.detail[0] == '\0' || kept.ruleset != NULL))) {
        fail_msg("%s: reply %d, \"%s\"", way->name, kept.reply, kept.detail);
    }
    if (has_data) {
        assert_int_equal(kept.security, DDDS_SECURITY_INDETERMINATE);
        assert_int_equal(ddds_ruleset_count(kept.ruleset), way->rules);
    }
    ddds_ruleset_free(kept.ruleset);
}

TEST(each_way_ends)
{
    static const struct way rows[] = {
        {"good.test", 1},         {"silent.test", 0},
        {"wrong-id.test", 0},     {"wrong-question.test", 0},
        {"wrong-sender.test", 0}, {"echo.test", 0},
        {"upper.test", 1},        {"pointers.test", 0},
        {"counts-1.test", 0},     {"other-owner.test", 0},
        {"loop.test", 1},         {"dname.test", 1},
        {"truncated.test", 0},    {"tcp.test", 1},
        {"reset.test", 0},        {"closes.test", 0},
        {"stalls.test", 0},       {"rcode-1.test", 0},
        {"rcode-2.test", 0},      {"rcode-5.test", 0},
        {"badvers.test", 0},      {"no-question.test", 0},
        {"questions-2.test", 0},  {"unprintable.test", 3},
        {"many-400.test", 400},   {"additional.test", 1},
        {"referral.test", 0},     {"no-edns.test", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ddds_database *database = open_one();
        misbehave_count(&server); /* it has time for us again */
        check_way(database, &rows[i]);
        ddds_database_free(database);
    }
}

/* libunbound calls it SERVFAIL, which no server has sent. */
TEST(who_gives_no_answer_is_named)
{
    static const char *const closed[] = {"127.0.0.1:1", "127.0.0.1:2"};
    struct ddds_validator_options options = DDDS_VALIDATOR_OPTIONS_INIT;
    struct kept kept;
    options.tcp = true;
    options.servers = closed;
    options.server_count = 2;
    options.trust_anchors = anchors;
    ddds_database *database =
        ddds_validator_database(ddds_validator_new(&options, NULL));
    assert_non_null(database);
    ask_and_wait(database, DDDS_ASK_RULES, "good.test", PATIENCE, &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_NETWORK);
    assert_false(kept.has_server);
    assert_string_equal(kept.detail,
                        "libunbound asked 127.0.0.1:1, 127.0.0.1:2, and got no "
                        "usable answer; to see why, ask without validation");
    ddds_database_free(database);
}

TEST(negative_answers_are_answers)
{
    struct kept kept;
    ddds_database *database = open_one();
    ask_and_wait(database, DDDS_ASK_RULES, "rcode-3.test", PATIENCE, &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_NO_NAME);
    assert_int_equal(kept.security, DDDS_SECURITY_INDETERMINATE);
    ask_and_wait(database, DDDS_ASK_URIS, "good.test", PATIENCE, &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_NO_DATA);
    assert_in_range(kept.ttl, 200, 300);
    ddds_database_free(database);
}

TEST(both_families_are_one_question)
{
    struct kept kept;
    ddds_database *database = open_one();
    ask_and_wait(database, DDDS_ASK_ADDRESSES, "good.test", PATIENCE, &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_DATA);
    assert_int_equal(kept.address_count, 1);
    assert_in_range(kept.ttl, 500, 600);
    ddds_database_free(database);
}

/* Any octet may be in a name. */
TEST(names_are_names_of_dns)
{
    static const char *const names[] = {"", "a\\.b.test", "\\000\\255.test",
                                        "\\\"\\;\\(.test", "-_.test"};
    ddds_database *database = open_one();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct kept kept;
        ask_and_wait(database, DDDS_ASK_RULES, names[i], PATIENCE, &kept);
        assert_int_equal(kept.reply, DDDS_REPLY_DATA);
        assert_int_equal(ddds_ruleset_count(kept.ruleset), 1);
        ddds_ruleset_free(kept.ruleset);
    }
    ddds_database_free(database);
}

/* ---- Time ---------------------------------------------------------------- */

TEST(a_deadline_ends_the_wait)
{
    struct kept kept[2];
    ddds_database *database = open_one();
    ask(database, DDDS_ASK_ADDRESSES, "silent.test", 100, &kept[0]);
    ask(database, DDDS_ASK_RULES, "good.test", PATIENCE, &kept[1]);
    await_answer(database, &kept[0]);
    assert_int_equal(kept[0].reply, DDDS_REPLY_TIMEOUT);
    assert_string_equal(kept[0].detail, "the deadline has passed");
    await_answer(database, &kept[1]);
    assert_int_equal(kept[1].reply, DDDS_REPLY_DATA);
    ddds_ruleset_free(kept[1].ruleset);
    assert_int_equal(ddds_database_wait(database), DDDS_LIMIT);
    ddds_database_free(database);
}

/* Ten a second: eleven take a second at least. */
TEST(turns_are_waited_for)
{
    enum { MANY = 11 };
    static struct kept kept[MANY];
    ddds_database *database = open_with((struct ddds_validator_options){
        .size = sizeof(struct ddds_validator_options), .rate = 10});
    uint64_t begun = read_clock();
    for (size_t i = 0; i < MANY; i++) {
        char name[32];
        snprintf(name, sizeof name, "good-%zu.test", i);
        ask(database, DDDS_ASK_RULES, name, PATIENCE, &kept[i]);
    }
    ask(database, DDDS_ASK_RULES, "cancelled.test", PATIENCE, &kept[0]);
    database->methods->cancel(database, &kept[0]);
    for (size_t i = 1; i < MANY; i++) {
        await_answer(database, &kept[i]);
        assert_int_equal(kept[i].reply, DDDS_REPLY_DATA);
        ddds_ruleset_free(kept[i].ruleset);
    }
    assert_true(read_clock() - begun >= 999);
    assert_int_equal(kept[0].count, 0);
    ddds_database_free(database);
}

/* ---- Coming and going ---------------------------------------------------- */

TEST(what_is_cancelled_is_not_answered)
{
    static struct kept kept[300];
    ddds_database *database = open_one();
    for (size_t i = 0; i < 300; i++) {
        ask(database, DDDS_ASK_ADDRESSES, i % 2 != 0 ? "good.test" : "a.test",
            PATIENCE, &kept[i]);
    }
    for (size_t i = 0; i < 300; i += 3) {
        database->methods->cancel(database, &kept[i]);
    }
    while (ddds_database_wait(database) == DDDS_OK) {
    }
    for (size_t i = 0; i < 300; i++) {
        assert_int_equal(kept[i].count, i % 3 == 0 ? 0 : 1);
    }
    ddds_database_free(database);
}

/* In all states: asked, waiting for their turn, answered and not delivered. */
TEST(a_database_may_be_freed_at_any_time)
{
    enum { MANY = 2000 };
    static struct kept kept[MANY];
    for (unsigned waits = 0; waits < 12; waits++) {
        ddds_database *database = open_one();
        for (unsigned i = 0; i < MANY; i++) {
            char name[32];
            snprintf(name, sizeof name, "good-%u.test", i);
            ask(database, DDDS_ASK_ADDRESSES, name, PATIENCE, &kept[i]);
        }
        for (unsigned i = 0; i < waits; i++) {
            ddds_database_wait(database);
        }
        database->methods->cancel(database, &kept[MANY / 2]);
        ddds_database_free(database);
    }
}

struct wrecker {
    ddds_database *database;
    unsigned calls;
};

TEST(a_callback_may_free_the_database)
{
    free_in_callback(open_one());
}

static void wait_inside(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    struct wrecker *wrecker = context;
    struct kept kept;
    wrecker->calls++;
    ask_and_wait(wrecker->database, DDDS_ASK_RULES, "other.test", PATIENCE,
                 &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_DATA);
    ddds_ruleset_free(kept.ruleset);
    assert_int_equal(answer->reply, DDDS_REPLY_DATA);
}

TEST(a_callback_may_wait)
{
    struct wrecker wrecker = {open_one(), 0};
    const struct ddds_question question = {
        .size = sizeof question, .kind = DDDS_ASK_RULES, .name = "good.test"};
    wrecker.database->methods->lookup(wrecker.database, &question, 0,
                                      wait_inside, &wrecker);
    while (ddds_database_wait(wrecker.database) == DDDS_OK) {
    }
    assert_int_equal(wrecker.calls, 1);
    ddds_database_free(wrecker.database);
}

static void count_down(ddds_resolution *resolution, void *context)
{
    const struct ddds_result *result = ddds_resolution_result(resolution);
    const struct ddds_outcome *outcome = ddds_result_outcome(result, 0);
    assert_int_equal(result->reason, DDDS_REASON_RESOLVED);
    assert_int_equal(outcome->security, DDDS_SECURITY_INDETERMINATE);
    --*(unsigned *)context;
    ddds_resolution_free(resolution);
}

/* Many at once, in an event loop of our own, with one descriptor. */
TEST(thousands_may_be_under_way)
{
    enum { MANY = 3000 };
    const struct ddds_options options = {.size = sizeof options,
                                         .roots = "test"};
    ddds_database *database = open_one();
    ddds_validator *validator = (ddds_validator *)database;
    unsigned left = MANY;
    for (unsigned i = 0; i < MANY; i++) {
        char input[40];
        snprintf(input, sizeof input, "urn:good%u:1", i);
        ddds_resolution *resolution = ddds_resolution_new(
            database, ddds_application_urn(), input, &options, NULL);
        assert_non_null(resolution);
        ddds_resolution_start(resolution, count_down, &left);
    }
    while (left > 0) {
        struct pollfd polled = {.fd = ddds_validator_descriptor(validator),
                                .events = POLLIN};
        poll(&polled, 1, ddds_validator_timeout(validator));
        ddds_validator_process(validator);
    }
    ddds_database_free(database);
}

/* The child of a fork leaves alone what was under way. */
TEST(a_child_asks_nothing)
{
    struct kept kept;
    ddds_database *database = open_one();
    ask(database, DDDS_ASK_RULES, "slow-200.test", PATIENCE, &kept);
    pid_t child = fork();
    if (child == 0) {
        struct kept own;
        ask(database, DDDS_ASK_RULES, "good.test", PATIENCE, &own);
        bool is_right = own.count == 1 && own.reply == DDDS_REPLY_NETWORK;
        ddds_database_wait(database);
        is_right &= kept.count == 1 && kept.reply == DDDS_REPLY_NETWORK;
        ddds_database_free(database);
        ddds_database *mine = open_one();
        ask_and_wait(mine, DDDS_ASK_RULES, "good.test", PATIENCE, &own);
        is_right &= own.reply == DDDS_REPLY_DATA;
        ddds_ruleset_free(own.ruleset);
        ddds_database_free(mine);
        _exit(is_right ? 0 : 1);
    }
    assert_succeeds(child);
    await_answer(database, &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_DATA);
    ddds_ruleset_free(kept.ruleset);
    ddds_database_free(database);
}

/* ---- The system ---------------------------------------------------------- */

/* Without descriptors queries fail, and with them they succeed again. */
TEST(descriptors_may_run_out)
{
    struct rlimit before;
    struct kept kept;
    ddds_database *database = open_one();
    ask_and_wait(database, DDDS_ASK_RULES, "good.test", PATIENCE, &kept);
    ddds_ruleset_free(kept.ruleset);
    getrlimit(RLIMIT_NOFILE, &before);
    const struct rlimit none = {0, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    ask_and_wait(database, DDDS_ASK_RULES, "other.test", DEADLINE, &kept);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_true(kept.reply == DDDS_REPLY_NETWORK ||
                kept.reply == DDDS_REPLY_TIMEOUT);
    ask_and_wait(database, DDDS_ASK_RULES, "third.test", PATIENCE, &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_DATA);
    ddds_ruleset_free(kept.ruleset);
    ddds_database_free(database);
}

/* A server that closes its connections would end the process by SIGPIPE. */
TEST(closed_connections_send_no_signal)
{
    static struct kept kept[60];
    ddds_database *database = open_with((struct ddds_validator_options){
        .size = sizeof(struct ddds_validator_options), .tcp = true});
    for (size_t i = 0; i < 60; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s-%zu.test",
                 i % 2 != 0 ? "closes" : "reset", i);
        ask(database, DDDS_ASK_RULES, name, DEADLINE, &kept[i]);
    }
    while (ddds_database_wait(database) == DDDS_OK) {
    }
    ddds_database_free(database);
}

/* ---- TLS ----------------------------------------------------------------- */

/* Only libunbound may use the entrance of a tunnel: another user of this host
 * finds the connection closed. */
TEST(entrances_are_for_libunbound)
{
    static const char *const servers[] = {"tls://127.0.0.1:9"};
    const struct ddds_validator_options options = {.size = sizeof options,
                                                   .servers = servers,
                                                   .server_count = 1,
                                                   .trust_anchors = anchors};
    ddds_validator *validator = ddds_validator_new(&options, NULL);
    assert_non_null(validator);
    const struct ddds_dns_server *entrance =
        &validator->tunnels.servers[0].entrance;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons(entrance->port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int stranger = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(
        connect(stranger, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(send(stranger, "\0\1x", 3, MSG_NOSIGNAL), 3);
    ddds_validator_process(validator);
    char octet;
    assert_true(recv(stranger, &octet, 1, 0) <= 0);
    assert_null(validator->tunnels.first);
    close(stranger);
    ddds_database_free(ddds_validator_database(validator));
}

/* ---- Options ------------------------------------------------------------- */

TEST(mistakes_are_told)
{
    for (const char **row =
             table_rows("fixtures/tables/validator.tsv", "Mistakes", 6);
         table_next(row);) {
        const struct ddds_validator_options options = {
            .size = sizeof options,
            .servers = row,
            .server_count = row[1] != NULL ? 2 : 1,
            .trust_anchors = row[2] != NULL ? row[2] : anchors,
            .recursive = row[3] != NULL,
        };
        struct ddds_error error = {.status = DDDS_OK};
        assert_null(ddds_validator_new(&options, &error));
        if (error.status != (strcmp(row[4], "option") == 0 ? DDDS_BAD_OPTION
                                                           : DDDS_SYNTAX) ||
            strstr(error.detail, row[5]) == NULL) {
            fail_msg("%s: %d \"%s\"", row[5], error.status, error.detail);
        }
    }
    assert_null(ddds_validator_database(NULL));
}

/* A bare Debian tree has no /etc/hosts, and then no localhost. */
static bool knows_localhost(void)
{
    struct addrinfo *known = NULL;
    if (getaddrinfo("localhost", NULL, NULL, &known) != 0) {
        print_message("skipped: this system does not know localhost\n");
        return false;
    }
    freeaddrinfo(known);
    return true;
}

TEST(good_options_are_taken)
{
    static const char *const two[] = {"127.0.0.1", "127.0.0.2#5353"};
    static const char *const tls[] = {"tls://127.0.0.1", "tls://[::1]:8853",
                                      "tls://127.0.0.2:8853#dns.example",
                                      "tls://localhost"};
    static const struct ddds_validator_stub stub = {"a.example", two, 2};
    static const char several[] =
        "$ORIGIN example.\n"
        "a 3600 IN DS 1 13 2 ( " DIGEST " ) ; a comment\n"
        "b DNSKEY 257 3 13 AAAA BBBB\n"
        "  DNSKEY ( 257 3 13\n AAAA ; another\n BBBB )\n"
        "c TXT \"ignored\"\n";
    const struct ddds_validator_options rows[] = {
        {.servers = two, .server_count = 2, .trust_anchors = several},
        {.servers = tls,
         .server_count = knows_localhost() ? 4 : 3,
         .trust_anchors = several},
        {.recursive = true,
         .stubs = &stub,
         .stub_count = 1,
         .trust_anchors = several,
         .buffer_size = 4096,
         .ipv4_only = true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ddds_validator_options options = rows[i];
        struct ddds_error error = {.detail = ""};
        options.size = sizeof options;
        ddds_validator *validator = ddds_validator_new(&options, &error);
        if (validator == NULL) {
            fail_msg("row %zu: \"%s\"", i, error.detail);
        }
        ddds_database_free(ddds_validator_database(validator));
    }
}

TEST(a_stub_needs_a_server)
{
    static const struct ddds_validator_stub stub = {"a.example", NULL, 0};
    const struct ddds_validator_options options = {.size = sizeof options,
                                                   .recursive = true,
                                                   .stubs = &stub,
                                                   .stub_count = 1,
                                                   .trust_anchors = ""};
    struct ddds_error error;
    assert_null(ddds_validator_new(&options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "needs a server"));
}

/* A file with the root's servers is read when the validator is made. */
TEST(root_hints_are_checked)
{
    static const struct {
        const char *text; /* NULL: no file */
        ddds_status status;
    } rows[] = {
        {". NS a.root.example.\na.root.example. A 192.0.2.1\n", DDDS_OK},
        {"server: verbosity 1\n", DDDS_SYNTAX},
        {NULL, DDDS_UNREADABLE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char path[] = "/tmp/ddds-hints-XXXXXX";
        int file = mkstemp(path);
        assert_true(file >= 0);
        if (rows[i].text != NULL) {
            assert_true(write(file, rows[i].text, strlen(rows[i].text)) > 0);
        } else {
            unlink(path);
        }
        close(file);
        const struct ddds_validator_options options = {
            .size = sizeof options,
            .recursive = true,
            .root_hints = path,
            .trust_anchors = anchors,
        };
        struct ddds_error error = {.status = DDDS_OK};
        ddds_validator *made = ddds_validator_new(&options, &error);
        ddds_database_free(ddds_validator_database(made));
        unlink(path);
        assert_int_equal(made != NULL, rows[i].status == DDDS_OK);
        assert_int_equal(error.status, rows[i].status);
    }
}

TEST(versions_are_told)
{
    char text[200];
    size_t length = ddds_validator_versions(text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_int_equal(ddds_validator_versions(NULL, 0), length);
    assert_non_null(strstr(text, "\nlibunbound 1."));
    assert_non_null(strstr(text, "\nOpenSSL 3"));
}

FIXTURES(.begin = start_server, .end = stop_server);
