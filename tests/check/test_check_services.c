/* Whose rules they are, and what their services were meant to be.
 *
 * SPDX-License-Identifier: MIT */
#include "base/ascii.h"
#include "check/judge/application.h"
#include "check/judge/registry.h"
#include "check/judge/services_field.h"
#include "base/assertions.h"

/* The name of a participant begins with one. */
#define DIGEST "yrudm3nqrm76uobzh4griobewmqd4mx574cfdtm75zphrex4ydya"

static const char *name_of(const struct ddds_application *application)
{
    return application != NULL ? application->name : "none";
}

static void services_and_owners_tell_the_application(void **state)
{
    const struct {
        const char *owner;
        const char *flags;
        const char *services;
        const char *application;
    } rows[] = {
        {"a.example", "u", "E2U+sip", "enum"},
        {"a.example", "u", "sip+E2U", "enum"},
        {"a.example", "u", "e2u_sip", "enum"},
        {"1.2.e164.arpa", "", "", "enum"},
        {"1.2.e164.arpa", "u", "bad service!", "enum"},
        {"1.2.e164.example", "", "", "enum"},
        {"1.2.3.example", "", "", "none"},
        {"a.example", "s", "SIP+D2U", "sip"},
        {"a.example", "s", "sipsd2t", "sip"},
        {"a.example", "s", "sip", "none"},
        {"a.urn.arpa", "s", "SIP+D2U", "sip"},
        {"a.example", "u", "http+I2L", "urn"},
        {"a.example", "u", "+N2R", "urn"},
        {"a.uri.arpa", "u", "http+I2L", "uri"},
        {"a.urn.arpa", "", "", "urn"},
        {"a.uri.arpa", "", "", "uri"},
        {"a.example", "U", "Meta:SMP", "bdxl"},
        {"a.tech.peppol.org", "U", "Meta:SMP", "peppol"},
        {"a.example", "U", "meta_smp", "bdxl"},
        {DIGEST ".iso6523-actorid-upis.example", "U", "Meta:SMP", "peppol"},
        {"b.iso6523-actorid-upis.example", "U", "Meta:SMP", "bdxl"},
        {DIGEST ".iso6523-actorid-upis.0088.iso6523.example", "U", "Meta:SMP",
         "bdxl"},
        {"a.example", "U", "Meta:CPPA", "bdxl"},
        {"a.example", "U", "oasis-bdxr-smp-2", "bdxl"},
        {"a.example", "U", "oasis-bdxr-smp-2#dbnalliance-1.1", "dbna"},
        {DIGEST ".iso6523-actorid-upis.example", "U", "https://a.example",
         "peppol"},
        {"a.example", "u", "http://www.ons.gs1.org/tsd/servicetype-aaqi",
         "ons"},
        {"a.example", "s", "x-eduroam:radius.tls", "radius"},
        {"a.example", "s", "aaa+auth:radius.tls.tcp", "radius"},
        {"a.example", "s", "aaa+ap6:diameter.sctp", "diameter"},
        {"a.example", "s", "aaa+ap6", "diameter"},
        {"a.example", "s", "AAA+D2T", "none"},
        {"a.example", "a", "RELAY:turn.udp", "turn"},
        {"a.example", "s", "DOTS-CALL-HOME:signal.udp", "dots"},
        {"a.example", "s", "MIHIS+M2T", "mih"},
        {"a.example", "u", "LIS:HELD", "lis"},
        {"a.example", "u", "ALTO:https", "alto"},
        {"a.example", "u", "XCON:CCMP", "xcon"},
        {"a.example", "u", "SFUA.CFG", "sua"},
        {"a.example", "s", "LWN", "lorawan"},
        {"a.lora-alliance.org", "p", "", "lorawan"},
        {"a.example", "u", "ORS+COID", "ors"},
        {"1.2.oid-res.org", "u", "more", "ors"},
        {"1.2.onsepc.com", "u", "epcis", "ons"},
        {"1.gtin.gs1.id.example", "u", "https://a.example/x", "ons"},
        {"a.example", "u", "I2R+http", "ddi"},
        {"a.example", "u", "I2C+rcds", "urn"},
        {"a.example", "s", "AREG1:iris.beep", "s-naptr"},
        {"a.example", "s", "foo:bar", "s-naptr"},
        {"a.example", "u", "foo:bar", "u-naptr"},
        {"a.example", "a", "x-3gpp-pgw:x-s5-gtp", "3gpp"},
        {"a.epc.mnc001.mcc001.3gppnetwork.org", "", "", "3gpp"},
        {"a.example", "u", "LoST-Validation:https", "lost"},
        {"a.example", "s", "LoST:https", "lost"},
        {"a.example", "u", "https://a.example", "none"},
        {"a.example", "u", "blorf", "none"},
        {"a.example", "", "", "none"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct ddds_rule rule = {
            .flags = rows[i].flags,
            .services = rows[i].services,
            .regexp = "",
            .replacement = "",
        };
        const char *found =
            name_of(ddds_application_guess(rows[i].owner, &rule));
        if (strcmp(found, rows[i].application) != 0) {
            fail_msg("%s \"%s\": %s", rows[i].owner, rows[i].services, found);
        }
    }
}

static void bad_services_were_meant_to_be_good_ones(void **state)
{
    const struct {
        const char *application;
        const char *services;
        const char *meant; /* NULL: unknown */
    } rows[] = {
        {"enum", "E2U_pstn:tel", "E2U+pstn:tel"},
        {"enum", "E2U:sip", "E2U+sip"},
        {"enum", "E2Usip", "E2U+sip"},
        {"enum", "sip", "E2U+sip"},
        {"enum", "E2U++sip", "E2U+sip"},
        {"enum", "sip+E2U", "E2U+sip"},
        {"enum", "mailto:email+E2U", "E2U+mailto:email"},
        {"enum", "E2U+voice:tel sms:tel", "E2U+voice:tel+sms:tel"},
        {"enum", "E2U", NULL},
        {"enum", "E2U+", NULL},
        {"enum", "", NULL},
        {"sip", "SIP_D2U", "SIP+D2U"},
        {"sip", "SIPD2T", "SIP+D2T"},
        {"sip", "sips:d2t", "SIPS+D2T"},
        {"sip", "gopher", NULL},
        {"peppol", "https://a.example", "Meta:SMP"},
        {"u-naptr", "LoST/https", "LoST:https"},
        {"turn", "RELAY.turn.udp", "RELAY:turn.udp"},
        {"mih", "MIHIS:M2T", NULL},
        {"urn", "http+l@r", NULL},
        {NULL, "bad service!", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char memory[256];
        struct text meant;
        const struct ddds_application *application =
            rows[i].application != NULL
                ? ddds_application_find(rows[i].application)
                : NULL;
        ddds_text_init(&meant, memory, sizeof memory);
        bool is_known =
            ddds_services_field_suggest(application, rows[i].services, &meant);
        if (is_known != (rows[i].meant != NULL) ||
            (is_known && strcmp(meant.bytes, rows[i].meant) != 0)) {
            fail_msg("\"%s\": %s", rows[i].services,
                     is_known ? meant.bytes : "nothing");
        }
    }
}

static void what_no_registry_has_is_found(void **state)
{
    const struct {
        const char *application;
        const char *services;
        const char *piece; /* NULL: all are known */
        const char *meant;
    } rows[] = {
        {"enum", "E2U+sip+voice:tel", NULL, NULL},
        {"enum", "E2U+x-foo:sip+P-bar", NULL, NULL},
        {"enum", "E2U+emial:mailto", "emial", "email"},
        {"enum", "E2U+sip+gopher", "gopher", NULL},
        {"urn", "http+I2L+I2Ns", NULL, NULL},
        {"urn", "http", NULL, NULL},
        {"urn", "", NULL, NULL},
        {"urn", "http+N2L", "N2L", "I2L"},
        {"urn", "http+L2Rs", "L2Rs", "I2Rs"},
        {"urn", "http+I2L+Q9", "Q9", NULL},
        {"sip", "sip+d2u", NULL, NULL},
        {"sip", "SIP+D2Z", "SIP+D2Z", NULL},
        {"s-naptr", "aaa+ap4294967295:diameter.tcp", NULL, NULL},
        {"s-naptr", "aaa+ap:diameter.tcp", "aaa+ap", NULL},
        {"s-naptr", "x-mine:x-own", NULL, NULL},
        {"s-naptr", "x-3ggp-sgw:x-s5-gtp", "x-3ggp-sgw", "x-3gpp-sgw"},
        {"s-naptr", "x-aaa+auth:x-radius.tls", NULL, NULL},
        {"radius", "x-eduroan:radius.tls", "x-eduroan", "x-eduroam"},
        {"3gpp", "x-3gpp-sgw:x-s5-gtp+ue-8:x-s11+nc-nr.5gs", NULL, NULL},
        {"3gpp", "x-3gpp-sgv:x-s5-gtp", "x-3gpp-sgv", "x-3gpp-sgw"},
        {"s-naptr", "x-3ggp-smf:x-n4", NULL, NULL},
        {"3gpp", "x-3gpp-sgw:x-s5-gtq+nc-nr", "x-s5-gtq", "x-s5-gtp"},
        {"3gpp", "x-3gpp-sgw:x-s99:x-mine", NULL, NULL},
        {"radius", "aaa+auth:radius.tls.tpc", "radius.tls.tpc",
         "radius.tls.tcp"},
        {"u-naptr", "LOST:https", NULL, NULL},
        {"peppol", "Meta:SMQ", "SMQ", "SMP"},
        {"peppol", "Meta:CPPA", "CPPA", NULL},
        {"bdxl", "Meta:CPPA", NULL, NULL},
        {"bdxl", "oasis-bdxr-smp-2", NULL, NULL},
        {"radius", "aaa:radius.tls.tcp", "aaa", NULL},
        {"diameter", "aaa+ap1:diameter.dtls", "diameter.dtls",
         "diameter.dtls.sctp"},
        {"diameter", "aaa+ap01", "aaa+ap01", "aaa+ap1"},
        {"diameter", "AAA+D2T", NULL, NULL},
        {"turn", "RELAY:turn.tsl", "turn.tsl", "turn.tls"},
        {"mih", "MIHIS+M2U", NULL, NULL},
        {"mih", "MIHIS+M2X", "M2X", NULL},
        {"mih", "MIHXS+M2T", "MIHXS", NULL},
        {"lorawan", "LWNS", NULL, NULL},
        {"lorawan", "LWNX", "LWNX", NULL},
        {"ors", "ORS+CIMF", "ORS+CIMF", "ORS+CINF"},
        {"ons", "GetTireBySgtin", NULL, NULL},
        {"lis", "LIS:http", "http", NULL},
        {"dbna", "oasis-bdxr-smp-2#dbnalliance-1.0",
         "oasis-bdxr-smp-2#dbnalliance-1.0",
         "oasis-bdxr-smp-2#dbnalliance-1.1"},
        {NULL, "blorf", "blorf", NULL},
        {NULL, "", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct unregistered found = {.meant = ""};
        const struct ddds_application *application =
            rows[i].application != NULL
                ? ddds_application_find(rows[i].application)
                : NULL;
        bool is_found = ddds_services_field_find_unregistered(
            application, false, rows[i].services, &found);
        if (is_found != (rows[i].piece != NULL) ||
            (is_found &&
             (!ascii_is_word(found.piece, rows[i].piece) ||
              strcmp(found.meant, rows[i].meant != NULL ? rows[i].meant : "") !=
                  0))) {
            fail_msg("\"%s\": %.*s, %s", rows[i].services,
                     is_found ? (int)found.piece.length : 0, found.piece.text,
                     found.meant);
        }
    }
}

/* TS 23.003 has a table of the tags at its names. */
static void tags_of_3gpp_are_in_a_table(void **state)
{
    const struct ddds_application *application = ddds_application_three_gpp();
    struct unregistered found;
    assert_true(ddds_services_field_find_unregistered(
        application, true, "x-3gpp-sgw:x-s11:x-s99", &found));
    assert_true(ascii_is_word(found.piece, "x-s99"));
    assert_string_equal(found.meant, "");
    assert_string_equal(found.what, "protocol of 3GPP (3GPP TS 29.303)");
    assert_false(ddds_services_field_find_unregistered(
        application, true, "x-3gpp-amf:x-n2:x-n26", &found));
    /* Functions of 3GPP without a tag, not misspelt amf, msc and upf. */
    static const char *const functions[] = {"x-3gpp-smf", "x-3gpp-hss",
                                            "x-3gpp-cpf"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        assert_true(ddds_services_field_find_unregistered(
            application, true, functions[i], &found));
        assert_string_equal(found.meant, "");
    }
}

static void a_given_application_has_words_of_its_own(void **state)
{
    struct ddds_application own = *ddds_application_s_naptr();
    struct unregistered found;
    own.name = "own";
    own.label = "Own";
    own.known_services = "keeper,painter";
    own.known_protocols = "fax";
    assert_false(ddds_services_field_find_unregistered(&own, false,
                                                       "painter:FAX", &found));
    assert_true(
        ddds_services_field_find_unregistered(&own, false, "LoST:fax", &found));
    assert_string_equal(found.what, "service of Own (RFC 3958)");
    assert_true(ddds_services_field_find_unregistered(&own, false, "keeper:tax",
                                                      &found));
    assert_string_equal(found.meant, "fax");
    own.known_protocols = NULL;
    assert_false(ddds_services_field_find_unregistered(&own, false,
                                                       "keeper:tax", &found));
    own.known_services = NULL;
    assert_false(
        ddds_services_field_find_unregistered(&own, false, "LoST:fax", &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(services_and_owners_tell_the_application),
        cmocka_unit_test(bad_services_were_meant_to_be_good_ones),
        cmocka_unit_test(what_no_registry_has_is_found),
        cmocka_unit_test(tags_of_3gpp_are_in_a_table),
        cmocka_unit_test(a_given_application_has_words_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
