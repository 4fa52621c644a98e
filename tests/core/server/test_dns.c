/* The DNS database against a server that misbehaves: each way ends with the
 * right reply, in bounded time. Both transports are tested.
 *
 * SPDX-License-Identifier: MIT */
#include <time.h>

#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <ddds/resolve.h>

#include "base/limits.h"
#include "core/server/free_in_callback.h"
#include "core/server/misbehave.h"
#include "base/table.h"

#define TABLE "fixtures/tables/dns-ways.tsv"

/* Milliseconds for a try: for timeouts, for timeouts after an answer that does
 * not count, and for answers, even on a busy machine. */
enum { TIMEOUT = 150, LONGER = 1500, PATIENCE = 60000 };

static enum ddds_transport transport;
static struct misbehaving server;
static struct misbehaving second;
static struct misbehaving good; /* whatever the name is */

static int start_servers(void **state)
{
    misbehave_start(&server);
    misbehave_start(&second);
    behave_start(&good);
    return 0;
}

static int stop_servers(void **state)
{
    misbehave_stop(&server);
    misbehave_stop(&second);
    misbehave_stop(&good);
    return 0;
}

static uint64_t read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* A database that asks the servers on |ports|, up to a 0. */
static ddds_database *open_dns(const uint16_t *ports,
                               struct ddds_dns_options options)
{
    char text[LIMIT_NAME_SERVERS][32];
    const char *list[LIMIT_NAME_SERVERS];
    for (; ports[options.server_count] != 0; options.server_count++) {
        char *one = text[options.server_count];
        snprintf(one, sizeof text[0], "127.0.0.1:%u",
                 ports[options.server_count]);
        list[options.server_count] = one;
    }
    options.size = sizeof options;
    options.servers = list;
    options.transport = transport;
    if (options.timeout == 0) {
        options.timeout = PATIENCE;
    }
    if (options.tries == 0) {
        options.tries = 1;
    }
    ddds_database *dns = ddds_dns_database(ddds_dns_new(&options, NULL));
    assert_non_null(dns);
    return dns;
}

/* One that asks the misbehaving server. */
static ddds_database *open_with(struct ddds_dns_options options)
{
    return open_dns((const uint16_t[]){server.port, 0}, options);
}

static ddds_database *open_one(void)
{
    return open_with((struct ddds_dns_options){.timeout = PATIENCE});
}

/* The same with a timeout. */
static ddds_database *open_for(unsigned timeout)
{
    return open_with((struct ddds_dns_options){.timeout = timeout});
}

static ddds_database *open_hasty(void)
{
    return open_for(TIMEOUT);
}

/* An answer, kept. */
struct kept {
    ddds_ruleset *ruleset;
    size_t server_count;
    size_t address_count;
    unsigned count;
    enum ddds_reply reply;
    unsigned queries;
    uint32_t ttl;
    struct ddds_address address;
    bool tcp;
    char detail[DDDS_DETAIL_SIZE];
    char canonical[300];
};

static struct kept kept;

static void keep(void *context, uint32_t id, const struct ddds_answer *answer)
{
    struct kept *own = context;
    own->count++;
    own->reply = answer->reply;
    snprintf(own->detail, sizeof own->detail, "%s",
             answer->detail != NULL ? answer->detail : "");
    snprintf(own->canonical, sizeof own->canonical, "%s",
             answer->canonical != NULL ? answer->canonical : "");
    own->queries = answer->queries;
    own->tcp = answer->tcp;
    own->ttl = answer->ttl;
    if (answer->reply != DDDS_REPLY_DATA) {
        return;
    }
    if (answer->ruleset != NULL) {
        own->ruleset = ddds_ruleset_hold(answer->ruleset);
    }
    own->server_count = answer->server_count;
    own->address_count = answer->address_count;
    if (answer->address_count > 0) {
        own->address = answer->addresses[0];
    }
}

static void ask_at_most(ddds_database *dns, enum ddds_question_kind kind,
                        const char *name, unsigned max_queries,
                        struct kept *own)
{
    const struct ddds_question question = {.size = sizeof question,
                                           .id = 1,
                                           .kind = kind,
                                           .name = name,
                                           .max_queries = max_queries};
    memset(own, 0, sizeof *own);
    dns->methods->lookup(dns, &question, read_clock(), keep, own);
}

