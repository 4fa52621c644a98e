/* The parts of lib/fetch that need no server: addresses, names of services,
 * lists of URIs, URIs of requests, and the meaning of answers.
 *
 * SPDX-License-Identifier: MIT */
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <semaphore.h>
#include <unistd.h>

#include <sys/epoll.h>

#include <ddds/ddds.h>
#include <ddds/fetch.h>

#include "base/limits.h"
#include "fetch/answer_head.h"
#include "fetch/thttp.h"
#include "fetch/addresses.h"
#include "fetch/request_uri.h"
#include "fetch/service.h"
#include "fetch/smp.h"
#include "fetch/transfers.h"
#include "fetch/uri_list.h"
#include "base/one_arena.h"
#include "base/table.h"

#define TABLE "fixtures/tables/fetch.tsv"

FIXTURES(.tear_down = free_arena);

static bool is_yes(const char *word)
{
    return strcmp(word, "yes") == 0;
}

/* ---- Addresses ----------------------------------------------------------- */

TEST(test_private)
{
    for (const char **row = table_rows(TABLE, "Private addresses", 2);
         table_next(row);) {
        struct ddds_address address;
        print_message("%s\n", row[0]);
        assert_true(ddds_host_is_address(row[0], &address));
        assert_int_equal(ddds_address_is_private(&address), is_yes(row[1]));
    }
}

TEST(test_hosts)
{
    for (const char **row = table_rows(TABLE, "Hosts", 3); table_next(row);) {
        struct ddds_address address;
        print_message("%s\n", row[0]);
        assert_int_equal(ddds_host_is_address(row[0], &address),
                         is_yes(row[1]));
        assert_int_equal(ddds_host_is_plain(row[0]), is_yes(row[2]));
    }
}

/* ---- Services ------------------------------------------------------------ */

TEST(test_services)
{
    for (const char **row = table_rows(TABLE, "Services", 3);
         table_next(row);) {
        enum ddds_fetch_service services[SERVICE_COUNT];
        struct ddds_span bad;
        print_message("%s\n", row[0]);
        int count = ddds_services_wanted(row[0], services, &bad);
        assert_int_equal(count, (int)table_number(row[1]));
        if (count > 0) {
            assert_string_equal(ddds_fetch_service_name(services[0]), row[2]);
        }
    }
    struct ddds_error error;
    assert_int_equal(ddds_fetch_check("I2X", &error), DDDS_BAD_OPTION);
    assert_non_null(strstr(error.detail, "\"I2X\""));
    assert_string_equal(ddds_fetch_service_name((enum ddds_fetch_service)99),
                        "unknown");
    assert_string_equal(ddds_fetch_end_name((enum ddds_fetch_end)99),
                        "UNKNOWN");
    assert_string_equal(ddds_fetch_end_text((enum ddds_fetch_end)99),
                        "unknown");
    assert_int_equal(ddds_fetch_end_class((enum ddds_fetch_end)99),
                     DDDS_CLASS_TEMPORARY);
}

/* ---- Service Metadata Publishers ----------------------------------------- */

TEST(test_smp_uris)
{
    for (const char **row = table_rows(TABLE, "URIs of publishers", 5);
         table_next(row);) {
        assert_string_equal(ddds_smp_uri(row[0], (unsigned)table_number(row[1]),
                                         row[2], row[3], &arena),
                            row[4]);
    }
}

TEST(test_smp_documents)
{
    for (const char **row = table_rows(TABLE, "Documents of publishers", 3);
         table_next(row);) {
        const struct transfer transfer = {.content = row[0]};
        print_message("%s\n", row[0]);
        assert_int_equal(ddds_smp_judge(&transfer, true) == NULL,
                         is_yes(row[1]));
        assert_int_equal(ddds_smp_judge(&transfer, false) == NULL,
                         is_yes(row[2]));
    }
}

/* ---- Lists of URIs ------------------------------------------------------- */

