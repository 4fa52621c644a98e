/* The RADIUS application: realms, tags, and the usual names.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "core/start.h"
#include "base/table.h"

#define TABLE "fixtures/tables/app-radius.tsv"

static const struct ddds_application *const application = &ddds_policy_radius;

#define LABEL_60 "a23456789012345678901234567890123456789012345678901234567890"
#define NAME_243 LABEL_60 "." LABEL_60 "." LABEL_60 "." LABEL_60

TEST(the_first_key_is_the_realm)
{
    struct table table;
    const char *row[4];
    table_open(&table, TABLE, "The first key is the realm");
    while (table_fields(&table, row, 4)) {
        const char *input = row[0];
        const char *realm = row[1];
        const char *row_key = row[2];
        const char *why = row[3];
        struct started started;
        const char *key = row_key != NULL ? row_key : realm;
        start_with(application, input, NULL, &started);
        if (started.status != DDDS_OK || strcmp(started.aus, realm) != 0 ||
            strcmp(started.start.key, key) != 0 ||
            (started.start.note != NULL) != (row_key != NULL)) {
            fail_msg("%s (%s): %s %s %s", input, why, started.aus,
                     started.start.key, started.error.detail);
        }
    }
}

TEST(what_is_no_realm_is_refused)
{
    struct table table;
    const char *row[3];
    table_open(&table, TABLE, "What is no realm is refused");
    while (table_fields(&table, row, 3)) {
        const char *input = row[0];
        size_t offset = table_number(row[1]);
        const char *part = row[2];
        assert_not_begun(application, input, NULL, DDDS_BAD_INPUT, offset,
                         part);
    }
}

/* RFC 7585 section 2.1.1.1: tags are compared whole. The protocols that a
 * services field offers, with commas between them. */
TEST(the_deployed_pair_means_its_protocol)
{
    static const struct {
        const char *services;
        const char *protocols;
    } cases[] = {
        {"x-eduroam:radius.tls", "radius.tls,radius.tls.tcp"},
        {"X-Eduroam:RADIUS.TLS", "RADIUS.TLS,radius.tls.tcp"},
        {"x-eduroam:radius.dtls", "radius.dtls"},
        {"aaa+auth:radius.tls", "radius.tls"},
        {"aaa+auth:radius.tls.tcp", "radius.tls.tcp"},
        {"x-eduroam", ""},
    };
    assert_null(application->is_offered);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ddds_services services = DDDS_SERVICES_INIT;
        char protocols[256] = "";
        size_t length = 0;
        assert_int_equal(application->read_services(
                             application, cases[i].services, &services, NULL),
                         DDDS_OK);
        for (size_t j = 0; j < services.protocol_count; j++) {
            length += (size_t)snprintf(
                protocols + length, sizeof protocols - length, "%s%.*s",
                j > 0 ? "," : "", (int)services.protocols[j].length,
                services.protocols[j].text);
        }
        assert_string_equal(protocols, cases[i].protocols);
    }
}

/* What |dead_end| of |realm| makes of it, for a client that wants |services|:
 * "NAME SERVICES" of each rule, with spaces between. */
static void fall_back(const char *realm, const char *services,
                      const struct ddds_dead_end *dead_end, char text[1024])
{
    struct started started;
    static struct ddds_fallback fallback;
    memset(&started, 0, sizeof started);
    memset(&fallback, 0, sizeof fallback);
    started.start.aus = started.aus;
    started.start.aus_size = sizeof started.aus;
    const struct ddds_request request = {
        .input = realm, .length = strlen(realm), .services = services};
    assert_int_equal(application->first_well_known_rule(application, &request,
                                                        &started.start, NULL),
                     DDDS_OK);
    application->fall_back(application, &started.start, dead_end, &fallback);
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < fallback.count; i++) {
        const struct ddds_rule *rule = &fallback.rules[i];
        assert_string_equal(rule->flags, "s");
        assert_string_equal(rule->regexp, "");
        assert_null(rule->defect);
        length += (size_t)snprintf(text + length, 1024 - length, "%s%s %s",
                                   i == 0 ? "" : " ", rule->replacement,
                                   rule->services);
    }
    assert_int_equal(fallback.because != NULL, fallback.count > 0);
}

TEST(servers_may_be_at_the_usual_names)
{
    static const struct ddds_dead_end none = {.reason = DDDS_REASON_NO_DATA};
    static const struct ddds_dead_end again = {.reason = DDDS_REASON_NO_SERVERS,
                                               .round = 1};
    static const struct ddds_dead_end dead = {.reason = DDDS_REASON_NO_SERVERS,
                                              .is_published = true};
    static const struct {
        const char *realm;
        const char *services;
        const struct ddds_dead_end *dead_end;
        const char *expected;
        const char *why;
    } cases[] = {
        {"u@a.example", NULL, &none,
         "_radiustls._tcp.a.example aaa+auth:radius.tls.tcp "
         "_radiusdtls._udp.a.example aaa+auth:radius.dtls.udp "
         "_radiustls._udp.a.example aaa+auth:radius.dtls.udp",
         "RFC 7585 section 3.4.3, step 13"},
        {"a.example", "x-eduroam,AAA+acct,aaa+auth", &none,
         "_radiustls._tcp.a.example aaa+acct:radius.tls.tcp "
         "_radiusdtls._udp.a.example aaa+acct:radius.dtls.udp "
         "_radiustls._udp.a.example aaa+acct:radius.dtls.udp",
         "what is wanted first"},
        {"a.example", "aaa+dynauth", &none,
         "_radiustls._tcp.a.example aaa+dynauth:radius.tls.tcp "
         "_radiusdtls._udp.a.example aaa+dynauth:radius.dtls.udp "
         "_radiustls._udp.a.example aaa+dynauth:radius.dtls.udp",
         "the third service"},
        {"a.example", "x-eduroam", &none, "", "members must say so"},
        {"a.example", "aaa+authx,aaa+aut", &none, "", "no such services"},
        {"a.example", NULL, &dead, "", "step 10: there were rules"},
        {"a.example", NULL, &again, "", "once is enough"},
        {"wlan.mnc015.mcc234.3gppnetwork.org", "aaa+auth", &none,
         "_radiustls._tcp.wlan.mnc015.mcc234.pub.3gppnetwork.org "
         "aaa+auth:radius.tls.tcp "
         "_radiusdtls._udp.wlan.mnc015.mcc234.pub.3gppnetwork.org "
         "aaa+auth:radius.dtls.udp "
         "_radiustls._udp.wlan.mnc015.mcc234.pub.3gppnetwork.org "
         "aaa+auth:radius.dtls.udp",
         "step 3 comes before"},
        {NAME_243, NULL, &none, "", "the usual name would be too long"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        fall_back(cases[i].realm, cases[i].services, cases[i].dead_end, text);
        if (strcmp(text, cases[i].expected) != 0) {
            fail_msg("%s (%s): %s", cases[i].realm, cases[i].why, text);
        }
    }
}

TEST(the_policy_is_that_of_the_standard)
{
    assert_string_equal(application->flags, "SA");
    assert_int_equal(application->regexp, DDDS_REGEXP_NONE);
    assert_true(application->pursues_one_protocol);
    assert_false(application->order_closes);
    assert_null(application->root);
    assert_int_equal(application->default_port(application, NULL), 2083);
}