static void ask(ddds_database *dns, enum ddds_question_kind kind,
                const char *name, struct kept *own)
{
    ask_at_most(dns, kind, name, 0, own);
}

static void ask_and_wait(ddds_database *dns, enum ddds_question_kind kind,
                         const char *name, struct kept *own)
{
    ask(dns, kind, name, own);
    while (own->count == 0) {
        assert_ok(ddds_database_wait(dns));
    }
    assert_int_equal(own->count, 1);
}

static void close_dns(ddds_database *dns, const struct kept *own)
{
    ddds_ruleset_free(own->ruleset);
    ddds_database_free(dns);
}

/* ---- Ways to behave ----------------------------------------------------- */

static void check_way(const char *name, const char *reply, size_t rules,
                      const char *detail)
{
    uint64_t begun = read_clock();
    ddds_database *dns = strcmp(reply, "timeout") != 0 ? open_one()
                         : *detail != '\0'             ? open_for(LONGER)
                                                       : open_hasty();
    ask_and_wait(dns, DDDS_ASK_RULES, name, &kept);
    if (strcmp(ddds_reply_text(kept.reply), reply) != 0 ||
        strstr(kept.detail, detail) == NULL) {
        fail_msg("%s: %s, \"%s\"", name, ddds_reply_text(kept.reply),
                 kept.detail);
    }
    assert_int_equal(
        kept.ruleset != NULL ? ddds_ruleset_count(kept.ruleset) : 0, rules);
    close_dns(dns, &kept);
    if (read_clock() - begun > PATIENCE) {
        fail_msg("%s took too long", name);
    }
}

/* Messages that do not answer the query are ignored, and the lookup still waits
 * (RFC 5452 section 9.1). */
TEST(each_way_has_its_reply)
{
    for (const char **row = table_rows(TABLE, "Ways", 4); table_next(row);) {
        misbehave_count(&server); /* it has time for us again */
        check_way(row[0], row[1], table_number(row[2]), row[3]);
    }
}

/* A query is repeated without EDNS once, by the library alone, and not at all
 * once the server is known to have no EDNS. */
TEST(edns_is_given_up_once)
{
    for (const char **row = table_rows(TABLE, "EDNS", 4); table_next(row);) {
        ddds_database *dns =
            open_with((struct ddds_dns_options){.tcp = row[1] != NULL});
        for (int turn = 0; turn < 2; turn++) {
            unsigned before = misbehave_settle(&server);
            ask_and_wait(dns, DDDS_ASK_RULES, row[0], &kept);
            ddds_ruleset_free(kept.ruleset);
            assert_int_equal(misbehave_settle(&server) - before,
                             table_number(row[2 + turn]));
        }
        ddds_database_free(dns);
    }
}

/* Aliases, other servers, answers without EDNS and over TCP cost a query each,
 * and end where the question allows no more. */
TEST(every_query_counts)
{
    for (const char **row = table_rows(TABLE, "Queries", 8); table_next(row);) {
        const size_t sent = table_number(row[5]);
        uint16_t ports[LIMIT_NAME_SERVERS + 1] = {0};
        for (size_t k = 0; k < table_number(row[3]); k++) {
            ports[k] = server.port;
        }
        unsigned before = misbehave_settle(&server);
        ddds_database *dns =
            open_dns(ports, (struct ddds_dns_options){.tcp = row[2] != NULL});
        ask_at_most(dns,
                    strcmp(row[1], "rules") == 0 ? DDDS_ASK_RULES
                                                 : DDDS_ASK_ADDRESSES,
                    row[0], (unsigned)table_number(row[4]), &kept);
        while (kept.count == 0) {
            assert_ok(ddds_database_wait(dns));
        }
        close_dns(dns, &kept);
        assert_int_equal(misbehave_settle(&server) - before, sent);
        assert_int_equal(kept.queries, sent);
        if (strcmp(ddds_reply_text(kept.reply), row[6]) != 0 ||
            strstr(kept.detail, row[7]) == NULL) {
            fail_msg("%s: %s, \"%s\"", row[0], ddds_reply_text(kept.reply),
                     kept.detail);
        }
    }
}