static void check_list(const char *text, size_t length, size_t count,
                       size_t skipped)
{
    struct uri_list list;
    print_message("%s\n", text);
    assert_true(ddds_uri_list_read(text, length, &arena, &list));
    assert_int_equal(list.count, count);
    assert_int_equal(list.skipped, skipped);
    assert_false(list.is_full);
}

TEST(test_lists)
{
    static const char nul[] = "http://a.example/\0x\r\nhttp://b.example/\r\n";
    for (const char **row = table_rows(TABLE, "Lists of URIs", 3);
         table_next(row);) {
        check_list(row[0], strlen(row[0]), table_number(row[1]),
                   table_number(row[2]));
    }
    check_list(nul, sizeof nul - 1, 1, 1);
}

TEST(test_full_list)
{
    static const char line[] = "a:b\n";
    enum { LINES = LIMIT_FETCHED_URIS + 1 };
    char *text = malloc(LINES * (sizeof line - 1));
    struct uri_list list;
    assert_non_null(text);
    for (size_t i = 0; i < LINES; i++) {
        memcpy(text + i * (sizeof line - 1), line, sizeof line - 1);
    }
    assert_true(ddds_uri_list_read(text, (LINES - 1) * (sizeof line - 1),
                                   &arena, &list));
    assert_int_equal(list.count, LINES - 1);
    assert_false(list.is_full);
    assert_true(
        ddds_uri_list_read(text, LINES * (sizeof line - 1), &arena, &list));
    assert_true(list.is_full);
    const struct transfer transfer = {.uri = "http://a.example/",
                                      .status = 200,
                                      .type = "text/uri-list",
                                      .content = text,
                                      .length = LINES * (sizeof line - 1)};
    struct meaning meaning;
    assert_true(ddds_thttp_read(&transfer, DDDS_FETCH_I2LS, WAY_THTTP, &arena,
                                &meaning));
    assert_int_equal(meaning.end, DDDS_FETCH_END_TOO_LARGE);
    free(text);
}

/* ---- URIs of requests ---------------------------------------------------- */

TEST(test_requests)
{
    for (const char **row = table_rows(TABLE, "Requests", 4);
         table_next(row);) {
        struct fetch_request request;
        const char *problem;
        assert_true(ddds_request_read(row[0], &arena, &request, &problem));
        if ((problem != NULL) != (row[1] == NULL)) {
            fail_msg("%s: %s", row[0], problem);
        }
        if (problem == NULL) {
            assert_string_equal(request.host, row[1]);
            assert_int_equal(request.port, table_number(row[2]));
            assert_string_equal(request.uri, row[3]);
        }
    }
}

TEST(test_completion)
{
    for (const char **row = table_rows(TABLE, "Completion", 4);
         table_next(row);) {
        struct ddds_urn urn;
        assert_ok(ddds_urn_parse(row[1], &urn, NULL));
        assert_string_equal(
            ddds_request_complete(row[0], &urn, is_yes(row[2]), &arena),
            row[3]);
        assert_string_equal(ddds_request_complete(row[0], NULL, true, &arena),
                            row[0]);
    }
}

TEST(test_references)
{
    for (const char **row = table_rows(TABLE, "References", 2);
         table_next(row);) {
        const char *whole =
            ddds_request_refer("http://a/b/c/d;p?q", row[0], &arena);
        print_message("%s\n", row[0]);
        assert_int_equal(whole != NULL, row[1] != NULL);
        if (whole != NULL) {
            assert_string_equal(whole, row[1]);
        }
    }
    /* Section 5.2.3: a base without a path. */
    assert_string_equal(ddds_request_refer("http://a", "g", &arena),
                        "http://a/g");
    assert_true(
        ddds_request_is_same("http://a.example/x?y", "https://b.example/x?y"));
    assert_false(
        ddds_request_is_same("http://a.example/x?y", "https://b.example/x?z"));
    assert_false(
        ddds_request_is_same("http://a.example/x", "https://b.example/x"));
}

