/* lib/core/name/namespace.c: what the namespace of UUIDs adds to URNs, and domain
 * names from which UUIDs are made.
 *
 * SPDX-License-Identifier: MIT */
#include "core/uuid_testing.h"

#include "name/namespace.h"

#define EXAMPLE "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"

TEST(uuids_are_equal_in_either_case)
{
    static const struct {
        const char *one;
        const char *other;
        bool equal;
        const char *why;
    } cases[] = {
        {"urn:uuid:" EXAMPLE, "URN:Uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
         true, "case"},
        {"urn:uuid:" EXAMPLE "?+r#f", "urn:uuid:" EXAMPLE "?=q", true,
         "components do not count"},
        {"urn:uuid:" EXAMPLE, "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf7",
         false, "another"},
        {"urn:uuid:not-a-UUID", "urn:uuid:not-a-uuid", false,
         "no UUIDs: the case counts"},
        {"urn:uuid:not-a-uuid", "urn:uuid:not-a-uuid", true, "the same text"},
        {"urn:guid:" EXAMPLE, "urn:guid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
         false, "another namespace"},
        {"urn:uuid:%66"
         "81d4fae-7dec-11d0-a765-00a0c91e6bf6",
         "urn:uuid:" EXAMPLE, false, "encodings are not decoded"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        bool equal = !cases[i].equal;
        assert_ok(ddds_urn_equal(cases[i].one, cases[i].other, &equal, NULL));
        if (equal != cases[i].equal) {
            fail_msg("%s, %s: %s", cases[i].one, cases[i].other, cases[i].why);
        }
    }
}

TEST(spellings_are_equal_where_a_namespace_says_so)
{
    static const struct {
        const char *one;
        const char *other;
        bool equal;
    } cases[] = {
        {"urn:isbn:0-395-36341-1", "urn:ISBN:0395363411", true},
        {"urn:isbn:0-19-853453-x", "urn:isbn:019853453X?+r", true},
        {"urn:isbn:0395363411", "urn:isbn:9780395363416", false},
        {"urn:isbn:039536341", "urn:isbn:0395363411", false},
        {"urn:isbn:-", "urn:isbn:0", false},
        {"urn:issn:0259-000X", "urn:issn:0259000x", true},
        {"urn:issn:0259-000X", "urn:isbn:0259-000X", false},
        {"urn:issn:0259-000X", "urn:issn:0259-0001", false},
        {"urn:ietf:rfc:2141", "URN:IETF:RFC:2141#s", true},
        {"urn:ietf:rfc:2141", "urn:ietf:rfc2141", false},
        {"urn:ietf:bcp-14", "urn:ietf:bcp14", false},
        {"urn:foo:a-b", "urn:foo:ab", false},
        {"urn:foo:A", "urn:foo:a", false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        bool equal = !cases[i].equal;
        assert_ok(ddds_urn_equal(cases[i].one, cases[i].other, &equal, NULL));
        if (equal != cases[i].equal) {
            fail_msg("%s, %s", cases[i].one, cases[i].other);
        }
        equal = !cases[i].equal;
        assert_ok(ddds_urn_equal(cases[i].other, cases[i].one, &equal, NULL));
        assert_int_equal(equal, cases[i].equal);
    }
}

TEST(a_uuid_is_normalized_to_lower_case)
{
    static const struct {
        const char *urn;
        const char *canonical;
    } cases[] = {
        {"URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6?=q#f",
         "urn:uuid:" EXAMPLE},
        {"urn:uuid:F81D4FAE", "urn:uuid:F81D4FAE"},
        {"urn:guid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
         "urn:guid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char canonical[100];
        assert_ok(ddds_urn_normalize(cases[i].urn, canonical, sizeof canonical,
                                     NULL));
        assert_string_equal(canonical, cases[i].canonical);
    }
}

TEST(a_bad_uuid_is_refused_at_its_place_in_the_urn)
{
    static const struct {
        const char *text;
        size_t offset;
    } cases[] = {
        {"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bfg", 44},
        {"urn:uuid:f81d4fae", 17},
        {"urn:uuid:f81d4fae?=q", 17},
        {"urn:uuid:" EXAMPLE "0#f", 45},
        {"urn:uuid:%66"
         "81d4fae-7dec-11d0-a765-00a0c91e6bf6",
         9},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct ddds_urn urn;
        struct ddds_uuid uuid = *ddds_uuid_max();
        struct ddds_error error;
        assert_ok(ddds_urn_parse(cases[i].text, &urn, NULL));
        assert_true(ddds_namespace_is_uuid(&urn));
        assert_int_equal(ddds_namespace_read_uuid(&urn, &uuid, &error),
                         DDDS_BAD_INPUT);
        assert_int_equal(error.offset, cases[i].offset);
        assert_true(ddds_uuid_equal(&uuid, ddds_uuid_max()));
    }
}

TEST(domain_names_are_written_in_three_forms)
{
    static const struct {
        const char *text;
        enum ddds_uuid_dns_form form;
        const char *v5;
    } cases[] = {
        {"www.example.com", DDDS_UUID_DNS_COMMON,
         "2ed6657d-e927-568b-95e1-2665a8aea6a2"},
        {"WWW.Example.com.", DDDS_UUID_DNS_COMMON,
         "2ed6657d-e927-568b-95e1-2665a8aea6a2"},
        {"www.example.com", DDDS_UUID_DNS_PRESENTATION,
         "4d007de4-17c0-541c-8275-6bf79de05449"},
        {"\\087ww.example.com", DDDS_UUID_DNS_PRESENTATION,
         "4d007de4-17c0-541c-8275-6bf79de05449"},
        {"www.example.com", DDDS_UUID_DNS_WIRE,
         "cc4e199a-c33b-5494-94f2-aaf63987126d"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct ddds_uuid_dns_name name;
        struct ddds_uuid uuid;
        assert_ok(ddds_uuid_write_dns_name(cases[i].text, strlen(cases[i].text),
                                           cases[i].form, &name, NULL));
        ddds_uuid_make_name(DDDS_UUID_SHA1, &ddds_uuid_namespaces()[0].uuid,
                            name.octets, name.length, &uuid, NULL);
        assert_uuid(&uuid, cases[i].v5);
    }
}

TEST(the_longest_domain_name_fits_in_every_form)
{
    /* Octets that need four characters each. */
    char text[255];
    memset(text, 1, sizeof text);
    text[63] = text[127] = text[191] = '.';
    for (unsigned form = 0; form <= DDDS_UUID_DNS_WIRE; form++) {
        struct ddds_uuid_dns_name name;
        assert_ok(ddds_uuid_write_dns_name(
            text, 253, (enum ddds_uuid_dns_form)form, &name, NULL));
        assert_true(name.length <= sizeof name.octets);
        assert_int_equal(ddds_uuid_write_dns_name(text, 254,
                                                  (enum ddds_uuid_dns_form)form,
                                                  &name, NULL),
                         DDDS_MALFORMED);
    }
}