/* Octets of an answer to "cut-NN.test" up to where the answers begin. */
enum { QUESTION_END = 12 + 13 + 4 };

/* Too little to tell whose answer it is is not ours, the rest is malformed, and
 * the whole is good. */
TEST(a_good_answer_may_be_cut_anywhere)
{
    enum { WHOLE = 96 };
    static struct kept all[WHOLE];
    ddds_database *dns[] = {open_hasty(), open_one()};
    for (unsigned i = 0; i < WHOLE; i++) {
        char name[32];
        snprintf(name, sizeof name, "cut-%02u.test", i);
        ask(dns[i >= QUESTION_END], DDDS_ASK_RULES, name, &all[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        while (ddds_database_wait(dns[i]) == DDDS_OK) {
        }
        ddds_database_free(dns[i]);
    }
    unsigned whole = WHOLE;
    while (whole > 0 && all[whole - 1].reply == DDDS_REPLY_DATA) {
        ddds_ruleset_free(all[--whole].ruleset);
    }
    assert_true(whole > 60 && whole < WHOLE);
    for (unsigned i = 0; i < whole; i++) {
        assert_int_equal(all[i].count, 1);
        assert_true(all[i].reply == DDDS_REPLY_MALFORMED ||
                    (i < QUESTION_END && all[i].reply == DDDS_REPLY_TIMEOUT));
    }
}

/* A broken connection costs no other lookup on it an answer. */
TEST(a_broken_connection_is_made_anew)
{
    enum { MANY = 12 }; /* all on one */
    static struct kept all[MANY];
    ddds_database *dns =
        open_with((struct ddds_dns_options){.tcp = true, .tries = 3});
    for (size_t i = 0; i < MANY; i++) {
        ask(dns, DDDS_ASK_RULES, i == 5 ? "breaks.test" : "good.test", &all[i]);
    }
    while (ddds_database_wait(dns) == DDDS_OK) {
    }
    for (size_t i = 0; i < MANY; i++) {
        assert_int_equal(all[i].reply, DDDS_REPLY_DATA);
        ddds_ruleset_free(all[i].ruleset);
    }
    ddds_database_free(dns);
}

TEST(octets_of_strings_survive)
{
    ddds_database *dns = open_one();
    ask_and_wait(dns, DDDS_ASK_RULES, "unprintable.test", &kept);
    assert_string_equal(ddds_ruleset_rule(kept.ruleset, 0)->regexp,
                        "!^.*$!http://b\xc3\xbc"
                        "cher.test/!");
    assert_non_null(ddds_ruleset_rule(kept.ruleset, 1)->defect);
    assert_string_equal(ddds_ruleset_rule(kept.ruleset, 2)->regexp,
                        "!^.*$!http://good.test/!");
    ddds_ruleset_free(kept.ruleset);
    ask_and_wait(dns, DDDS_ASK_RULES, "compressed.test", &kept);
    assert_string_equal(ddds_ruleset_rule(kept.ruleset, 0)->replacement,
                        "next.test");
    close_dns(dns, &kept);
}

/* Records that cannot be read cost no others, but are not left out in silence. */
TEST(records_left_out_are_told)
{
    static const enum ddds_question_kind kinds[] = {DDDS_ASK_SERVERS,
                                                    DDDS_ASK_ADDRESSES};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        ddds_database *dns = open_one();
        ask_and_wait(dns, kinds[i], "partly-ill.test", &kept);
        assert_int_equal(kept.reply, DDDS_REPLY_DATA);
        assert_int_equal(kept.server_count + kept.address_count, i + 1);
        assert_ptr_equal(strstr(kept.detail, "left out 1 of 2 records: "),
                         kept.detail);
        close_dns(dns, &kept);
    }
}

TEST(tcp_is_used_when_it_must_be)
{
    static const struct {
        const char *name;
        bool tcp; /* only */
        bool expected;
    } rows[] = {
        {"good.test", false, false},
        {"large-14.test", false, false}, /* 900 octets: EDNS holds them */
        {"tcp.test", false, true},
        {"octets.test", false, true},
        {"good.test", true, true},
        {"large-90.test", false, true}, /* 5400 octets at once */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned before = misbehave_settle(&server);
        if (i == 5 && transport == DDDS_TRANSPORT_CARES) {
            break; /* it reads the first 4096 */
        }
        ddds_database *dns =
            open_with((struct ddds_dns_options){.tcp = rows[i].tcp});
        ask_and_wait(dns, DDDS_ASK_RULES, rows[i].name, &kept);
        assert_int_equal(kept.reply, DDDS_REPLY_DATA);
        assert_int_equal(kept.tcp, rows[i].expected);
        /* Truncated answers are asked for over TCP at once. */
        unsigned expected = rows[i].expected && !rows[i].tcp ? 2 : 1;
        assert_int_equal(kept.queries, expected);
        assert_int_equal(misbehave_count(&server) - before, expected);
        close_dns(dns, &kept);
    }
}

/* Ask for the rules at |names|, with the number of each; all have an answer, but
 * for those of names that the server breaks the connection for. */
static void ask_many(const char *const *names, size_t count, bool tcp,
                     unsigned max_queries)
{
    enum { MANY = 60 };
    static struct kept all[MANY];
    ddds_database *dns = open_with((struct ddds_dns_options){.tcp = tcp});
    for (unsigned i = 0; i < MANY; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s-%u.test", names[i % count], 10 + i);
        ask_at_most(dns, DDDS_ASK_RULES, name, max_queries, &all[i]);
    }
    for (unsigned i = 0; i < MANY; i++) {
        while (all[i].count == 0) {
            assert_ok(ddds_database_wait(dns));
        }
        if (strcmp(names[i % count], "closes") == 0) {
            assert_int_equal(all[i].reply, DDDS_REPLY_NETWORK);
            assert_non_null(
                strstr(all[i].detail, "the server closed the connection"));
        } else {
            assert_int_equal(all[i].reply, DDDS_REPLY_DATA);
        }
        ddds_ruleset_free(all[i].ruleset);
    }
    ddds_database_free(dns);
}

/* A connection that breaks costs the name for which the server breaks it, and
 * no other. */
TEST(a_broken_connection_costs_one_name)
{
    static const char *const once[] = {"once"};
    static const char *const some[] = {"good", "once", "good", "closes",
                                       "once", "good", "good", "good"};
    static const char *const slow[] = {"closes", "slow", "slow", "slow"};
    ask_many(once, 1, true, 8);
    ask_many(some, 8, true, 0);
    ask_many(slow, 4, false, 0);
}

/* ---- Addresses ---------------------------------------------------------- */

TEST(a_and_aaaa_are_one_question)
{
    for (const char **row = table_rows(TABLE, "Addresses", 4);
         table_next(row);) {
        const unsigned timeout = strcmp(row[2], "short") == 0    ? TIMEOUT
                                 : strcmp(row[2], "longer") == 0 ? LONGER
                                                                 : PATIENCE;
        ddds_database *dns = open_for(timeout);
        ask_and_wait(dns, DDDS_ASK_ADDRESSES, row[0], &kept);
        assert_string_equal(ddds_reply_text(kept.reply), row[1]);
        assert_int_equal(kept.queries, 2);
        if (kept.reply == DDDS_REPLY_DATA) {
            assert_int_equal(kept.address_count, 1);
            assert_int_equal(kept.address.octets[3], 7);
            assert_in_range(kept.ttl, 500, 600); /* less its age */
            assert_int_equal(kept.detail[0] != 0, row[3][0] != 0);
            assert_ptr_equal(strstr(kept.detail, row[3]), kept.detail);
        }
        ddds_database_free(dns);
    }
}

/* ---- Several servers ---------------------------------------------------- */

/* A port whose server never answers. */
static int open_silent(uint16_t *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int udp = socket(AF_INET, SOCK_DGRAM, 0);
    assert_int_equal(bind(udp, (struct sockaddr *)&address, size), 0);
    getsockname(udp, (struct sockaddr *)&address, &size);
    *port = ntohs(address.sin_port);
    return udp;
}

/* A port without a server: the socket holds it against other processes, but is
 * connected, to itself, and takes nothing of others. */
static int open_dead(uint16_t *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int udp = open_silent(port);
    address.sin_port = htons(*port);
    assert_int_equal(connect(udp, (struct sockaddr *)&address, sizeof address),
                     0);
    return udp;
}

TEST(the_next_server_is_asked)
{
    static const struct {
        const char *name;
        enum ddds_reply reply;
    } rows[] = {
        {"good.test", DDDS_REPLY_DATA},
        {"rcode-2.test", DDDS_REPLY_SERVER_FAILURE},
    };
    uint16_t dead[2];
    const int held[] = {open_dead(&dead[0]), open_dead(&dead[1])};
    const uint16_t ports[] = {dead[0], server.port, 0};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ddds_database *dns =
            open_dns(ports, (struct ddds_dns_options){.tries = 1});
        ask_and_wait(dns, DDDS_ASK_RULES, rows[i].name, &kept);
        assert_int_equal(kept.reply, rows[i].reply);
        assert_int_equal(kept.queries, 2);
        close_dns(dns, &kept);
    }
    const uint16_t both_dead[] = {dead[0], dead[1], 0};
    ddds_database *dns =
        open_dns(both_dead, (struct ddds_dns_options){.tries = 1});
    ask_and_wait(dns, DDDS_ASK_RULES, "good.test", &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_NETWORK);
    ddds_database_free(dns);
    close(held[0]);
    close(held[1]);
}