/* The requests of THTTP: RFC 2169 section 2.1. */
TEST(test_thttp)
{
    const struct ddds_result result = {.input = "http://a.example/b?c#d"};
    const char *subject = ddds_request_subject(&result, DDDS_FETCH_I2L, &arena);
    assert_string_equal(subject, "http://a.example/b?c");
    assert_string_equal(
        ddds_request_thttp("http", "b.example", 80, "I2L", subject, &arena),
        "http://b.example/uri-res/I2L?http://a.example/b?c");
    assert_string_equal(
        ddds_request_thttp("https", "b.example", 80, "I2L", "urn:a1:b", &arena),
        "https://b.example:80/uri-res/I2L?urn:a1:b");
}

/* ---- Looking up ---------------------------------------------------------- */

/* A database with one answer, or with none. */
struct one_answer {
    ddds_database base;
    enum ddds_reply reply;
    bool is_silent;
    bool was_cancelled;
};

static void answer_once(ddds_database *database,
                        const struct ddds_question *question, uint64_t now,
                        ddds_answer_fn *answer, void *context)
{
    const struct one_answer *own = (const void *)database;
    struct ddds_answer it = DDDS_ANSWER_INIT;
    assert_int_equal(question->kind, DDDS_ASK_ADDRESSES);
    it.reply = own->reply;
    if (!own->is_silent) {
        answer(context, 0, &it);
    }
}

static void cancel_once(ddds_database *database, void *context)
{
    struct one_answer *own = (void *)database;
    own->was_cancelled = true;
}

/* Only /etc/hosts or a name server makes it known. */
static bool is_localhost_known(void)
{
    struct addrinfo *found = NULL;
    bool is_known = getaddrinfo("localhost", NULL, NULL, &found) == 0;
    if (is_known) {
        freeaddrinfo(found);
    } else {
        print_message("left out: this system does not know localhost\n");
    }
    return is_known;
}

static void count_found(struct host_search *search)
{
    ++*(unsigned *)search->context;
}

/* Wait for the system, if |search| does. */
static void await_found(struct host_search *search)
{
    struct epoll_event event;
    while (search->is_pending && search->lookup != NULL) {
        epoll_wait(search->descriptor, &event, 1, -1);
        ddds_host_check(search);
    }
}

TEST(test_lookups)
{
    static const struct {
        const char *host;
        enum ddds_reply reply;
        bool is_silent;
        bool is_unknown;
        bool has_private;
        bool is_allowed;
    } table[] = {
        {"www.example.com", DDDS_REPLY_NO_NAME, false, false, false, false},
        {"www.example.com", DDDS_REPLY_NO_DATA, false, false, false, false},
        {"www.example.com", DDDS_REPLY_SERVER_FAILURE, .is_unknown = true},
        {"www.example.com", DDDS_REPLY_NO_NAME, .is_silent = true},
        {"a..b", DDDS_REPLY_SERVER_FAILURE, false, false, false, false},
        {"192.0.2.1", DDDS_REPLY_SERVER_FAILURE, .has_private = true},
        /* The database does not hold it: the system does (RFC 6761). */
        {"localhost", DDDS_REPLY_OUTSIDE, .has_private = true},
        {"localhost", DDDS_REPLY_OUTSIDE, .is_allowed = true},
    };
    size_t count =
        sizeof table / sizeof table[0] - (is_localhost_known() ? 0 : 2);
    for (size_t i = 0; i < count; i++) {
        struct ddds_database_class methods = DDDS_DATABASE_CLASS_INIT;
        methods.lookup = answer_once;
        methods.cancel = cancel_once;
        struct one_answer own = {.base = {.methods = &methods},
                                 .reply = table[i].reply,
                                 .is_silent = table[i].is_silent};
        unsigned found = 0;
        struct host_search search = {.host = table[i].host,
                                     .database = &own.base,
                                     .allows_private = table[i].is_allowed,
                                     .found = count_found,
                                     .descriptor = epoll_create1(0),
                                     .context = &found};
        ddds_host_find(&search);
        await_found(&search);
        assert_int_equal(search.is_pending, table[i].is_silent);
        ddds_host_cancel(&search);
        assert_int_equal(found, !table[i].is_silent);
        assert_int_equal(search.addresses.count > 0, table[i].is_allowed);
        assert_int_equal(search.addresses.is_unknown, table[i].is_unknown);
        assert_int_equal(search.addresses.had_private, table[i].has_private);
        assert_int_equal(own.was_cancelled, table[i].is_silent);
        if (table[i].reply == DDDS_REPLY_OUTSIDE) {
            ddds_host_find(&search);
            ddds_host_cancel(&search); /* while the system may be asked */
            assert_int_equal(found, 1);
        }
        close(search.descriptor);
    }
}

