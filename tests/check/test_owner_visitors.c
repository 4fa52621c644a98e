/* Keys to which other records send strings. An expression that matches no
 * string of a first key (L226) is a mistake only if no other strings come.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/check.h>

#include "base/table.h"

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

/* Return true if other records send strings to the key of |zone| with
 * |record|. */
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
    for (const char **row =
             table_rows("fixtures/tables/owner-visitors.tsv", "Visitors", 3);
         table_next(row);) {
        const char *zone = strcmp(row[0], "urn") == 0 ? urn : numbers;
        if (has_visitors(zone, row[1]) != (strcmp(row[2], "yes") == 0)) {
            fail_msg("%s", row[1]);
        }
    }
}