/* After any failure of the first server, the second is asked. Faults of the
 * data are the same at every server, and the first server has all the time to
 * answer with them. */
TEST(a_good_server_behind_a_bad_one_is_found)
{
    for (const char **row = table_rows(TABLE, "Bad servers", 2);
         table_next(row);) {
        const size_t rules = table_number(row[1]);
        const uint16_t ports[] = {server.port, good.port, 0};
        ddds_database *dns = open_dns(
            ports, (struct ddds_dns_options){
                       .timeout = rules > 1 ? PATIENCE : TIMEOUT, .tries = 20});
        ask_and_wait(dns, DDDS_ASK_RULES, row[0], &kept);
        if (kept.reply != DDDS_REPLY_DATA) {
            fail_msg("%s: reply %d, %s", row[0], kept.reply, kept.detail);
        }
        assert_int_equal(ddds_ruleset_count(kept.ruleset), rules);
        close_dns(dns, &kept);
    }
    uint16_t silent;
    int udp = open_silent(&silent);
    const uint16_t ports[] = {silent, good.port, 0};
    ddds_database *dns = open_dns(
        ports, (struct ddds_dns_options){.timeout = TIMEOUT, .tries = 20});
    ask_and_wait(dns, DDDS_ASK_RULES, "good.test", &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_DATA);
    close_dns(dns, &kept);
    close(udp);
}