int __real_getaddrinfo(const char *name, const char *service,
                       const struct addrinfo *hints, struct addrinfo **found);
int __wrap_getaddrinfo(const char *name, const char *service,
                       const struct addrinfo *hints, struct addrinfo **found);

/* The system takes as long for "slow.test" as this is closed. */
static sem_t gate;

int __wrap_getaddrinfo(const char *name, const char *service,
                       const struct addrinfo *hints, struct addrinfo **found)
{
    if (strcmp(name, "slow.test") == 0) {
        sem_wait(&gate);
        return EAI_AGAIN;
    }
    return __real_getaddrinfo(name, service, hints, found);
}

/* A lookup by the system that takes long holds nothing else. */
TEST(test_slow_system)
{
    unsigned found = 0;
    struct host_search slow = {.host = "slow.test",
                               .found = count_found,
                               .descriptor = epoll_create1(0),
                               .context = &found};
    struct host_search other = {
        .host = "127.0.0.1", .found = count_found, .context = &found};
    sem_init(&gate, 0, 0);
    ddds_host_find(&slow);
    ddds_host_check(&slow);
    ddds_host_find(&other);
    assert_int_equal(found, 1);
    assert_true(slow.is_pending);
    sem_post(&gate);
    await_found(&slow);
    assert_int_equal(found, 2);
    assert_true(slow.addresses.is_unknown);
    ddds_host_cancel(&slow);
    close(slow.descriptor);
}

/* ---- Answers ------------------------------------------------------------- */

/* Only what needs no server to show; tests/whole/fetch/run has the others. */
static enum ddds_fetch_service read_service(const char *word)
{
    int service = 0;
    while (strcmp(ddds_fetch_service_name((enum ddds_fetch_service)service),
                  word) != 0) {
        assert_true(++service < SERVICE_COUNT);
    }
    return (enum ddds_fetch_service)service;
}

TEST(test_answers)
{
    for (const char **row = table_rows(TABLE, "Answers", 9); table_next(row);) {
        struct meaning meaning;
        const char *content = row[5] != NULL ? row[5] : "";
        enum way way = strcmp(row[2], "URI") == 0 ? WAY_URI : WAY_THTTP;
        const struct transfer transfer = {
            .uri = "http://a.example/uri-res/I2L?urn:foo:1",
            .status = (unsigned)table_number(row[0]),
            .location = row[3],
            .type = row[4],
            .content = content,
            .length = strlen(content),
        };
        assert_true(ddds_thttp_read(&transfer, read_service(row[1]), way,
                                    &arena, &meaning));
        print_message("%s %s %s %s\n", row[0], row[1], row[2], row[3]);
        assert_string_equal(ddds_fetch_end_name(meaning.end), row[6]);
        assert_int_equal(meaning.next != NULL, is_yes(row[7]));
        const char *uri = row[8];
        assert_int_equal(meaning.uri_count > 0, uri != NULL);
        if (uri != NULL) {
            assert_string_equal(meaning.uris[0], uri);
        }
    }
}

