/* Do other records send strings to a key? Its expression matches none of those
 * that come to it as a first key (L226), which is a mistake if there are no
 * others.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>

#include "base/assertions.h"

static const char urn[] = "$ORIGIN urn.arpa.\n"
                          "$TTL 3600\n"
                          "@ SOA ns.example. host.example. 1 2 3 4 5\n"
                          "foo NAPTR 10 1 \"u\" \"http+I2L\" "
                          "\"!^urn:bar:(.*)$!http://a.example/\\\\1!\" .\n";

static const char numbers[] = "$ORIGIN 4.4.e164.arpa.\n"
                              "$TTL 3600\n"
                              "@ SOA ns.example. host.example. 1 2 3 4 5\n"
                              "*.6.1 NAPTR 10 1 \"u\" \"E2U+sip\" "
                              "\"!^\\\\+49(.*)$!sip:a@b.example!\" .\n";

static void count_finding(void *context, const struct ddds_finding *finding)
{
    *(size_t *)context += strcmp(finding->code->code, "L226") == 0;
}

/* Does the key of |zone| have visitors when it has |record|, too? */
static bool has_visitors(const char *zone, const char *record)
{
    char text[1024];
    size_t found = 0;
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    ddds_check *check = ddds_check_new(NULL, NULL);
    assert_non_null(check);
    int length = snprintf(text, sizeof text, "%s%s\n", zone, record);
    assert_ok(ddds_check_text(check, "zone", text, (size_t)length, NULL, NULL));
    assert_ok(ddds_check_report(check, count_finding, &found, &summary, NULL));
    ddds_check_free(check);
    assert_in_range(found, 0, 1);
    return found == 0;
}

TEST(records_lead_to_keys)
{
    static const struct {
        const char *zone;
        const char *record;
        bool expected;
    } cases[] = {
        {urn, "", false},
        {urn, "x NAPTR 1 1 \"\" \"\" \"\" foo", true},
        {urn, "x NAPTR 1 1 \"\" \"\" \"\" FOO.urn.ARPA.", true},
        {urn, "x NAPTR 1 1 \"\" \"\" \"\" a.foo", false},
        {urn, "x NAPTR 1 1 \"s\" \"\" \"\" foo", false},
        {urn, "x NAPTR 1 1 \"\" \"\" \"!^.*$!foo.urn.arpa!\" .", true},
        {urn, "x NAPTR 1 1 \"\" \"\" \"!^.*$!foo.urn.arpa.!\" .", true},
        {urn, "x NAPTR 1 1 \"\" \"\" \"/^.*$/Foo.URN.arpa/\" .", true},
        {urn, "x NAPTR 1 1 \"\" \"\" \"!^(.*)$!\\\\1.foo.urn.arpa!\" .", true},
        {urn, "x NAPTR 1 1 \"\" \"\" \"!^(.*)$!\\\\1foo.urn.arpa!\" .", true},
        {urn, "x NAPTR 1 1 \"\" \"\" \"!^.*$!xfoo.urn.arpa!\" .", false},
        {urn, "x NAPTR 1 1 \"\" \"\" \"!^.*$!foo.urn.arpa.b!\" .", false},
        {urn, "x NAPTR 1 1 \"u\" \"\" \"!^.*$!foo.urn.arpa!\" .", false},
        {urn, "x NAPTR 1 1 \"\" \"\" \"!^.*$!!\" .", false},
        {urn, "x NAPTR 1 1 \"\" \"\" \"_^.*$_foo.urn.arpa_\" .", true},
        {urn, "x NAPTR 1 1 \"\" \"\" \"-^.*$-foo.urn.arpa-\" .", true},
        {urn, "x CNAME foo", true},
        {urn, "x CNAME fo", false},
        {urn, "x CNAME .", false},
        {urn, "x DNAME foo", true},
        {urn, "x DNAME urn.arpa.", true},
        {urn, "x DNAME arpa.", true},
        {urn, "x DNAME .", true},
        {urn, "x DNAME a.foo", false},
        {urn, "x CNAME urn.arpa.", false},
        {numbers, "", false},
        {numbers, "x CNAME 1.2.6.1", true},
        {numbers, "x CNAME 2.7.1", false},
        {numbers, "x DNAME 1", true},
        {numbers, "x NAPTR 1 1 \"\" \"\" \"\" 2.6.1", true},
        {numbers, "x NAPTR 1 1 \"\" \"\" \"!^.*$!6.6.1.4.4.e164.arpa!\" .",
         true},
        {numbers, "x NAPTR 1 1 \"\" \"\" \"!^.*$!6.6.2.4.4.e164.arpa!\" .",
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (has_visitors(cases[i].zone, cases[i].record) != cases[i].expected) {
            fail_msg("%s", cases[i].record);
        }
    }
}