/* An unusable answer does not get better by asking again, and a connection
 * that breaks does once at most. Where TCP is needed two queries make a try. */
TEST(what_cannot_get_better_is_not_asked_again)
{
    for (const char **row = table_rows(TABLE, "Final", 2); table_next(row);) {
        ddds_database *dns = open_with((struct ddds_dns_options){.tries = 5});
        unsigned before = misbehave_settle(&server);
        ask_and_wait(dns, DDDS_ASK_RULES, row[0], &kept);
        assert_int_not_equal(kept.reply, DDDS_REPLY_DATA);
        if (misbehave_count(&server) - before != table_number(row[1])) {
            fail_msg("%s: %u queries", row[0],
                     misbehave_count(&server) - before);
        }
        ddds_database_free(dns);
    }
}

TEST(who_answers_with_an_error_is_asked_once)
{
    const uint16_t ports[] = {server.port, second.port, 0};
    ddds_database *dns = open_dns(ports, (struct ddds_dns_options){.tries = 5});
    unsigned before[] = {misbehave_settle(&server), misbehave_settle(&second)};
    ask_and_wait(dns, DDDS_ASK_RULES, "rcode-5.test", &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_REFUSED);
    assert_int_equal(misbehave_count(&server) - before[0], 1);
    assert_int_equal(misbehave_count(&second) - before[1], 1);
    ddds_database_free(dns);
}

