/* The SIP application: RFC 3263 section 4. The rules that stand in are said in
 * fixtures/talks, too; here are those that no talk shows.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "core/start.h"
#include "base/table.h"

#define TABLE "fixtures/tables/app-sip.tsv"

static const struct ddds_application *const application = &ddds_policy_sip;

/* ---- The first well-known rule ------------------------------------------ */

TEST(the_way_on_depends_on_what_the_uri_says)
{
    enum { RULES = DDDS_BEGIN_RULES, DIRECT = DDDS_BEGIN_DIRECT };
    static const struct {
        const char *input;
        int beginning;
        uint16_t port;
        const char *services;
        const char *protocols;
    } cases[] = {
        {"host.example", RULES, 0, NULL, "udp,tcp,tls"},
        {"sip:host.example", RULES, 0, NULL, "udp,tcp,tls"},
        {"sips:host.example", RULES, 0, "SIPS", "udp,tcp,tls"},
        {"SIP:user@Host.Example.", RULES, 0, NULL, "udp,tcp,tls"},
        {"sip:a;b?c:d@host.example;lr;x=y?Subject=a%20b", RULES, 0, NULL,
         "udp,tcp,tls"},
        {"sip:other.example;maddr=host.example", RULES, 0, NULL, "udp,tcp,tls"},
        {"host.example:5070", DIRECT, 5070, NULL, "udp,tcp,tls"},
        {"sip:host.example:5060", DIRECT, 5060, NULL, "udp,tcp,tls"},
        {"sip:host.example;transport=tcp", DIRECT, 0, NULL, "tcp"},
        {"sip:host.example;Transport=UDP", DIRECT, 0, NULL, "udp"},
        {"sip:host.example;transport=tls", DIRECT, 0, NULL, "tls"},
        {"sips:host.example;transport=tls", DIRECT, 0, "SIPS", "tls"},
        {"sips:host.example;transport=tcp", DIRECT, 0, "SIPS", "tls"},
        {"sips:host.example;transport=sctp", DIRECT, 0, "SIPS", "tls-sctp"},
        {"sips:host.example;transport=ws", DIRECT, 0, "SIPS", "wss"},
        {"sip:host.example:80;transport=ws", DIRECT, 80, NULL, "ws"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct started started;
        start_with(application, cases[i].input, NULL, &started);
        const char *services = started.start.services;
        if (started.status != DDDS_OK ||
            strcmp(started.aus, "host.example") != 0 ||
            strcmp(started.start.key, "host.example") != 0 ||
            (int)started.start.beginning != cases[i].beginning ||
            started.start.port != cases[i].port ||
            (services == NULL) != (cases[i].services == NULL) ||
            strcmp(started.start.protocols, cases[i].protocols) != 0) {
            fail_msg("%s: %s %d %u %s %s", cases[i].input, started.start.key,
                     (int)started.start.beginning, started.start.port,
                     started.start.protocols, started.error.detail);
        }
    }
}

TEST(an_address_is_its_own_answer)
{
    struct table table;
    const char *row[5];
    table_open(&table, TABLE, "An address is its own answer");
    while (table_fields(&table, row, 5)) {
        const char *input = row[0];
        const char *protocols = row[1];
        const char *key = row[2];
        uint16_t port = (uint16_t)table_number(row[3]);
        const char *offers = row[4];
        struct started started;
        start_wanting(application, input, NULL, protocols, &started);
        if (started.status != DDDS_OK ||
            started.start.beginning != DDDS_BEGIN_ADDRESS ||
            strcmp(started.aus, key) != 0 ||
            strcmp(started.start.key, key) != 0 || started.start.port != port ||
            strcmp(started.start.offers, offers) != 0) {
            fail_msg("%s: %s %u %s %s", input, started.start.key,
                     started.start.port, started.start.offers,
                     started.error.detail);
        }
    }
}

TEST(what_cannot_begin_is_refused_with_its_reason)
{
    struct table table;
    const char *row[3];
    table_open(&table, TABLE, "What cannot begin is refused with its reason");
    while (table_fields(&table, row, 3)) {
        const char *input = row[0];
        size_t offset = table_number(row[1]);
        const char *detail = row[2];
        assert_not_begun(application, input, NULL, DDDS_BAD_INPUT, offset,
                         detail);
    }
}

TEST(options_that_sip_has_not_are_refused)
{
    static const struct {
        const char *services;
        const char *protocols;
        ddds_status status;
        size_t offset;
        const char *detail;
    } cases[] = {
        {"SIP", NULL, DDDS_BAD_OPTION, DDDS_NO_OFFSET, "does not use services"},
        {NULL, "udp,TCP,tls,sctp,tls-sctp,ws,wss", DDDS_OK, 0, ""},
        {NULL, "udp,dccp", DDDS_BAD_OPTION, 4, "protocol \"dccp\""},
        {NULL, "D2U", DDDS_BAD_OPTION, 0, "protocol \"D2U\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct started started;
        start_wanting(application, "sip:host", cases[i].services,
                      cases[i].protocols, &started);
        assert_int_equal(started.status, cases[i].status);
        assert_int_equal(started.error.offset, cases[i].offset);
        assert_non_null(strstr(started.error.detail, cases[i].detail));
    }
}

/* ---- Services ----------------------------------------------------------- */

static bool is_span(struct ddds_span span, const char *text)
{
    return span.length == strlen(text) &&
           memcmp(span.text, text, span.length) == 0;
}

TEST(services_are_transports)
{
    static const struct {
        const char *field;
        const char *service;
        const char *protocol;
        uint16_t port;
    } cases[] = {
        {"SIP+D2U", "SIP", "udp", 5060},
        {"SIP+D2T", "SIP", "tcp", 5060},
        {"SIP+D2S", "SIP", "sctp", 5060},
        {"SIPS+D2T", "SIPS", "tls", 5061},
        {"SIPS+D2S", "SIPS", "tls-sctp", 5061},
        {"SIP+D2W", "SIP", "ws", 80},
        {"SIPS+D2W", "SIPS", "wss", 443},
        {"sIp+d2T", "sIp", "tcp", 5060},
        {"SIP+D2Z", "SIP", "D2Z", 0},
        {"SIPS+D2U", "SIPS", "D2U", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ddds_services services = DDDS_SERVICES_INIT;
        assert_int_equal(application->read_services(application, cases[i].field,
                                                    &services, NULL),
                         DDDS_OK);
        assert_int_equal(services.service_count, 1);
        assert_int_equal(services.protocol_count, 1);
        assert_true(is_span(services.services[0], cases[i].service));
        assert_true(is_span(services.protocols[0], cases[i].protocol));
        assert_int_equal(application->default_port(application, &services),
                         cases[i].port);
    }
}

TEST(other_services_are_malformed)
{
    static const char *const fields[] = {
        "",         "SIP",      "SIP+",      "SIP+D2",   "SIP+D2TU", "SIP+D3T",
        "ZIP+D2T",  "SIPX+D2T", "SIP+D2T+x", "SIP:D2T",  "E2U+sip",  "SIP+D2-",
        "SIP +D2T", "+D2T",     "SIP++D2T",  "SIP+D2\n",
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct ddds_services services = DDDS_SERVICES_INIT;
        struct ddds_error error;
        if (application->read_services(application, fields[i], &services,
                                       &error) != DDDS_MALFORMED) {
            fail_msg("%s", fields[i]);
        }
        assert_non_null(strstr(error.detail, "RFC 3263"));
    }
}

/* ---- Rules that stand in ------------------------------------------------ */

/* The rules for |input|, as "flags services replacement" a line. */
static const char *fall_back(const char *input, const char *protocols,
                             const struct ddds_dead_end *dead_end)
{
    static char text[1024];
    static struct ddds_fallback fallback;
    struct started started;
    size_t length = 0;
    text[0] = '\0';
    fallback.count = 0;
    start_wanting(application, input, NULL, protocols, &started);
    assert_int_equal(started.status, DDDS_OK);
    application->fall_back(application, &started.start, dead_end, &fallback);
    assert_true(fallback.count == 0 || fallback.because != NULL);
    for (size_t i = 0; i < fallback.count; i++) {
        const struct ddds_rule *rule = &fallback.rules[i];
        assert_int_equal(rule->order, 0);
        assert_int_equal(rule->preference, i);
        assert_string_equal(rule->regexp, "");
        int written = snprintf(text + length, sizeof text - length,
                               "%s%s %s %s", i > 0 ? "\n" : "", rule->flags,
                               rule->services, rule->replacement);
        assert_true(written > 0);
        length += (size_t)written;
    }
    return text;
}

TEST(each_transport_of_the_client_has_servers)
{
    const struct ddds_dead_end none = {.reason = DDDS_REASON_NO_DATA};
    struct table table;
    const char *row[3];
    table_open(&table, TABLE, "Each transport of the client has servers");
    while (table_fields(&table, row, 3)) {
        const char *input = row[0];
        const char *protocols = row[1];
        const char *rules = row[2];
        assert_string_equal(fall_back(input, protocols, &none), rules);
    }
}

/* RFC 3263 does not cover all dead ends. */
TEST(what_stands_in_depends_on_the_dead_end)
{
    static const char servers[] = "s SIP+D2U _sip._udp.a.b";
    static const char hosts[] = "a SIP+D2U a.b";
    static const struct ddds_rule server = {1,  1,   "S", "SIPS+D2T",
                                            "", "x", NULL};
    static const struct ddds_rule host = {1, 1, "a", "SIP+D2T", "", "x", NULL};
    static const struct {
        struct ddds_dead_end dead_end;
        const char *rules;
    } cases[] = {
        {{0, DDDS_REASON_NO_NAME, NULL, false, false}, servers},
        {{0, DDDS_REASON_NO_DATA, NULL, false, false}, servers},
        {{0, DDDS_REASON_NO_RULE, NULL, false, false}, servers},
        {{0, DDDS_REASON_NO_SERVICE, NULL, false, false}, ""},
        {{0, DDDS_REASON_NO_ADDRESSES, &host, false, false}, ""},
        {{0, DDDS_REASON_REJECTED, &server, false, false}, ""},
        {{0, DDDS_REASON_NO_SERVERS, &server, false, false}, "a SIPS+D2T a.b"},
        {{0, DDDS_REASON_NO_SERVERS, &server, false, true}, ""},
        {{1, DDDS_REASON_NO_SERVERS, &server, false, false}, hosts},
        {{1, DDDS_REASON_NO_SERVERS, &server, false, true}, ""},
        {{1, DDDS_REASON_NO_ADDRESSES, &server, false, false}, ""},
        {{1, DDDS_REASON_NO_DATA, NULL, false, false}, ""},
        {{2, DDDS_REASON_NO_SERVERS, &host, false, false}, ""},
        {{1, DDDS_REASON_REJECTED, &server, false, false}, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(fall_back("a.b", "udp", &cases[i].dead_end),
                            cases[i].rules);
    }
}

/* A domain to which nothing can be put in front has no SRV records. */
TEST(names_that_would_be_too_long_are_left_out)
{
    char domain[DDDS_KEY_SIZE];
    char wanted[DDDS_KEY_SIZE + 32];
    const struct ddds_dead_end none = {.reason = DDDS_REASON_NO_DATA};
    for (size_t i = 0; i < sizeof domain - 1; i++) {
        domain[i] = i % 2 == 0 ? 'a' : '.';
    }
    domain[sizeof domain - 1] = '\0';
    snprintf(wanted, sizeof wanted, "a SIP+D2U %s", domain);
    assert_string_equal(fall_back(domain, "udp", &none), wanted);

    domain[sizeof domain - 11] = '\0';
    snprintf(wanted, sizeof wanted, "s SIP+D2U _sip._udp.%s", domain);
    assert_string_equal(fall_back(domain, "udp", &none), wanted);
}

TEST(the_policy_is_that_of_the_standard)
{
    assert_string_equal(application->name, "sip");
    assert_string_equal(application->flags, "SA");
    assert_false(application->order_closes);
    assert_int_equal(application->regexp, DDDS_REGEXP_NONE);
    assert_null(application->root);
}
