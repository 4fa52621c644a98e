/* The URI application: RFC 3404.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "core/start.h"

static const struct ddds_application *const application = &ddds_policy_uri;

TEST(the_first_key_is_the_scheme)
{
    static const struct begun cases[] = {
        {"http://www.example.com/x", NULL, "http://www.example.com/x",
         "http.uri.arpa", "RFC 3404 section 4.2"},
        {"FTP://Ftp.Example.COM/pub", NULL, "ftp://ftp.example.com/pub",
         "ftp.uri.arpa", "scheme and host are lower case"},
        {"mailto:Person@example.com", NULL, "mailto:Person@example.com",
         "mailto.uri.arpa", "no authority"},
        {"cid:199606121851.1@bar.example.com", NULL,
         "cid:199606121851.1@bar.example.com", "cid.uri.arpa",
         "RFC 3404 section 5.2"},
        {"https://a/%7e#f", NULL, "https://a/~", "https.uri.arpa",
         "no scheme is another one's"},
        {"urn:foo:A%2f%7e?+r", NULL, "urn:foo:A%2F%7E", "urn.uri.arpa",
         "a URN's scheme is urn, its form a URN's"},
        {"URN:foo:x", "nid:foo=a.example", "urn:foo:x", "urn.uri.arpa",
         "namespaces are the other application's"},
        {"URN:foo:x", "scheme:urn=a.example", "urn:foo:x", "a.example",
         "urn is a scheme like others"},
        {"http://a/", "example.net", "http://a/", "http.example.net",
         "another domain"},
        {"http://a/", "scheme:HTTP=b.example,c.example", "http://a/",
         "b.example", "the specific one wins"},
        {"http://a/", "scheme:https=b.example", "http://a/", "http.uri.arpa",
         "not for a longer one"},
        {"A+b:c", NULL, "a+b:c", "a+b.uri.arpa", "schemes may have it"},
        {"a+b:c", "scheme:a+b=d.example", "a+b:c", "d.example", "as any other"},
        {"iris.beep:x", NULL, "iris.beep:x", "iris.beep.uri.arpa",
         "a dot separates labels"},
        {"a-b:x", NULL, "a-b:x", "a-b.uri.arpa", "a hyphen"},
    };
    assert_begin(application, cases, sizeof cases / sizeof *cases);
}

TEST(a_dropped_fragment_is_noted)
{
    struct started started;
    start_with(application, "http://a/#f", NULL, &started);
    assert_string_equal(started.start.note,
                        "the fragment was left off: an absolute URI has none "
                        "(RFC 3986 section 4.3)");
    start_with(application, "http://a/#", NULL, &started);
    assert_non_null(started.start.note);
    start_with(application, "http://a/", NULL, &started);
    assert_null(started.start.note);
    assert_false(started.start.is_urn);
    start_with(application, "urn:foo:x#f", NULL, &started);
    assert_null(started.start.note);
    assert_true(started.start.is_urn);
    assert_int_equal(started.start.urn.f.length, 1);
}

TEST(the_policy_is_that_of_the_standard)
{
    assert_string_equal(application->name, "uri");
    assert_true(application->order_closes);
    assert_false(application->uri_is_absolute);
    assert_int_equal(application->regexp, DDDS_REGEXP_ANY);
    assert_int_equal(application->max_hops, 0);
    assert_string_equal(application->flags, "SAUP");
}