TEST(who_is_silent_is_asked_as_often_as_said)
{
    const uint16_t ports[] = {server.port, second.port, 0};
    ddds_database *dns =
        open_dns(ports, (struct ddds_dns_options){.tries = 3, .timeout = 50});
    unsigned before = misbehave_settle(&server);
    ask_and_wait(dns, DDDS_ASK_RULES, "silent.test", &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_TIMEOUT);
    assert_int_equal(misbehave_settle(&server) - before, 3);
    assert_int_equal(kept.queries, 6);
    ddds_database_free(dns);
}

/* ---- The network -------------------------------------------------------- */

static void ignore_signal(int number)
{
}

/* Signals that interrupt the wait do no harm. */
TEST(signals_are_survived)
{
    const struct sigaction action = {.sa_handler = ignore_signal};
    const struct itimerval often = {{0, 500}, {0, 500}};
    const struct itimerval never = {{0, 0}, {0, 0}};
    struct sigaction before;
    ddds_database *dns = open_one();
    sigaction(SIGALRM, &action, &before);
    setitimer(ITIMER_REAL, &often, NULL);
    ask_and_wait(dns, DDDS_ASK_RULES, "slow-100.test", &kept);
    setitimer(ITIMER_REAL, &never, NULL);
    sigaction(SIGALRM, &before, NULL);
    assert_int_equal(kept.reply, DDDS_REPLY_DATA);
    close_dns(dns, &kept);
}

/* Without descriptors queries fail, and with them they succeed again. */
TEST(descriptors_may_run_out)
{
    struct rlimit before;
    ddds_database *dns = open_one();
    getrlimit(RLIMIT_NOFILE, &before);
    const struct rlimit none = {0, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    ask_and_wait(dns, DDDS_ASK_RULES, "good.test", &kept);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(kept.reply, DDDS_REPLY_NETWORK);
    assert_non_null(strstr(kept.detail, "too many open files"));
    ask_and_wait(dns, DDDS_ASK_RULES, "good.test", &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_DATA);
    close_dns(dns, &kept);
}

/* ---- Coming and going --------------------------------------------------- */

TEST(a_database_may_be_freed_while_lookups_are_under_way)
{
    static struct kept all[100];
    ddds_database *dns = open_one();
    for (size_t i = 0; i < 100; i++) {
        ask(dns, DDDS_ASK_ADDRESSES, "good.test", &all[i]);
    }
    ddds_database_wait(dns);
    for (size_t i = 0; i < 100; i++) {
        ddds_ruleset_free(all[i].ruleset);
    }
    ddds_database_free(dns);
}

/* The database and the calls of a callback. */
struct wrecker {
    ddds_database *dns;
    unsigned calls;
};

TEST(a_callback_may_free_the_database)
{
    free_in_callback(open_one());
}

/* A callback may wait for more: here for the tries that the deadline of their
 * own lookup left. The time for a try is so much longer than until the deadline
 * that both do not pass together while the machine is busy. */
static void wait_inside(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    struct wrecker *wrecker = context;
    wrecker->calls++;
    assert_int_equal(answer->reply, DDDS_REPLY_TIMEOUT);
    ask_and_wait(wrecker->dns, DDDS_ASK_RULES, "silent.test", &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_TIMEOUT);
    assert_string_equal(answer->detail, "the deadline has passed");
    assert_int_equal(id, 7);
}

TEST(a_callback_may_wait)
{
    struct wrecker wrecker = {open_for(LONGER), 0};
    const struct ddds_question question = {.size = sizeof question,
                                           .id = 7,
                                           .kind = DDDS_ASK_RULES,
                                           .name = "silent.test",
                                           .deadline = read_clock() + 50};
    wrecker.dns->methods->lookup(wrecker.dns, &question, 0, wait_inside,
                                 &wrecker);
    while (wrecker.calls == 0) {
        ddds_database_wait(wrecker.dns);
    }
    static struct kept all[4];
    for (size_t i = 0; i < 4; i++) {
        ask(wrecker.dns, DDDS_ASK_RULES, "good.test", &all[i]);
    }
    while (ddds_database_wait(wrecker.dns) == DDDS_OK) {
    }
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(all[i].reply, DDDS_REPLY_DATA);
        ddds_ruleset_free(all[i].ruleset);
    }
    ddds_database_free(wrecker.dns);
}

static void count_down(ddds_resolution *resolution, void *context)
{
    assert_int_equal(ddds_resolution_result(resolution)->reason,
                     DDDS_REASON_RESOLVED);
    --*(unsigned *)context;
    ddds_resolution_free(resolution);
}

