/* The ENUM application: RFC 6116.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/application.h>

#include "core/start.h"

TEST(the_first_key_is_the_number_in_reverse)
{
    static const struct begun cases[] = {
        {"+44-116-496-0348", NULL, "+441164960348",
         "8.4.3.0.6.9.4.6.1.1.4.4.e164.arpa", "RFC 6116 section 3.1"},
        {"+442079460148", NULL, "+442079460148",
         "8.4.1.0.6.4.9.7.0.2.4.4.e164.arpa", "RFC 6116 section 3.2"},
        {"+1-2.3(4)", NULL, "+1234", "4.3.2.1.e164.arpa",
         "every visual separator of RFC 3966"},
        {"+44 20 7946 0148", NULL, "+442079460148",
         "8.4.1.0.6.4.9.7.0.2.4.4.e164.arpa", "as ITU-T E.123 prints numbers"},
        {"+1", NULL, "+1", "1.e164.arpa", "a country code alone"},
        {"+123456789012345", NULL, "+123456789012345",
         "5.4.3.2.1.0.9.8.7.6.5.4.3.2.1.e164.arpa", "15 digits, the most"},
        {"+ 1 ", NULL, "+1", "1.e164.arpa", "separators anywhere"},
        {"+12", "enum.example.net.", "+12", "2.1.enum.example.net",
         "another root"},
        {"+12", "a.example,b.example", "+12", "2.1.b.example",
         "the last one counts"},
        {"+12", "nid:foo=a.example", "+12", "2.1.e164.arpa",
         "a root for others"},
        {"tel:+44-116-496-0348", NULL, "+441164960348",
         "8.4.3.0.6.9.4.6.1.1.4.4.e164.arpa", "a tel URI"},
        {"TEL:+1(2)", NULL, "+12", "2.1.e164.arpa", "a tel URI in upper case"},
        {"+(01)2", NULL, "+012", "2.1.0.e164.arpa", "no trunk prefix"},
    };
    assert_begin(ddds_application_enum(), cases, sizeof cases / sizeof *cases);
}

TEST(protocols_are_refused)
{
    struct started started;
    start_wanting(ddds_application_enum(), "+44", "sip", NULL, &started);
    assert_int_equal(started.status, DDDS_OK);
    start_wanting(ddds_application_enum(), "+44", NULL, "sip", &started);
    assert_int_equal(started.status, DDDS_BAD_OPTION);
    assert_non_null(strstr(started.error.detail, "Enumservices"));
}

/* RFC 6116 section 3.4.3.1: not even beside another. */
TEST(what_is_for_a_private_network_is_malformed)
{
    static const struct {
        const char *services;
        ddds_status status;
        size_t offset;
    } cases[] = {
        {"E2U+sip", DDDS_OK, 0},
        {"E2U+P-foo", DDDS_MALFORMED, 4},
        {"E2U+p-foo:sip", DDDS_MALFORMED, 4},
        {"E2U+sip+P-foo", DDDS_MALFORMED, 8},
        {"P-foo+E2U", DDDS_MALFORMED, 0},
        {"E2U+P", DDDS_OK, 0},
        {"E2U+sip:P-foo", DDDS_OK, 0},
        {"E2U+XP-foo", DDDS_OK, 0},
        {"http+N2L", DDDS_MALFORMED, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ddds_services services = DDDS_SERVICES_INIT;
        struct ddds_error error = {.offset = 0};
        ddds_status status = ddds_application_enum()->read_services(
            ddds_application_enum(), cases[i].services, &services, &error);
        if (status != cases[i].status || error.offset != cases[i].offset) {
            fail_msg("%s: %s", cases[i].services, error.detail);
        }
    }
}

TEST(the_policy_is_that_of_the_standard)
{
    assert_string_equal(ddds_application_enum()->name, "enum");
    assert_string_equal(ddds_application_enum()->flags, "U");
    assert_false(ddds_application_enum()->order_closes);
    assert_true(ddds_application_enum()->delegates_by_replacement);
    assert_true(ddds_application_enum()->uri_is_absolute);
    assert_int_equal(ddds_application_enum()->regexp, DDDS_REGEXP_ANY);
    assert_int_equal(ddds_application_enum()->max_hops, 5);
    assert_null(ddds_application_enum()->fall_back);
}