/* tests/whole/fetch/run sends others. */
TEST(test_heads)
{
    for (const char **row = table_rows(TABLE, "Heads", 2); table_next(row);) {
        struct fetched_head head = {.octets = 0};
        static const char status[] = "HTTP/1.1 200 OK\r\n";
        const char *next;
        bool is_taken = ddds_head_take(&head, status, sizeof status - 1);
        for (const char *line = row[0]; is_taken && *line != '\0';
             line = next) {
            next = strchr(line, '\n') + 1;
            is_taken = ddds_head_take(&head, line, (size_t)(next - line));
        }
        const char *problem = row[1];
        if (is_taken != (problem == NULL) ||
            (problem != NULL &&
             strncmp(head.problem, problem, strlen(problem)) != 0)) {
            fail_msg("%s: %s", row[0], head.problem);
        }
        ddds_head_clear(&head);
    }
    struct fetched_head head = {.has_status = true};
    assert_false(ddds_head_take(&head, "\0\r\n", 3)); /* is no end */
    assert_false(head.is_whole);
}

/* ---- The public functions ------------------------------------------------ */

/* The field Accept is sent as it was given, whole and on one line, or not. */
static void test_accept(void)
{
    static const struct {
        const char *accept;
        size_t offset; /* of the error */
    } table[] = {
        {"a/b\r\nX: y", 3}, {"a/b\n", 3}, {"\t", 0}, {"a/\xc3\xa4", 2}};
    char longest[LIMIT_FETCH_ACCEPT + 2];
    struct ddds_fetch_options options = DDDS_FETCH_OPTIONS_INIT;
    struct ddds_error error;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        options.accept = table[i].accept;
        assert_null(ddds_fetcher_new(&options, &error));
        assert_int_equal(error.status, DDDS_BAD_OPTION);
        assert_int_equal(error.offset, table[i].offset);
    }
    options.accept = longest;
    memset(longest, 'a', sizeof longest);
    longest[LIMIT_FETCH_ACCEPT + 1] = '\0';
    assert_null(ddds_fetcher_new(&options, &error));
    assert_int_equal(error.offset, LIMIT_FETCH_ACCEPT);
    longest[LIMIT_FETCH_ACCEPT] = '\0';
    ddds_fetcher *fetcher = ddds_fetcher_new(&options, &error);
    assert_non_null(fetcher);
    ddds_fetcher_free(fetcher);
}