/* Many at once, in an event loop of our own. */
TEST(thousands_may_be_under_way)
{
    enum { MANY = 3000 };
    const struct ddds_options options = {.size = sizeof options,
                                         .roots = "test"};
    ddds_database *dns = open_with((struct ddds_dns_options){
        .timeout = PATIENCE / 6, .tries = 6}); /* a datagram may be lost */
    unsigned left = MANY;
    for (unsigned i = 0; i < MANY; i++) {
        char input[40];
        snprintf(input, sizeof input, "urn:good%u:1", i);
        ddds_resolution *resolution = ddds_resolution_new(
            dns, ddds_application_urn(), input, &options, NULL);
        assert_non_null(resolution);
        ddds_resolution_start(resolution, count_down, &left);
    }
    while (left > 0) {
        enum { MOST = 48 }; /* of UDP and TCP, for one server */
        struct ddds_dns_socket sockets[MOST];
        struct pollfd polled[MOST];
        size_t count = ddds_dns_sockets((ddds_dns *)dns, sockets, MOST);
        assert_true(count <= MOST);
        for (size_t i = 0; i < count; i++) {
            polled[i] = (struct pollfd){
                .fd = sockets[i].descriptor,
                .events = (short)((sockets[i].readable ? POLLIN : 0) |
                                  (sockets[i].writable ? POLLOUT : 0))};
        }
        poll(polled, (nfds_t)count, ddds_dns_timeout((ddds_dns *)dns));
        for (size_t i = 0; i < count; i++) {
            if (polled[i].revents != 0) {
                ddds_dns_process((ddds_dns *)dns, polled[i].fd,
                                 (polled[i].revents & ~POLLOUT) != 0,
                                 (polled[i].revents & POLLOUT) != 0);
            }
        }
        ddds_dns_process((ddds_dns *)dns, -1, false, false);
    }
    ddds_database_free(dns);
}

/* The child of a fork leaves what was under way alone, and makes its own. */
TEST(a_child_makes_its_own)
{
    ddds_database *dns = open_one();
    ask(dns, DDDS_ASK_RULES, "good.test", &kept);
    pid_t child = fork();
    if (child == 0) {
        struct kept own;
        ddds_database *mine = open_one();
        ask_and_wait(mine, DDDS_ASK_RULES, "good.test", &own);
        bool is_right = own.reply == DDDS_REPLY_DATA;
        ddds_ruleset_free(own.ruleset);
        ddds_database_free(mine);
        _exit(is_right ? 0 : 1);
    }
    assert_succeeds(child);
    while (kept.count == 0) {
        ddds_database_wait(dns);
    }
    assert_int_equal(kept.reply, DDDS_REPLY_DATA);
    close_dns(dns, &kept);
}

/* A database that waits for twenty seconds. */
static ddds_database *open_patient(void)
{
    return open_with((struct ddds_dns_options){.timeout = 20000});
}

/* A timeout is the caller's, and not what the quick answers before suggest. */
TEST(a_slow_answer_is_waited_for)
{
    ddds_database *dns = open_patient();
    for (unsigned i = 0; i < 10; i++) {
        ask_and_wait(dns, DDDS_ASK_RULES, "good.test", &kept);
        ddds_ruleset_free(kept.ruleset);
    }
    ask_and_wait(dns, DDDS_ASK_RULES, "slow-700.test", &kept);
    assert_int_equal(kept.reply, DDDS_REPLY_DATA);
    close_dns(dns, &kept);
}

TEST(an_unknown_transport_is_refused)
{
    struct ddds_error error;
    const struct ddds_dns_options options = {
        .size = sizeof options, .transport = (enum ddds_transport)2};
    assert_null(ddds_dns_new(&options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
}

FIXTURES(.begin = start_servers, .end = stop_servers);

int main(void)
{
    int failed = 0;
    for (int i = DDDS_TRANSPORT_UDP; i <= DDDS_TRANSPORT_CARES; i++) {
        transport = (enum ddds_transport)i;
        failed += unit_run(i == DDDS_TRANSPORT_CARES ? "c-ares" : "UDP");
    }
    return failed;
}
