/* The 3GPP application: TS 29.303, and the names of TS 23.003.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "base/limits.h"
#include "core/start.h"

static const struct ddds_application *const application =
    &ddds_policy_three_gpp;

#define NETWORK "mnc001.mcc001.3gppnetwork.org"

static void visited_countries_list_hosts(void **state)
{
    static const struct {
        const char *key;
        bool is_list;
    } rows[] = {
        {"n3iwf.5gc.mcc345.visited-country.pub.3gppnetwork.org", true},
        {"onboarding.n3iwf.5gc.mcc345.visited-country.pub.3gppnetwork.org",
         true},
        {"epdg.epc.mcc345.visited-country.pub.3gppnetwork.org", true},
        {"sos.epdg.epc.mcc345.visited-country.pub.3gppnetwork.org", true},
        {"a.epdg.epc.mcc345.visited-country.pub.3gppnetwork.org", false},
        {"epdg.epc.mcc34.visited-country.pub.3gppnetwork.org", false},
        {"epc.mcc345.visited-country.pub.3gppnetwork.org", false},
        {"visited-country.pub.3gppnetwork.org", false},
        {"epdg.epc.mnc012.mcc345.pub.3gppnetwork.org", false},
        {"epdg.epc.mcc345.visited-country.pub.3gppnetwork.org.a", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        print_message("%s\n", rows[i].key);
        assert_int_equal(application->lists_hosts(application, rows[i].key),
                         rows[i].is_list);
    }
}

static void names_are_their_own_first_keys(void **state)
{
    static const struct {
        const char *input;
        const char *key;
        const char *why;
    } cases[] = {
        {"internet.apn.epc." NETWORK, "internet.apn.epc." NETWORK, "an APN"},
        {"ims.apn.corp.example.apn.epc." NETWORK,
         "ims.apn.corp.example.apn.epc." NETWORK, "an APN of several labels"},
        {"TAC-LB0A.tac-hbFF.TAC.EPC." NETWORK ".",
         "tac-lb0a.tac-hbff.tac.epc." NETWORK, "a TAI, in capitals"},
        {"tac-lb01.tac-mb02.tac-hb03.5gstac.5gc." NETWORK,
         "tac-lb01.tac-mb02.tac-hb03.5gstac.5gc." NETWORK, "a TAI of 5G"},
        {"racabcd.lac0001.rac.epc." NETWORK, "racabcd.lac0001.rac.epc." NETWORK,
         "a routing area"},
        {"nri-sgsn0001.racabcd.lac0001.rac.epc." NETWORK,
         "nri-sgsn0001.racabcd.lac0001.rac.epc." NETWORK, "an SGSN in one"},
        {"rnc0001.rnc.epc." NETWORK, "rnc0001.rnc.epc." NETWORK, "an RNC"},
        {"topon.eth4.gw01.node.epc." NETWORK,
         "topon.eth4.gw01.node.epc." NETWORK, "a node"},
        {"mmec01.mmegi8001.mme.epc." NETWORK,
         "mmec01.mmegi8001.mme.epc." NETWORK, "an MME"},
        {"mmegi8001.mme.epc." NETWORK, "mmegi8001.mme.epc." NETWORK,
         "a pool of them"},
        {"mme.epc.example.net", "mme.epc.example.net", "an own name"},
        {"set001.region48.amfset.5gc." NETWORK,
         "set001.region48.amfset.5gc." NETWORK, "a set of AMFs"},
        {"pt3f.set3ff.regionff.amfi.5gc." NETWORK,
         "pt3f.set3ff.regionff.amfi.5gc." NETWORK, "one of them"},
        {"lac00ab.lac.epc." NETWORK, "lac00ab.lac.epc." NETWORK,
         "a location area"},
        {"enb1.enb.epc." NETWORK, "enb1.enb.epc." NETWORK,
         "a form that is not checked"},
        {"epdg.epc.mnc001.mcc001.pub.3gppnetwork.org",
         "epdg.epc.mnc001.mcc001.pub.3gppnetwork.org", "the public tree"},
        {"3gppnetwork.org", "3gppnetwork.org", "the tree itself"},
        {"node.ipxuni.3gppnetwork.org", "node.ipxuni.3gppnetwork.org",
         "no network's"},
        {"mcc.3gppnetwork.org.example.net", "mcc.3gppnetwork.org.example.net",
         "not in the tree"},
        {"example.net", "example.net", "an operator's own"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct started started;
        start_with(application, cases[i].input, NULL, &started);
        if (started.status != DDDS_OK ||
            strcmp(started.aus, cases[i].key) != 0 ||
            strcmp(started.start.key, cases[i].key) != 0) {
            fail_msg("%s (%s): %s %s", cases[i].input, cases[i].why,
                     started.start.key, started.error.detail);
        }
    }
}

static void names_that_are_almost_right_are_refused(void **state)
{
    static const struct {
        const char *input;
        size_t offset;
        const char *detail;
    } cases[] = {
        {"", 0, ""},
        {"a..b", 2, ""},
        {"internet.apn.epc.mnc01.mcc001.3gppnetwork.org", 17,
         "the label \"mnc###\", found \"mnc01\" at 17"},
        {"internet.apn.epc.mnc001.mcc01.3gppnetwork.org", 24,
         "the label \"mcc###\", found \"mcc01\" at 24"},
        {"internet.apn.epc.mnc001.mcc0x1.3gppnetwork.org", 24,
         "the label \"mcc###\", found \"mcc0x1\" at 24"},
        {"mcc001.3gppnetwork.org", 0, "the label \"mnc###\", found none at 0"},
        {"epc.mcc001.mnc001.mcc001.3gppnetwork.org.", 18, NULL},
        {"apn.epc." NETWORK, 0, "one more label at 0"},
        {"node.epc." NETWORK, 0, "one more label at 0"},
        {"tac.epc." NETWORK, 0, "the label \"tac-hb??\", found none at 0"},
        {"tac-lb0g.tac-hb00.tac.epc." NETWORK, 0, "the label \"tac-lb??\""},
        {"tac-lb0.tac-hb00.tac.epc." NETWORK, 0, "the label \"tac-lb??\""},
        {"tac-hb00.tac-lb00.tac.epc." NETWORK, 9, "the label \"tac-hb??\""},
        {"tac-lb00.tac-hb00.5gstac.5gc." NETWORK, 0, "\"tac-mb??\""},
        {"lac0001.rac.epc." NETWORK, 0, "the label \"rac????\""},
        /* finding W7 */
        {"mmec0.mmegi8000.mme.epc." NETWORK, 0, "the label \"mmec??\""},
        {"mmec0a.mmegi800.mme.epc." NETWORK, 7, "the label \"mmegi????\""},
        {"mme.epc." NETWORK, 0, "the label \"mmegi????\""},
        {"internet.apn.epc.mcc234.mnc015.3gppnetwork.org", 24,
         "the label \"mcc###\", found \"mnc015\""},
        {"rnc001.rnc.epc." NETWORK, 0, "the label \"rnc????\""},
        {"x.apn.epc.mnc01.mcc001.pub.3gppnetwork.org", 10, "\"mnc###\""},
        {"set400.region48.amfset.5gc." NETWORK, 0, "\"set^??\""},
        {"pt40.set000.region48.amfi.5gc." NETWORK, 0, "^ one up to 3"},
        {"lac1.lac.epc." NETWORK, 0, "\"lac????\""},
        /* identifiers */
        {"apn:", 4, "expected apn:NAME@MCC-MNC"},
        {"tai:001-01-7033", DDDS_NO_OFFSET, NULL},
        {"tai:001-01-117", 4, "such as tai:001-01-1b64"},
        {"apn:a..b@001-01", DDDS_NO_OFFSET, "a label is empty, at 2"},
        {"apn:" NETWORK, 4, "expected apn:"},
        {"guami:001-01-00-400", 6, "expected guami:"},
        {"ecgi:001-01-1", 0, "begins with apn:, tai:, lai:"},
        {"internet@001-01", 0, "expected a name, or an identifier"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct started started;
        start_with(application, cases[i].input, NULL, &started);
        if (cases[i].detail == NULL) {
            assert_int_equal(started.status, DDDS_OK);
            continue;
        }
        if (started.status != DDDS_BAD_INPUT ||
            started.error.offset != cases[i].offset ||
            strstr(started.error.detail, cases[i].detail) == NULL) {
            fail_msg("%s: %d at %zu: %s", cases[i].input, started.status,
                     started.error.offset, started.error.detail);
        }
    }
}

