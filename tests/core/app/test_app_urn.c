/* The URN application: RFC 3404.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "core/start.h"

static const struct ddds_application *const application = &ddds_policy_urn;

static void the_first_key_is_the_namespace_identifier(void **state)
{
    static const struct begun cases[] = {
        {"urn:foo:002372413:annual-report-1997", NULL,
         "urn:foo:002372413:annual-report-1997", "foo.urn.arpa",
         "RFC 3404 section 5.1"},
        {"URN:FOO:bar", NULL, "urn:foo:bar", "foo.urn.arpa",
         "keys are lower case"},
        {"URN:CID:199606121851.1@bar.example.com", NULL,
         "urn:cid:199606121851.1@bar.example.com", "cid.urn.arpa",
         "RFC 3403 section 6.1"},
        {"urn:ab:C%2f?+r?=q#f", NULL, "urn:ab:C%2F", "ab.urn.arpa",
         "the components are left off"},
        {"urn:12:x", NULL, "urn:12:x", "12.urn.arpa", "digits alone"},
        {"urn:xn--a:x", NULL, "urn:xn--a:x", "xn--a.urn.arpa", "hyphens"},
        {"urn:foo:x", "example.net", "urn:foo:x", "foo.example.net",
         "another domain"},
        {"urn:foo:x", "Example.NET.", "urn:foo:x", "foo.example.net",
         "in its one spelling"},
        {"urn:foo:x", "_urn.localhost", "urn:foo:x", "foo._urn.localhost",
         "underscores are legal in keys"},
        {"urn:foo:x", "a.example,b.example", "urn:foo:x", "foo.b.example",
         "the last of several domains"},
        {"urn:foo:x", "nid:foo=a.example", "urn:foo:x", "a.example",
         "the name itself is the key"},
        {"urn:FOO:x", "NID:Foo=A.example", "urn:foo:x", "a.example",
         "without case"},
        {"urn:foo:x", "nid:foo=a.example,b.example", "urn:foo:x", "a.example",
         "the specific one wins over a later one"},
        {"urn:foo:x", "b.example,nid:foo=a.example", "urn:foo:x", "a.example",
         "and over an earlier one"},
        {"urn:foo:x", "nid:foo=a.example,nid:foo=c.example", "urn:foo:x",
         "c.example", "the last of several specific ones"},
        {"urn:foo:x", "nid:bar=a.example", "urn:foo:x", "foo.urn.arpa",
         "another namespace"},
        {"urn:foo:x", "nid:fo=a.example,nid:fooo=a.example", "urn:foo:x",
         "foo.urn.arpa", "neither shorter nor longer"},
        {"urn:foo:x", "nid:bar=a.example,b.example", "urn:foo:x",
         "foo.b.example", "another namespace, and a domain"},
        {"urn:foo:x", "scheme:foo=a.example,scheme:urn=b.example", "urn:foo:x",
         "foo.urn.arpa", "schemes are the other application's"},
    };
    assert_begin(application, cases, sizeof cases / sizeof *cases);
}

static void the_start_says_what_was_left_off(void **state)
{
    const char *input = "urn:Foo:bar?+r?=q#f";
    struct started started;
    start_with(application, input, NULL, &started);
    assert_int_equal(started.status, DDDS_OK);
    assert_true(started.start.is_urn);
    assert_ptr_equal(started.start.urn.nid.text, input + 4);
    assert_ptr_equal(started.start.urn.r.text, input + 13);
    assert_ptr_equal(started.start.urn.q.text, input + 16);
    assert_ptr_equal(started.start.urn.f.text, input + 18);
    assert_non_null(strstr(started.start.note, "the f-component"));
}

#define LABEL_60 "a23456789012345678901234567890123456789012345678901234567890"

static void what_cannot_begin_is_refused_with_its_reason(void **state)
{
    static const struct {
        const char *input;
        const char *roots;
        ddds_status status;
        size_t offset;
        const char *detail;
    } cases[] = {
        {"http://a", NULL, DDDS_BAD_INPUT, 0,
         "expected \"urn:\" at the beginning, found \"h\" at 0"},
        {"urn:ab-:c", NULL, DDDS_BAD_INPUT, 6,
         "expected a letter or digit at the end of the namespace identifier, "
         "found \"-\" at 6"},
        {"urn:foo:x", "", DDDS_BAD_OPTION, 0,
         "root \"\": \"\" is not a valid domain name: it is empty, at 0"},
        {"urn:foo:x", ".", DDDS_BAD_OPTION, 0,
         "root \".\": \".\" is not a valid domain name: it is empty, at 0"},
        {"urn:foo:x", "a.example,", DDDS_BAD_OPTION, 10,
         "root \"\": \"\" is not a valid domain name: it is empty, at 0"},
        {"urn:foo:x", "a.example,,b.example", DDDS_BAD_OPTION, 10,
         "root \"\": \"\" is not a valid domain name: it is empty, at 0"},
        {"urn:foo:x", "a.example, b.example", DDDS_BAD_OPTION, 10,
         "root \" b.example\": \" b.example\" is not a valid domain name: "
         "only letters, digits, \"-\", \"_\" and dots are allowed, at 0"},
        {"urn:foo:x", "nid:foo=", DDDS_BAD_OPTION, 8,
         "root \"nid:foo=\": \"\" is not a valid domain name: it is empty, "
         "at 0"},
        {"urn:foo:x", "b,nid:foo=a..b", DDDS_BAD_OPTION, 12,
         "root \"nid:foo=a..b\": \"a..b\" is not a valid domain name: a "
         "label is empty, at 2"},
        {"urn:foo:x", "nid:foo=192.0.2.1", DDDS_BAD_OPTION, 8,
         "root \"nid:foo=192.0.2.1\": \"192.0.2.1\" is not a valid domain "
         "name: it is an IP address, at 0"},
        {"urn:foo:x", "nid:f=a", DDDS_BAD_OPTION, 0,
         "root \"nid:f=a\": expected \"nid:\" and a namespace identifier, or "
         "\"scheme:\" and a scheme, before \"=\""},
        {"urn:foo:x", "x,nid:-f=a", DDDS_BAD_OPTION, 2,
         "root \"nid:-f=a\": expected \"nid:\" and a namespace identifier, or "
         "\"scheme:\" and a scheme, before \"=\""},
        {"urn:foo:x", "scheme:1=a", DDDS_BAD_OPTION, 0,
         "root \"scheme:1=a\": expected \"nid:\" and a namespace identifier, "
         "or \"scheme:\" and a scheme, before \"=\""},
        {"urn:foo:x", "foo=a", DDDS_BAD_OPTION, 0,
         "root \"foo=a\": expected \"nid:\" and a namespace identifier, or "
         "\"scheme:\" and a scheme, before \"=\""},
        {"urn:foo:x", "=a", DDDS_BAD_OPTION, 0,
         "root \"=a\": expected \"nid:\" and a namespace identifier, or "
         "\"scheme:\" and a scheme, before \"=\""},
        {"urn:foo:x", "nid:foo", DDDS_BAD_OPTION, 0,
         "root \"nid:foo\": write nid:NID=NAME or scheme:SCHEME=NAME"},
        {"urn:bar:x", "nid:bar=b,nid:foo=a=c", DDDS_BAD_OPTION, 19,
         "root \"nid:foo=a=c\": \"a=c\" is not a valid domain name: only "
         "letters, digits, \"-\", \"_\" and dots are allowed, at 1"},
        {"urn:a2345678901234567890123456789012:x",
         LABEL_60 "." LABEL_60 "." LABEL_60 "." LABEL_60, DDDS_BAD_INPUT, 4,
         "first key \"a2345678901234567890123456789012." LABEL_60 "." LABEL_60
         "." LABEL_60 "." LABEL_60 "\" is longer than 255 octets"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct started started;
        start_with(application, cases[i].input, cases[i].roots, &started);
        if (started.status != cases[i].status ||
            started.error.status != cases[i].status ||
            started.error.offset != cases[i].offset) {
            fail_msg("%s: %d at %zu: %s", cases[i].roots, started.status,
                     started.error.offset, started.error.detail);
        }
        assert_string_equal(started.error.detail, cases[i].detail);
        const struct ddds_request request = {
            .input = cases[i].input,
            .length = strlen(cases[i].input),
            .roots = cases[i].roots,
        };
        assert_int_equal(application->first_well_known_rule(
                             application, &request, &started.start, NULL),
                         cases[i].status);
    }
}

static void the_longest_key_is_a_key(void **state)
{
    struct started started;
    /* 8 and 4 times 61 and 1: 253. */
    start_with(application, "urn:a2345678:x",
               LABEL_60 "." LABEL_60 "." LABEL_60 "." LABEL_60 "9", &started);
    assert_int_equal(started.status, DDDS_OK);
    assert_int_equal(strlen(started.start.key), 253);
    start_with(application, "urn:a23456789:x",
               LABEL_60 "." LABEL_60 "." LABEL_60 "." LABEL_60 "9", &started);
    assert_int_equal(started.status, DDDS_BAD_INPUT);
}

static void the_policy_is_that_of_the_standard(void **state)
{
    assert_string_equal(application->name, "urn");
    assert_true(application->order_closes);
    assert_false(application->uri_is_absolute);
    assert_int_equal(application->regexp, DDDS_REGEXP_ANY);
    assert_int_equal(application->max_hops, 0);
    assert_string_equal(application->flags, "SAUP");
    struct ddds_services services = DDDS_SERVICES_INIT;
    assert_int_equal(
        application->read_services(application, "thttp+I2L", &services, NULL),
        DDDS_OK);
    assert_int_equal(services.service_count, 1);
    assert_int_equal(
        application->read_services(application, "EM:ProtA", &services, NULL),
        DDDS_MALFORMED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_key_is_the_namespace_identifier),
        cmocka_unit_test(the_start_says_what_was_left_off),
        cmocka_unit_test(what_cannot_begin_is_refused_with_its_reason),
        cmocka_unit_test(the_longest_key_is_a_key),
        cmocka_unit_test(the_policy_is_that_of_the_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
