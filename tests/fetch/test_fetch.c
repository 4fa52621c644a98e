/* The parts of lib/fetch that need no server: addresses, names of services,
 * lists of URIs, URIs of requests, and what answers mean.
 *
 * SPDX-License-Identifier: MIT */
#include <netdb.h>
#include <semaphore.h>
#include <unistd.h>

#include <sys/epoll.h>

#include <ddds/ddds.h>
#include <ddds/fetch.h>

#include "base/arena.h"
#include "base/limits.h"
#include "fetch/answer_head.h"
#include "fetch/thttp.h"
#include "fetch/addresses.h"
#include "fetch/request_uri.h"
#include "fetch/service.h"
#include "fetch/smp.h"
#include "fetch/uri_list.h"
#include "base/assertions.h"

/* ---- Addresses ----------------------------------------------------------- */

TEST(test_private)
{
    static const struct {
        const char *host;
        bool is_private;
    } table[] = {
        {"127.0.0.1", true},
        {"127.255.255.254", true},
        {"0.0.0.0", true},
        {"10.1.2.3", true},
        {"100.63.255.255", false},
        {"100.64.0.1", true},
        {"100.127.255.255", true},
        {"100.128.0.0", false},
        {"169.254.169.254", true},
        {"172.15.255.255", false},
        {"172.16.0.1", true},
        {"172.31.255.255", true},
        {"172.32.0.0", false},
        {"192.0.0.8", true},
        {"192.0.1.1", false},
        {"192.0.2.1", true},
        {"192.167.255.255", false},
        {"192.168.0.1", true},
        {"198.17.255.255", false},
        {"198.18.0.1", true},
        {"198.19.255.255", true},
        {"198.20.0.0", false},
        {"203.0.113.9", true},
        {"223.255.255.255", false},
        {"224.0.0.1", true},
        {"255.255.255.255", true},
        {"8.8.8.8", false},
        {"[::]", true},
        {"[::1]", true},
        {"[::ffff:8.8.8.8]", true}, /* an IPv4 address is one of its own */
        {"[::ffff:127.0.0.1]", true},
        {"[64:ff9b::8.8.8.8]", false},
        {"[64:ff9b::10.0.0.1]", true},
        {"[64:ff9b:1::1]", true},
        {"[100::1]", true},
        {"[2001::1]", true},
        {"[2001:db8::1]", true},
        {"[2001:4860:4860::8888]", false},
        {"[2002:7f00:1::]", true},
        {"[2002:808:808::]", false},
        {"[2606:4700::1111]", false},
        {"[3fff::1]", true},
        {"[fc00::1]", true},
        {"[fd12:3456::1]", true},
        {"[fe80::1]", true},
        {"[fec0::1]", true},
        {"[ff02::1]", true},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct ddds_address address;
        assert_true(ddds_host_is_address(table[i].host, &address));
        if (ddds_address_is_private(&address) != table[i].is_private) {
            fail_msg("%s", table[i].host);
        }
    }
}

