/* lib/core/name/namespace.c: what the namespace of UUIDs adds to URNs, and domain
 * names from which UUIDs are made.
 *
 * SPDX-License-Identifier: MIT */
#include "base/table.h"
#include "core/uuid_testing.h"

#include "name/namespace.h"

#define TABLE "fixtures/tables/namespace.tsv"

TEST(urns_are_equal_where_a_namespace_says_so)
{
    for (const char **row = table_rows(TABLE, "Equal", 4); table_next(row);) {
        for (int i = 0; i < 2; i++) {
            bool expected = strcmp(row[2], "yes") == 0;
            bool equal = !expected;
            assert_ok(ddds_urn_equal(row[i], row[1 - i], &equal, NULL));
            if (equal != expected) {
                fail_msg("%s, %s: %s", row[i], row[1 - i], row[3]);
            }
        }
    }
}

TEST(a_bad_uuid_is_refused_at_its_place_in_the_urn)
{
    for (const char **row = table_rows(TABLE, "Bad UUIDs", 2);
         table_next(row);) {
        struct ddds_urn urn;
        struct ddds_uuid uuid = *ddds_uuid_max();
        struct ddds_error error;
        assert_ok(ddds_urn_parse(row[0], &urn, NULL));
        assert_true(ddds_namespace_is_uuid(&urn));
        assert_int_equal(ddds_namespace_read_uuid(&urn, &uuid, &error),
                         DDDS_BAD_INPUT);
        assert_int_equal(error.offset, table_number(row[1]));
        assert_true(ddds_uuid_equal(&uuid, ddds_uuid_max()));
    }
}

TEST(domain_names_are_written_in_three_forms)
{
    static const char *const forms[] = {
        [DDDS_UUID_DNS_COMMON] = "common",
        [DDDS_UUID_DNS_PRESENTATION] = "presentation",
        [DDDS_UUID_DNS_WIRE] = "wire",
    };
    for (const char **row = table_rows(TABLE, "Domain names", 3);
         table_next(row);) {
        struct ddds_uuid_dns_name name;
        struct ddds_uuid uuid;
        unsigned form = 0;
        while (strcmp(forms[form], row[1]) != 0) {
            form++;
        }
        assert_ok(ddds_uuid_write_dns_name(row[0], strlen(row[0]),
                                           (enum ddds_uuid_dns_form)form, &name,
                                           NULL));
        ddds_uuid_make_name(DDDS_UUID_SHA1, &ddds_uuid_namespaces()[0].uuid,
                            name.octets, name.length, &uuid, NULL);
        assert_uuid(&uuid, row[2]);
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
