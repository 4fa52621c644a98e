/* The URN application: RFC 3404.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "core/start.h"

static const struct ddds_application *const application = &ddds_policy_urn;

TEST(the_first_key_is_the_namespace_identifier)
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

TEST(the_start_says_what_was_left_off)
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

TEST(the_longest_key_is_a_key)
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

TEST(the_policy_is_that_of_the_standard)
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