TEST(test_hosts)
{
    static const struct {
        const char *host;
        bool is_address;
        bool is_plain;
    } table[] = {
        {"192.0.2.1", true, true},
        {"[2001:db8::1]", true, false},
        {"www.example.com", false, true},
        {"a_b.example", false, true},
        {"", false, false},
        {"[]", false, false},
        {"2001:db8::1", false, false},
        {"a b", false, false},
        {"a/b", false, false},
        {"a@b", false, false},
        {"xn--a", false, true},
        {"\xc3\xa4.example", false, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct ddds_address address;
        assert_int_equal(ddds_host_is_address(table[i].host, &address),
                         table[i].is_address);
        assert_int_equal(ddds_host_is_plain(table[i].host), table[i].is_plain);
    }
}

/* ---- Services ------------------------------------------------------------ */

TEST(test_services)
{
    static const struct {
        const char *list;
        int count;
        enum ddds_fetch_service first;
    } table[] = {
        {"I2L", 1, DDDS_FETCH_I2L},
        {"i2ls", 1, DDDS_FETCH_I2LS},
        {"N2R", 1, DDDS_FETCH_I2R},
        {"L2Ns", 1, DDDS_FETCH_I2NS},
        {"I2R,I2L", 2, DDDS_FETCH_I2R},
        {"I2C,N2C,I2c", 1, DDDS_FETCH_I2C},
        {"I2CS", 1, DDDS_FETCH_I2CS},
        {"I2X", -1, 0},
        {"2L", -1, 0},
        {"I2L,", 1, DDDS_FETCH_I2L},
        {",I2L", -1, 0},
        {"I=I", -1, 0},
        {"Meta", 1, DDDS_FETCH_SMP},
        {"meta,I2L", 2, DDDS_FETCH_SMP},
        {"oasis-bdxr-smp-2", 1, DDDS_FETCH_SMP},
        {"OASIS-bdxr-smp-2#dbnalliance-1.1,Meta", 1, DDDS_FETCH_SMP},
        {"oasis-bdxr-smp-20", -1, 0},
        {"Neta", -1, 0},
        {"Metadata", -1, 0},
        {"", SERVICE_COUNT, DDDS_FETCH_I2L},
        {NULL, SERVICE_COUNT, DDDS_FETCH_I2L},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        enum ddds_fetch_service services[SERVICE_COUNT];
        struct ddds_span bad;
        assert_int_equal(ddds_services_wanted(table[i].list, services, &bad),
                         table[i].count);
        if (table[i].count > 0) {
            assert_int_equal(services[0], table[i].first);
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
    static const struct {
        const char *base;
        unsigned version;
        const char *participant;
        const char *document;
        const char *uri;
    } table[] = {
        {"https://smp.example", 1, "a-b::0088:1", NULL,
         "https://smp.example/a-b%3A%3A0088%3A1"},
        {"https://smp.example/", 1, "a-b::0088:1", NULL,
         "https://smp.example/a-b%3A%3A0088%3A1"},
        {"https://smp.example/x", 2, "urn:a:1", NULL,
         "https://smp.example/x/bdxr-smp-2/urn%3Aa%3A1"},
        {"https://smp.example", 1, "a::1", "q::urn:b##c d",
         "https://smp.example/a%3A%3A1/services/q%3A%3Aurn%3Ab%23%23c%20d"},
        {"https://smp.example", 2, "a::1", "\xc3\xa4",
         "https://smp.example/bdxr-smp-2/a%3A%3A1/services/%C3%A4"},
        {"https://smp.example", 1, "a::~_.-/?#%", NULL,
         "https://smp.example/a%3A%3A~_.-%2F%3F%23%25"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct arena arena;
        ddds_arena_init(&arena, NULL, 0);
        assert_string_equal(ddds_smp_uri(table[i].base, table[i].version,
                                         table[i].participant,
                                         table[i].document, &arena),
                            table[i].uri);
        ddds_arena_free(&arena);
    }
}

TEST(test_smp_documents)
{
    static const struct {
        const char *content;
        bool is_group;
        bool is_metadata;
    } table[] = {
        {"<ServiceGroup/>", true, false},
        {"<a:ServiceGroup xmlns:a=\"b\">", true, false},
        {"\xef\xbb\xbf<?xml version=\"1.0\"?>\r\n<?a ?><!----><!-- > -->"
         "<ServiceGroup\n>",
         true, false},
        {"<ServiceMetadata>", false, true},
        {"<x:SignedServiceMetadata>", false, true},
        {"<ServiceGroups/>", false, false},
        {"<servicegroup/>", false, false},
        {"<!DOCTYPE ServiceGroup><ServiceGroup/>", false, false},
        {"<!-- <ServiceGroup/>", false, false},
        {"<!-->--><ServiceGroup/>", true, false},
        {"<?xml <ServiceGroup/>", false, false},
        {"< ServiceGroup/>", false, false},
        {"ServiceGroup", false, false},
        {"<", false, false},
        {"", false, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct transfer transfer = {.content = table[i].content};
        assert_int_equal(ddds_smp_judge(&transfer, true) == NULL,
                         table[i].is_group);
        assert_int_equal(ddds_smp_judge(&transfer, false) == NULL,
                         table[i].is_metadata);
    }
}

/* ---- Lists of URIs ------------------------------------------------------- */

TEST(test_lists)
{
    static const struct {
        const char *text;
        size_t length;
        size_t count;
        size_t skipped;
    } table[] = {
        {"", 0, 0, 0},
#define TEXT(text) text, sizeof(text) - 1
        {TEXT("http://a.example/"), 1, 0},
        {TEXT("# urn:foo:1\r\nhttp://a.example/\r\nftp://b.example\r\n"), 2, 0},
        {TEXT("http://a.example/\nhttp://b.example/\n"), 2, 0},
        {TEXT("http://a.example/\rhttp://b.example/\r"), 2, 0},
        {TEXT("\r\n\r\n#\r\n"), 0, 0},
        {TEXT("http://a.example/#part\r\n"), 1, 0},
        {TEXT(" http://a.example/\t\r\n"), 1, 0},
        {TEXT("no uri\r\nhttp://a.example/\r\n"), 1, 1},
        {TEXT("http://a.example/\0x\r\nhttp://b.example/\r\n"), 1, 1},
        {TEXT("javascript:alert(1)\r\nDATA:text/html,x\r\nfile:///etc\r\n"), 0,
         3},
        {TEXT("http:\r\nhttp://\r\nhttps:/a@b.example/"
              "\r\nHTTPS:a@b.example\r\n"),
         0, 4},
        {TEXT("https:///a@b.example/\r\nhttp://a@b.example/\r\nhttp:/x\r\n"), 0,
         3},
        {TEXT("ftp://a@b.example/\r\nhttpx:/a@b\r\nmailto:a@b\r\n"), 3, 0},
        {TEXT("urn:foo:1\r\nurn:foo:2\r\n"), 2, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct arena arena;
        struct uri_list list;
        ddds_arena_init(&arena, NULL, 0);
        assert_true(
            ddds_uri_list_read(table[i].text, table[i].length, &arena, &list));
        assert_int_equal(list.count, table[i].count);
        assert_int_equal(list.skipped, table[i].skipped);
        assert_false(list.is_full);
        ddds_arena_free(&arena);
    }
}

TEST(test_full_list)
{
    static const char line[] = "a:b\n";
    enum { LINES = LIMIT_FETCHED_URIS + 1 };
    char *text = malloc(LINES * (sizeof line - 1));
    struct arena arena;
    struct uri_list list;
    assert_non_null(text);
    for (size_t i = 0; i < LINES; i++) {
        memcpy(text + i * (sizeof line - 1), line, sizeof line - 1);
    }
    ddds_arena_init(&arena, NULL, 0);
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
    ddds_arena_free(&arena);
    free(text);
}

/* ---- URIs of requests ---------------------------------------------------- */

TEST(test_requests)
{
    static const struct {
        const char *uri;
        const char *host; /* NULL: it is refused */
        uint16_t port;
        const char *requested;
    } table[] = {
        {"http://www.example.com/a?b#c", "www.example.com", 80,
         "http://www.example.com/a?b"},
        {"https://www.example.com", "www.example.com", 443,
         "https://www.example.com/"},
        {"http://192.0.2.1:8080/", "192.0.2.1", 8080, "http://192.0.2.1:8080/"},
        {"http://[2001:db8::1]/", "[2001:db8::1]", 80, "http://[2001:db8::1]/"},
        {"http://2130706433/", "127.0.0.1", 80, "http://127.0.0.1/"},
        {"http://0x7f.1/", "127.0.0.1", 80, "http://127.0.0.1/"},
        {"http://a.example/../b", "a.example", 80, "http://a.example/../b"},
        {"ftp://a.example/", NULL, 0, NULL},
        {"mailto:a@b.example", NULL, 0, NULL},
        {"http://me@a.example/", NULL, 0, NULL},
        {"http://me:secret@a.example/", NULL, 0, NULL},
        {"http://a%20b/", NULL, 0, NULL},
        {"http:///x", NULL, 0, NULL},
        {"http://a.example:99999/", NULL, 0, NULL},
        {"http://a!b.example/", NULL, 0, NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct arena arena;
        struct fetch_request request;
        ddds_arena_init(&arena, NULL, 0);
        const char *problem;
        assert_true(
            ddds_request_read(table[i].uri, &arena, &request, &problem));
        if ((problem != NULL) != (table[i].host == NULL)) {
            fail_msg("%s: %s", table[i].uri, problem);
        }
        if (problem == NULL) {
            assert_string_equal(request.host, table[i].host);
            assert_int_equal(request.port, table[i].port);
            assert_string_equal(request.uri, table[i].requested);
        }
        ddds_arena_free(&arena);
    }
}

TEST(test_completion)
{
    static const struct {
        const char *uri;
        const char *urn;
        bool has_q;
        const char *whole;
    } table[] = {
        {"http://a.example/", "urn:foo:1", true, "http://a.example/"},
        {"http://a.example/", "urn:foo:1?=b=c", true, "http://a.example/?b=c"},
        {"http://a.example/", "urn:foo:1?=b=c", false, "http://a.example/"},
        {"http://a.example/?x", "urn:foo:1?=b=c", true, "http://a.example/?x"},
        {"http://a.example/#x", "urn:foo:1?=b=c#d", true,
         "http://a.example/?b=c#x"},
        {"http://a.example/", "urn:foo:1?+r#d", true, "http://a.example/#d"},
        {"urn:foo:2", "urn:foo:1?=b#d", true, "urn:foo:2"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct arena arena;
        struct ddds_urn urn;
        ddds_arena_init(&arena, NULL, 0);
        assert_ok(ddds_urn_parse(table[i].urn, &urn, NULL));
        assert_string_equal(
            ddds_request_complete(table[i].uri, &urn, table[i].has_q, &arena),
            table[i].whole);
        assert_string_equal(
            ddds_request_complete(table[i].uri, NULL, true, &arena),
            table[i].uri);
        ddds_arena_free(&arena);
    }
}

TEST(test_references)
{
    static const struct {
        const char *reference;
        const char *whole; /* NULL: none */
    } table[] = {
        /* RFC 3986 section 5.4.1. */
        {"g:h", "g:h"},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q#s"},
        {"g#s", "http://a/b/c/g#s"},
        {"g?y#s", "http://a/b/c/g?y#s"},
        {";x", "http://a/b/c/;x"},
        {"g;x", "http://a/b/c/g;x"},
        {"g;x?y#s", "http://a/b/c/g;x?y#s"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"./", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../", "http://a/"},
        {"../../g", "http://a/g"},
        /* Section 5.4.2, for strict parsers. */
        {"../../../g", "http://a/g"},
        {"../../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {".g", "http://a/b/c/.g"},
        {"g..", "http://a/b/c/g.."},
        {"..g", "http://a/b/c/..g"},
        {"./../g", "http://a/b/g"},
        {"./g/.", "http://a/b/c/g/"},
        {"g/./h", "http://a/b/c/g/h"},
        {"g/../h", "http://a/b/c/h"},
        {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
        {"g;x=1/../y", "http://a/b/c/y"},
        {"g?y/./x", "http://a/b/c/g?y/./x"},
        {"g?y/../x", "http://a/b/c/g?y/../x"},
        {"g#s/./x", "http://a/b/c/g#s/./x"},
        {"g#s/../x", "http://a/b/c/g#s/../x"},
        {"http:g", "http:g"},
        /* Others. */
        {"g?", "http://a/b/c/g?"},
        {"g//.././h", "http://a/b/c/g/h"},
        {"//g/x/../y?z/..", "http://g/y?z/.."},
        {"//g:8080", "http://g:8080"},
        {"/..//g", "http://a//g"},
        {"/%2e%2E/g", "http://a/%2e%2E/g"},
        {"http://b.example/./x", "http://b.example/./x"},
        {"urn:foo:2", "urn:foo:2"},
        {"http://a b/", NULL},
        {"http://[/", NULL},
        {"g h", NULL},
        {"g\r\nX: y", NULL},
        {"//[", NULL},
        {"//g:port/", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct arena arena;
        ddds_arena_init(&arena, NULL, 0);
        const char *whole = ddds_request_refer("http://a/b/c/d;p?q",
                                               table[i].reference, &arena);
        if (table[i].whole == NULL) {
            assert_null(whole);
        } else {
            assert_non_null(whole);
            assert_string_equal(whole, table[i].whole);
        }
        ddds_arena_free(&arena);
    }
    struct arena arena;
    ddds_arena_init(&arena, NULL, 0);
    /* Section 5.2.3: a base without a path. */
    assert_string_equal(ddds_request_refer("http://a", "g", &arena),
                        "http://a/g");
    ddds_arena_free(&arena);
    assert_true(
        ddds_request_is_same("http://a.example/x?y", "https://b.example/x?y"));
    assert_false(
        ddds_request_is_same("http://a.example/x?y", "https://b.example/x?z"));
    assert_false(
        ddds_request_is_same("http://a.example/x", "https://b.example/x"));
}

/* What THTTP asks for: RFC 2169 section 2.1. */
TEST(test_thttp)
{
    struct arena arena;
    const struct ddds_result result = {.input = "http://a.example/b?c#d"};
    ddds_arena_init(&arena, NULL, 0);
    const char *subject = ddds_request_subject(&result, DDDS_FETCH_I2L, &arena);
    assert_string_equal(subject, "http://a.example/b?c");
    assert_string_equal(
        ddds_request_thttp("http", "b.example", 80, "I2L", subject, &arena),
        "http://b.example/uri-res/I2L?http://a.example/b?c");
    assert_string_equal(
        ddds_request_thttp("https", "b.example", 80, "I2L", "urn:a1:b", &arena),
        "https://b.example:80/uri-res/I2L?urn:a1:b");
    ddds_arena_free(&arena);
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
    } table[] = {
        {"www.example.com", DDDS_REPLY_NO_NAME, false, false, false},
        {"www.example.com", DDDS_REPLY_NO_DATA, false, false, false},
        {"www.example.com", DDDS_REPLY_SERVER_FAILURE, false, true, false},
        {"www.example.com", DDDS_REPLY_NO_NAME, true, false, false},
        {"a..b", DDDS_REPLY_SERVER_FAILURE, false, false, false},
        {"192.0.2.1", DDDS_REPLY_SERVER_FAILURE, false, false, true},
        /* The database does not hold it: the system does (RFC 6761). */
        {"localhost", DDDS_REPLY_OUTSIDE, false, false, true},
    };
    bool has_localhost = is_localhost_known();
    size_t count = sizeof table / sizeof table[0] - !has_localhost;
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
                                     .found = count_found,
                                     .descriptor = epoll_create1(0),
                                     .context = &found};
        ddds_host_find(&search);
        await_found(&search);
        assert_int_equal(search.is_pending, table[i].is_silent);
        ddds_host_cancel(&search);
        assert_int_equal(found, !table[i].is_silent);
        assert_int_equal(search.addresses.count, 0);
        assert_int_equal(search.addresses.is_unknown, table[i].is_unknown);
        assert_int_equal(search.addresses.had_private, table[i].has_private);
        assert_int_equal(own.was_cancelled, table[i].is_silent);
        close(search.descriptor);
    }
    unsigned found = 0;
    struct host_search search = {.host = "localhost",
                                 .allows_private = true,
                                 .found = count_found,
                                 .descriptor = epoll_create1(0),
                                 .context = &found};
    ddds_host_find(&search);
    await_found(&search);
    assert_int_equal(found, 1);
    assert_int_equal(search.addresses.count > 0, has_localhost);
    ddds_host_cancel(&search);
    /* It is given up, while the system may still be asked. */
    ddds_host_find(&search);
    ddds_host_cancel(&search);
    assert_int_equal(found, 1);
    close(search.descriptor);
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
TEST(test_answers)
{
    static const struct {
        unsigned status;
        enum ddds_fetch_service service;
        enum way way;
        const char *location;
        const char *type;
        enum ddds_fetch_end end;
        bool is_followed;
        const char *content;
    } table[] = {
        {303, DDDS_FETCH_I2L, WAY_THTTP, "http://b.example/", NULL,
         DDDS_FETCH_END_DONE, false, NULL},
        {301, DDDS_FETCH_I2L, WAY_THTTP,
         "https://a.example/uri-res/I2L?urn:foo:1", NULL, DDDS_FETCH_END_DONE,
         true, NULL},
        {303, DDDS_FETCH_I2LS, WAY_THTTP, "http://b.example/", NULL,
         DDDS_FETCH_END_DONE, true, NULL},
        {303, DDDS_FETCH_I2LS, WAY_URI, "http://b.example/", NULL,
         DDDS_FETCH_END_DONE, true, NULL},
        {303, DDDS_FETCH_I2N, WAY_THTTP, "http://b.example/", NULL,
         DDDS_FETCH_END_DONE, true, NULL},
        {303, DDDS_FETCH_I2N, WAY_THTTP, "urn:foo:2", NULL, DDDS_FETCH_END_DONE,
         false, NULL},
        {301, DDDS_FETCH_I2L, WAY_THTTP,
         "https://a.example/uri-res/N2L?urn:foo:1", NULL, DDDS_FETCH_END_DONE,
         true, NULL},
        {421, DDDS_FETCH_I2L, WAY_THTTP, NULL, NULL, DDDS_FETCH_END_BAD_ANSWER,
         false, NULL},
        {302, DDDS_FETCH_I2C, WAY_THTTP, "http://b.example/", NULL,
         DDDS_FETCH_END_DONE, true, NULL},
        {304, DDDS_FETCH_I2R, WAY_THTTP, NULL, NULL, DDDS_FETCH_END_BAD_ANSWER,
         false, NULL},
        {200, DDDS_FETCH_I2LS, WAY_THTTP, NULL, "text/uri-listing",
         DDDS_FETCH_END_BAD_ANSWER, false, NULL},
        {204, DDDS_FETCH_I2R, WAY_THTTP, NULL, NULL, DDDS_FETCH_END_BAD_ANSWER,
         false, NULL},
        {407, DDDS_FETCH_I2R, WAY_THTTP, NULL, NULL, DDDS_FETCH_END_DENIED,
         false, NULL},
        {418, DDDS_FETCH_I2R, WAY_THTTP, NULL, NULL, DDDS_FETCH_END_NOT_FOUND,
         false, NULL},
        {429, DDDS_FETCH_I2R, WAY_THTTP, NULL, NULL,
         DDDS_FETCH_END_SERVER_ERROR, false, NULL},
        {501, DDDS_FETCH_I2R, WAY_THTTP, NULL, NULL, DDDS_FETCH_END_NOT_FOUND,
         false, NULL},
        {599, DDDS_FETCH_I2R, WAY_THTTP, NULL, NULL,
         DDDS_FETCH_END_SERVER_ERROR, false, NULL},
        {200, DDDS_FETCH_I2L, WAY_THTTP, "http://b.example/", NULL,
         DDDS_FETCH_END_DONE, false, NULL},
        {200, DDDS_FETCH_I2L, WAY_THTTP, "javascript:x", NULL,
         DDDS_FETCH_END_BAD_ANSWER, false, NULL},
        {200, DDDS_FETCH_I2L, WAY_THTTP, "http:", NULL,
         DDDS_FETCH_END_BAD_ANSWER, false, NULL},
        {200, DDDS_FETCH_I2L, WAY_THTTP, "http://", NULL,
         DDDS_FETCH_END_BAD_ANSWER, false, NULL},
        {200, DDDS_FETCH_I2L, WAY_THTTP, "https:/a@b.example/", NULL,
         DDDS_FETCH_END_BAD_ANSWER, false, NULL},
        {200, DDDS_FETCH_I2L, WAY_THTTP, NULL, "text/uri-list",
         DDDS_FETCH_END_DONE, false, "http://b.example/\r\n"},
        {200, DDDS_FETCH_I2L, WAY_THTTP, NULL, "text/uri-list",
         DDDS_FETCH_END_BAD_ANSWER, false, "javascript:x\r\n"},
        {200, DDDS_FETCH_I2L, WAY_THTTP, NULL, "text/uri-list",
         DDDS_FETCH_END_NOT_FOUND, false, "# nothing\r\n"},
        {200, DDDS_FETCH_I2L, WAY_URI, NULL, "text/html", DDDS_FETCH_END_DONE,
         false, "<p>"},
        {200, DDDS_FETCH_I2LS, WAY_URI, NULL, "text/html", DDDS_FETCH_END_DONE,
         false, "<p>"},
        {200, DDDS_FETCH_I2LS, WAY_THTTP, NULL, "text/uri-list",
         DDDS_FETCH_END_BAD_ANSWER, false, "javascript:x\r\n"},
        {200, DDDS_FETCH_I2LS, WAY_THTTP, NULL, "text/uri-list",
         DDDS_FETCH_END_NOT_FOUND, false, ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct arena arena;
        struct meaning meaning;
        const struct transfer transfer = {
            .uri = "http://a.example/uri-res/I2L?urn:foo:1",
            .status = table[i].status,
            .location = table[i].location,
            .type = table[i].type,
            .content = table[i].content != NULL ? table[i].content : "",
            .length = table[i].content != NULL ? strlen(table[i].content) : 0,
        };
        ddds_arena_init(&arena, NULL, 0);
        assert_true(ddds_thttp_read(&transfer, table[i].service, table[i].way,
                                    &arena, &meaning));
        if (meaning.end != table[i].end ||
            (meaning.next != NULL) != table[i].is_followed) {
            fail_msg("row %zu: %s", i, ddds_fetch_end_name(meaning.end));
        }
        ddds_arena_free(&arena);
    }
}

/* Each row is a head after its status line; tests/whole/fetch/run sends others. */
TEST(test_heads)
{
    static const struct {
        const char *head;
        const char *problem; /* its begin, or NULL */
    } table[] = {
        {"Content-Length: 3\r\ncontent-length:3\r\n\r\n", NULL},
        {"Content-Length: 3\n\n", NULL},
        {"Content-Length: 9223372036854775807\r\n\r\n", NULL},
        {"Content-Length: 9223372036854775808\r\n\r\n", "its Content-Length"},
        {"Content-Length:\r\n\r\n", "its Content-Length"},
        {"Content-Length: 3\r\nContent-Length: 4\r\n\r\n", "it has two"},
        {"Transfer-Encoding: \t Chunked \t\r\n\r\n", NULL},
        {"Transfer-Encoding: chunked, chunked\r\n\r\n", "it has an un"},
        {"Transfer-Encoding: identity\r\n\r\n", "it has an un"},
        {"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
         "it has a Content-Length and"},
        {"Transfer-Encoding:\r\n\r\n", "it has an un"},
        {"Content-Encoding: Identity\r\n\r\n", NULL},
        {"Content-Encoding: br\r\n\r\n", "it has a Content-Encoding"},
        {"X\r\n\r\n", "a field of its head has no"},
        {": y\r\n\r\n", "a field of its head has no"},
        {"X\xc3\xa4: y\r\n\r\n", "a field of its head has no"},
        {"X: y\r\n\tz\r\n\r\n", "a field of its head is"},
        {"\r\nHTTP/1.1 103 \r\n\r\n", NULL}, /* a trailer, too */
        /* A trailer is not a head, and begins none. */
        {"X: y\r\n\r\nHTTP/1.1 200\r\n z\r\n", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct fetched_head head = {.octets = 0};
        static const char status[] = "HTTP/1.1 200 OK\r\n";
        const char *next;
        bool is_taken = ddds_head_take(&head, status, sizeof status - 1);
        for (const char *line = table[i].head; is_taken && *line != '\0';
             line = next) {
            next = strchr(line, '\n') + 1;
            is_taken = ddds_head_take(&head, line, (size_t)(next - line));
        }
        const char *problem = table[i].problem;
        if (is_taken != (problem == NULL) ||
            (problem != NULL &&
             strncmp(head.problem, problem, strlen(problem)) != 0)) {
            fail_msg("row %zu: %s", i, head.problem);
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
        size_t offset; /* of what is refused */
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
        "_h._tcp SRV 0 0 80 h\nh A 192.0.2.1\n";
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
    };
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
            ddds_resolve(memory, NULL, table[i].urn, NULL, &error);
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