/* Identifiers whose names conformance 3gpp-identifiers does not show in full:
 * the string that rules are applied to is the name, too. */
static void identifiers_become_names(void **state)
{
    static const struct {
        const char *input;
        const char *key;
    } cases[] = {
        {"apn:internet@001-01", "internet.apn.epc." NETWORK},
        {"Apn:INTERNET.MNC001.MCC001.GPRS", "internet.apn.epc." NETWORK},
        {"a.b.mnc01.mcc001.gprs", "a.b.apn.epc." NETWORK},
        {"apn:a.apn.epc.mnc01.mcc001.3gppnetwork.org.", "a.apn.epc." NETWORK},
        {"tai:001-01-1b64", "tac-lb64.tac-hb1b.tac.epc." NETWORK},
        {"tai:00101-0x001B64",
         "tac-lb64.tac-mb1b.tac-hb00.5gstac.5gc." NETWORK},
        {"lai:001-001-00ab", "lac00ab.lac.epc." NETWORK},
        {"rai:001-01-00ab-0c", "rac000c.lac00ab.rac.epc." NETWORK},
        {"rnc:001-01-1b34", "rnc1b34.rnc.epc." NETWORK},
        {"enb:001-01-0x1b64a", "enb1b64a.enb.epc." NETWORK},
        {"gummei:001-01-8001-0a", "mmec0a.mmegi8001.mme.epc." NETWORK},
        {"gummei:001-01-8001", "mmegi8001.mme.epc." NETWORK},
        {"guami:001-01-ca-3f8-3f", "pt3f.set3f8.regionca.amfi.5gc." NETWORK},
        {"guami:001-01-ca-3f8", "set3f8.regionca.amfset.5gc." NETWORK},
        {"rac123a.lac234b.mnc001.mcc001.gprs",
         "rac123a.lac234b.rac.epc." NETWORK},
        {"rnc1b34.mnc001.mcc001.gprs", "rnc1b34.rnc.epc." NETWORK},
        {"lac234b.mnc001.mcc001.gprs", "lac234b.mnc001.mcc001.gprs"},
        {"node.example.gprs", "node.example.gprs"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct started started;
        start_with(application, cases[i].input, NULL, &started);
        if (started.status != DDDS_OK ||
            strcmp(started.aus, cases[i].key) != 0 ||
            strcmp(started.start.key, cases[i].key) != 0) {
            fail_msg("%s: %s %s", cases[i].input, started.start.key,
                     started.error.detail);
        }
    }
}

/* As long as an input may be, and such that every octet could begin the rest of
 * an expression. */
static void a_long_identifier_is_refused(void **state)
{
    static const char *const parts[] = {"a", "a.", ".mnc01", "@001-01"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char input[LIMIT_INPUT + 1] = "apn:";
        size_t length = strlen(parts[i]);
        for (size_t at = 4; at + length < sizeof input; at += length) {
            memcpy(input + at, parts[i], length);
        }
        struct started started;
        start_with(application, input, NULL, &started);
        assert_int_equal(started.status, DDDS_BAD_INPUT);
    }
}

/* TS 29.303 section 4.3.2: |near| is what the client named. */
static void common_labels_are_counted(void **state)
{
    static const struct {
        const char *host;
        const char *near;
        unsigned closeness;
    } rows[] = {
        {"topon.s5.gw1.east.example", "topon.s11.gw2.east.example", 2},
        {"topon.s5.gw1.east.example", "topon.s11.gw1.west.example", 1},
        {"topon.s5.gw1.east.example", "topon.s11.gw1.east.example",
         DDDS_COLLOCATED},
        {"topoff.s5.gw1.east.example", "topon.s11.gw1.east.example",
         DDDS_COLLOCATED},
        {"gw1.east.example", "topoff.s11.gw1.east.example", DDDS_COLLOCATED},
        {"gw1.east.example", "gw1.east.example", DDDS_COLLOCATED},
        {"topon.s5.gw1.east.example", "gw2.east.example", 2},
        {"topon.s5.gw1.east.example", "example", 1},
        {"topon.s5.gw1.east.example", "a.test", 0},
        {"topon.s5.gw1.east.example", "gw2.least.example", 1},
        {"gw1.east.example", "topon.s11.gw2.east.example", 0},
        {"topoff.s5.gw1.east.example", "topon.s11.gw2.east.example", 0},
        {"topon.s5.gw1.east.example", "topoff.s11.gw2.east.example", 0},
        {"topon.s5.example", "topon.s11.a.example", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        print_message("%s %s\n", rows[i].host, rows[i].near);
        assert_int_equal(
            application->closeness(application, rows[i].host, rows[i].near),
            rows[i].closeness);
    }
}

static void a_node_has_several_names(void **state)
{
    static const struct {
        const char *one;
        const char *other;
        bool is_same;
    } cases[] = {
        {"topon.s11.gw.example", "topoff.s4.gw.example", true},
        {"topon.s11.gw.example", "gw.example", true},
        {"gw.example", "gw.example", true},
        {"topon.s11.gw1.example", "topon.s11.gw2.example", false},
        {"topoff.gw.example", "topon.gw.example", true},
        {"toponx.s11.gw.example", "gw.example", false},
        {"topon.", "topoff.", false},
        {"topon", "topoff", false},
        {"s11.gw.example", "s4.gw.example", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(application->is_same_node(application, cases[i].one,
                                                   cases[i].other),
                         cases[i].is_same);
        assert_int_equal(application->is_same_node(application, cases[i].other,
                                                   cases[i].one),
                         cases[i].is_same);
    }
}

static void the_policy_is_that_of_the_standard(void **state)
{
    assert_string_equal(application->name, "3gpp");
    assert_string_equal(application->flags, "SA");
    assert_false(application->order_closes);
    assert_true(application->preference_is_weight);
    assert_int_equal(application->regexp, DDDS_REGEXP_NONE);
    assert_null(application->root);
    assert_non_null(application->is_offered);
}

/* TS 29.303 annex B: which records a protocol finds. */
static void one_value_in_common_is_enough(void **state)
{
    static const struct {
        const char *wanted;
        const char *offered;
        bool is_offered;
    } rows[] = {
        {"x-s5-gtp", "x-s5-gtp", true},
        {"x-s5-gtp", "X-S5-GTP", true},
        {"x-s5-gtp+nc-nr", "x-s5-gtp+nc-nr", true},
        {"x-s5-gtp+nc-nr", "x-s5-gtp+nc-nr.5gs", true},
        {"x-s5-gtp+nc-nr", "x-s5-gtp+nc-smf.nr", true},
        {"x-s5-gtp+nc-nr", "X-S5-GTP+NC-NR.SMF", true},
        {"x-s5-gtp+nc-nr.smf", "x-s5-gtp+nc-nr", true},
        {"x-s5-gtp+nc-smf", "x-s5-gtp+nc-nr", false},
        {"x-s5-gtp+nc-nr", "x-s5-gtp+nc-nrx", false},
        {"x-s5-gtp+nc-nr", "x-s5-gtp", false},
        {"x-s5-gtp", "x-s5-gtp+nc-nr", false},
        {"x-s5-gtp+nc-nr", "x-s8-gtp+nc-nr", false},
        {"x-s5-gtp+ue-8", "x-s5-gtp+ue-3.8.10.38", true},
        {"x-s5-gtp+ue-3", "x-s5-gtp+ue-3.8.10.38", true},
        {"x-s5-gtp+ue-38", "x-s5-gtp+ue-3.8.10.38", true},
        {"x-s5-gtp+ue-1", "x-s5-gtp+ue-3.8.10.38", false},
        {"x-s5-gtp+ue-8", "x-s5-gtp+nc-8", false},
        {"x-s5-gtp+nc-nr+ue-8", "x-s5-gtp+ue-3.8+nc-nr.5gs", true},
        {"x-s5-gtp+ue-8+nc-nr", "x-s5-gtp+ue-3.8+nc-5gs", false},
        {"x-s5-gtp+ue-8", "x-s5-gtp+ue-8+nc-nr", false},
        {"x-s5-gtp+other", "x-s5-gtp+other", true},
        {"x-s5-gtp+other", "x-s5-gtp+others", false},
        {"x-s5-gtp+nc-", "x-s5-gtp+nc-nr", false},
        {"x-s5-gtp+", "x-s5-gtp", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        print_message("%s finds %s\n", rows[i].wanted, rows[i].offered);
        struct ddds_span wanted = {rows[i].wanted, strlen(rows[i].wanted)};
        struct ddds_span offered = {rows[i].offered, strlen(rows[i].offered)};
        assert_int_equal(application->is_offered(application, wanted, offered),
                         rows[i].is_offered);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_value_in_common_is_enough),
        cmocka_unit_test(visited_countries_list_hosts),
        cmocka_unit_test(names_are_their_own_first_keys),
        cmocka_unit_test(names_that_are_almost_right_are_refused),
        cmocka_unit_test(identifiers_become_names),
        cmocka_unit_test(a_long_identifier_is_refused),
        cmocka_unit_test(common_labels_are_counted),
        cmocka_unit_test(a_node_has_several_names),
        cmocka_unit_test(the_policy_is_that_of_the_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