TEST(test_fetcher)
{
    struct ddds_error error;
    struct ddds_fetch_options options = DDDS_FETCH_OPTIONS_INIT;
    ddds_fetcher_free(NULL);
    options.size = 0;
    assert_null(ddds_fetcher_new(&options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    options.size = sizeof options;
    options.hosts = &(ddds_database){.methods = NULL};
    assert_null(ddds_fetcher_new(&options, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    options.hosts = NULL;
    options.ca_file = "/";
    assert_null(ddds_fetcher_new(&options, &error));
    assert_int_equal(error.status, DDDS_UNREADABLE);
    assert_string_equal(error.detail, "/: cannot be read: Is a directory");
    test_accept();

    ddds_fetcher *fetcher = ddds_fetcher_new(NULL, &error);
    assert_non_null(fetcher);
    assert_null(ddds_fetched_attempt(NULL, 0));
    assert_int_equal(ddds_fetcher_wait(fetcher), DDDS_LIMIT);
    assert_int_equal(ddds_fetcher_timeout(fetcher), -1);

    ddds_database *memory = ddds_memory_new(NULL);
    ddds_resolution *resolution =
        ddds_resolution_new(memory, NULL, "urn:foo:1", NULL, NULL);
    assert_null(ddds_fetch(fetcher, resolution, NULL, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION); /* it is not done */
    assert_ok(ddds_resolution_start(resolution, NULL, NULL));
    assert_null(ddds_fetch(fetcher, resolution, "I2L,x", &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    ddds_retrieval *retrieval = ddds_fetch(fetcher, resolution, NULL, &error);
    const struct ddds_fetched *fetched = ddds_retrieval_result(retrieval);
    assert_int_equal(fetched->end, DDDS_FETCH_END_NO_OUTCOME);
    assert_null(ddds_fetched_attempt(fetched, 0));
    ddds_retrieval_free(retrieval);
    ddds_retrieval_free(NULL);
    /* It is not done before the fetcher works, and is given up with it. */
    retrieval =
        ddds_retrieval_start(fetcher, resolution, NULL, NULL, NULL, &error);
    assert_null(ddds_retrieval_result(retrieval));
    assert_int_equal(ddds_fetcher_timeout(fetcher), 0);
    ddds_fetcher_free(fetcher);
    ddds_resolution_free(resolution);
    ddds_database_free(memory);
}

/* The child of a fork frees what it inherited: its parent still hears of its
 * connections. */
TEST(test_fork)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    char uri[64];
    const struct ddds_fetch_options options = {.connect_timeout = 60000};
    const struct host_addresses addresses = {.list[0] = {4, {127, 0, 0, 1}},
                                             .count = 1};
    struct transfers transfers = {.multi = NULL};
    struct transfer transfer = {.uri = uri,
                                .host = "127.0.0.1",
                                .addresses = &addresses,
                                .accept = "*/*",
                                .milliseconds = 60000};
    int server = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert_int_equal(bind(server, (void *)&address, size), 0);
    assert_int_equal(listen(server, 1), 0);
    assert_int_equal(getsockname(server, (void *)&address, &size), 0);
    snprintf(uri, sizeof uri, "http://127.0.0.1:%u/", ntohs(address.sin_port));
    assert_true(ddds_transfers_begin(&transfers, &options) &&
                ddds_transfer_begin(&transfers, &transfer));
    int connection = -1;
    while (recv(connection, uri, 1, MSG_DONTWAIT) < 0) {
        ddds_transfers_process(&transfers);
        connection = connection < 0 ? accept(server, NULL, NULL) : connection;
    }
    pid_t child = fork();
    if (child != 0) {
        struct pollfd watched = {transfers.descriptor, POLLIN, 0};
        assert_succeeds(child);
        assert_int_equal(send(connection, "H", 1, 0), 1);
        assert_int_equal(poll(&watched, 1, 10000), 1);
    }
    ddds_transfer_end(&transfer);
    ddds_transfers_end(&transfers);
    if (child == 0) {
        _exit(0);
    }
    close(connection);
    close(server);
}

/* No server of DNS listens, so that there is no connection to the host. */
TEST(test_host_that_cannot_be_looked_up)
{
    static const char zone[] =
        "$ORIGIN urn.arpa.\n$TTL 60\n@ SOA ns host 1 2 3 4 5\n"
        "page NAPTR 1 1 \"u\" \"http+I2L\" \"!^.*$!http://h.test/!\" .\n";
    static const char *const closed[] = {"127.0.0.1:1"};
    struct ddds_error error;
    struct ddds_dns_options dns = DDDS_DNS_OPTIONS_INIT;
    dns.servers = closed;
    dns.server_count = 1;
    dns.tries = 1;
    struct ddds_fetch_options options = DDDS_FETCH_OPTIONS_INIT;
    ddds_database *memory = ddds_memory_new(NULL);
    assert_ok(
        ddds_memory_load_text(memory, "z", zone, strlen(zone), NULL, &error));
    options.hosts = ddds_dns_database(ddds_dns_new(&dns, &error));
    assert_non_null(options.hosts);
    ddds_fetcher *fetcher = ddds_fetcher_new(&options, &error);
    assert_non_null(fetcher);
    ddds_resolution *done =
        ddds_resolve(memory, NULL, "urn:page:1", NULL, &error);
    assert_non_null(done);
    ddds_retrieval *retrieval = ddds_fetch(fetcher, done, "I2L", &error);
    const struct ddds_fetched *fetched = ddds_retrieval_result(retrieval);
    assert_int_equal(fetched->end, DDDS_FETCH_END_UNREACHABLE);
    assert_string_equal(ddds_fetched_attempt(fetched, 0)->detail,
                        "the host could not be looked up");
    ddds_retrieval_free(retrieval);
    ddds_resolution_free(done);
    ddds_fetcher_free(fetcher);
    ddds_database_free(options.hosts);
    ddds_database_free(memory);
}

/* How each kind of outcome ends without a server: none of these hosts may be
 * contacted, for their addresses are private. */
TEST(test_outcomes)
{
    static const char zone[] =
        "$ORIGIN urn.arpa.\n$TTL 60\n@ SOA ns host 1 2 3 4 5\n"
        "server NAPTR 1 1 \"s\" \"thttp+I2L\" \"\" _h._tcp\n"
        "plain NAPTR 1 1 \"s\" \"\" \"\" _h._tcp\n"
        "secure NAPTR 1 1 \"a\" \"https+I2L\" \"\" h\n"
        "foreign NAPTR 1 1 \"s\" \"rcds+I2L\" \"\" _h._tcp\n"
        "mail NAPTR 1 1 \"u\" \"I2L\" \"!^.*$!mailto:a@b.example!\" .\n"
        "page NAPTR 1 1 \"u\" \"http+I2L\" \"!^.*$!http://h.urn.arpa/!\" .\n"
        "gone NAPTR 1 1 \"u\" \"http+I2L\" \"!^.*$!http://no.urn.arpa/!\" .\n"
        "odd NAPTR 1 1 \"p\" \"x+I2L\" \"!^.*$!x!\" .\n"
        "list NAPTR 1 1 \"s\" \"thttp+I2C\" \"\" _h._tcp\n"
        "_h._tcp SRV 0 0 80 h\nh A 192.0.2.1\n"
        "part NAPTR 1 1 \"s\" \"thttp+I2L\" \"\" _p._tcp\n"
        "_p._tcp SRV 0 0 80 h\n_p._tcp SRV 1 0 80 late\nlate A 192.0.2.2\n";
    static const struct {
        const char *urn;
        enum ddds_fetch_end end;
        size_t attempts;
    } table[] = {
        {"urn:server:1", DDDS_FETCH_END_PRIVATE, 1},
        {"urn:plain:1", DDDS_FETCH_END_PRIVATE, 1},
        {"urn:secure:1", DDDS_FETCH_END_PRIVATE, 1},
        {"urn:foreign:1", DDDS_FETCH_END_NOT_SPOKEN, 0},
        {"urn:mail:1", DDDS_FETCH_END_NOT_SPOKEN, 1},
        {"urn:page:1", DDDS_FETCH_END_PRIVATE, 1},
        {"urn:gone:1", DDDS_FETCH_END_NO_ADDRESS, 1},
        {"urn:odd:1", DDDS_FETCH_END_NOT_SPOKEN, 0},
        {"urn:list:1", DDDS_FETCH_END_NOT_SPOKEN, 0},
        {"urn:none:1", DDDS_FETCH_END_NO_OUTCOME, 0},
        /* The queries end before the addresses of its second server. */
        {"urn:part:1", DDDS_FETCH_END_UNREACHABLE, 2},
    };
    struct ddds_options few = DDDS_OPTIONS_INIT;
    few.max_queries = 5;
    struct ddds_error error;
    struct ddds_fetch_options options = DDDS_FETCH_OPTIONS_INIT;
    ddds_database *memory = ddds_memory_new(NULL);
    assert_ok(
        ddds_memory_load_text(memory, "z", zone, strlen(zone), NULL, &error));
    options.hosts = memory;
    ddds_fetcher *fetcher = ddds_fetcher_new(&options, &error);
    assert_non_null(fetcher);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        ddds_resolution *done =
            ddds_resolve(memory, NULL, table[i].urn, &few, &error);
        assert_non_null(done);
        ddds_retrieval *retrieval = ddds_fetch(fetcher, done, "I2L", &error);
        const struct ddds_fetched *fetched = ddds_retrieval_result(retrieval);
        if (fetched->end != table[i].end ||
            fetched->attempt_count != table[i].attempts) {
            fail_msg("%s: %s, %zu attempts", table[i].urn,
                     ddds_fetch_end_name(fetched->end), fetched->attempt_count);
        }
        ddds_retrieval_free(retrieval);
        ddds_resolution_free(done);
    }
    ddds_fetcher_free(fetcher);
    ddds_database_free(memory);
}
